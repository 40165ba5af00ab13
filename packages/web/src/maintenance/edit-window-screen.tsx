import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import { ManagedForm } from '../parts/managed-form.tsx'
import { PageHead } from '../parts/page.tsx'
import { useToast } from '../parts/toast.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import {
  maintenanceKey,
  updateWindow,
  windowQuery,
  type MaintenanceWindow,
} from '../resources/maintenance-windows.ts'
import { editWindowRoute } from './routes.ts'
import { WindowForm } from './window-form.tsx'

export function EditWindowScreen() {
  const { windowId } = editWindowRoute.useParams()
  const query = useQuery({ ...windowQuery(useApi(), windowId), refetchOnWindowFocus: false })
  return (
    <LoadedScreen
      query={query}
      thing="maintenance window"
      above={<AccountLink to="/accounts/$accountId/maintenance/windows">Maintenance windows</AccountLink>}
    >
      {(window) => <EditWindow window={window} />}
    </LoadedScreen>
  )
}

function EditWindow({ window }: { window: MaintenanceWindow }) {
  const { id: accountId, api } = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const isHere = useIsHere()
  const place = { accountId, windowId: String(window.id) }
  const { id: _id, created_at: _created, updated_at: _updated, projectBindings, ...initial } = window
  return (
    <>
      <PageHead
        title={`Edit ${window.name}`}
        help="maintenance"
        above={
          <Link to="/accounts/$accountId/maintenance/windows/$windowId" params={place}>
            {window.name}
          </Link>
        }
      >
        <p className="text-soft">
          New dates move every occurrence that has not started, except those that you moved yourself, and the
          one in progress.
        </p>
      </PageHead>
      <WritersOnly doing="change maintenance windows">
        <ManagedForm owner={projectBindings.owner}>
          <WindowForm
            initial={initial}
            saveWord="Save"
            onCancel={() =>
              void navigate({ to: '/accounts/$accountId/maintenance/windows/$windowId', params: place })
            }
            save={(_value, changes) => updateWindow(api, window.id, changes)}
            onSaved={() => {
              toast('Saved')
              void queries.invalidateQueries({ queryKey: [api.accountId, ...maintenanceKey] })
              if (!isHere()) return
              void navigate({
                to: '/accounts/$accountId/maintenance/windows/$windowId',
                params: place,
                ignoreBlocker: true,
              })
            }}
          />
        </ManagedForm>
      </WritersOnly>
    </>
  )
}
