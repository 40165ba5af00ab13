import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:DASHBOARD'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { useForget } from '../api/use-forget.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { DeleteButton } from '../parts/dialogs/delete-button.tsx'
import { ManagedForm } from '../parts/managed-form.tsx'
import { PageHead } from '../parts/page.tsx'
import { PublicPreview } from '../parts/public-preview.tsx'
import { OneTimeSecret } from '../parts/one-time-secret.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  dashboardQuery,
  dashboardsKey,
  deleteDashboard,
  updateDashboard,
  type Dashboard,
} from '../resources/status-pages/dashboards.ts'
import { EditorForm } from '../schema-form/editor-form.tsx'
import type { FormValue } from '../schema-form/value-at.ts'
import { dashboardLayout } from './dashboard-layout.ts'
import { newPasswordIn } from './new-password.ts'
import { dashboardRoute } from './routes.ts'

export function DashboardScreen() {
  const { dashboardId } = dashboardRoute.useParams()
  const query = useQuery({ ...dashboardQuery(useApi(), dashboardId), refetchOnWindowFocus: false })
  return (
    <LoadedScreen
      query={query}
      thing="dashboard"
      above={<AccountLink to="/accounts/$accountId/dashboards">Dashboards</AccountLink>}
    >
      {(dashboard) => <OneDashboard key={dashboard.dashboardId} dashboard={dashboard} />}
    </LoadedScreen>
  )
}

function OneDashboard({ dashboard }: { dashboard: Dashboard }) {
  const { id: accountId } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const { dashboardId, header } = dashboard
  return (
    <>
      <PageHead
        title={header}
        help="dashboards"
        above={<AccountLink to="/accounts/$accountId/dashboards">Dashboards</AccountLink>}
        actions={
          <>
            <Link
              to="/accounts/$accountId/dashboards/$dashboardId/incidents"
              params={{ accountId, dashboardId }}
              className={buttonClasses()}
            >
              Incidents
            </Link>
            <a
              href={`/dashboards/${dashboardId}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClasses()}
            >
              Open the dashboard
              <span className="sr-only"> in a new tab</span>
            </a>
            {mayWrite ? <DeleteDashboard dashboard={dashboard} /> : null}
          </>
        }
      />
      <div
        className={mayWrite ? 'grid items-start gap-4 xl:grid-cols-[minmax(0,60rem)_minmax(0,30rem)]' : ''}
      >
        {mayWrite ? (
          <div className="min-w-0">
            <EditDashboard dashboard={dashboard} />
          </div>
        ) : null}
        <div className="min-w-0">
          <PublicPreview
            address={`/dashboards/${dashboardId}`}
            revision={dashboard.updated_at ?? dashboard.created_at}
            isPrivate={dashboard.isPrivate}
            name={header}
          />
        </div>
      </div>
    </>
  )
}

function EditDashboard({ dashboard }: { dashboard: Dashboard }) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [base, setBase] = useState(dashboard)
  const password = newPasswordIn(base)
  return (
    <>
      {password === null ? null : <OneTimeSecret what="password" secret={password} />}
      <ManagedForm owner={dashboard.projectBindings.owner}>
        <EditorForm
          schema={schema}
          layout={dashboardLayout}
          key={base.updated_at ?? base.created_at}
          initial={toForm(base)}
          saveWord="Save"
          save={(_value, changes) => updateDashboard(api, dashboard.dashboardId, changes)}
          onSaved={(answer) => {
            toast('Saved')
            setBase(answer)
            void queries.invalidateQueries({ queryKey: [accountId, ...dashboardsKey] })
          }}
          onCancel={() => void navigate({ to: '/accounts/$accountId/dashboards', params: { accountId } })}
        />
      </ManagedForm>
    </>
  )
}

/** What can be written of it. */
function toForm(dashboard: Dashboard): FormValue {
  const writable = Object.keys(schema.properties ?? {})
  return Object.fromEntries(Object.entries(dashboard).filter(([name]) => writable.includes(name)))
}

function DeleteDashboard({ dashboard: { dashboardId, header } }: { dashboard: Dashboard }) {
  const { id: accountId, api } = useAccount()
  const navigate = useNavigate()
  const forget = useForget()
  return (
    <DeleteButton
      what="dashboard"
      name={header}
      consequences={<p>Its address stops working, and its incidents are deleted.</p>}
      onDelete={() => deleteDashboard(api, dashboardId)}
      leave={() =>
        navigate({ to: '/accounts/$accountId/dashboards', params: { accountId }, ignoreBlocker: true })
      }
      onDone={() => void forget({ key: dashboardQuery(api, dashboardId).queryKey, stale: dashboardsKey })}
    />
  )
}
