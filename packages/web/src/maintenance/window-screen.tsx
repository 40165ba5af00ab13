import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { useForget } from '../api/use-forget.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { Button, buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { ConfirmDelete } from '../parts/dialogs/confirm-delete.tsx'
import { PageHead } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { useNow } from '../parts/use-now.ts'
import {
  deleteWindow,
  maintenanceKey,
  windowQuery,
  type MaintenanceWindow,
} from '../resources/maintenance-windows.ts'
import { effectsInWords, repeatsInWords } from './maintenance-words.ts'
import { OccurrenceTimes } from './occurrence-preview.tsx'
import { OccurrenceTable } from './occurrence-table.tsx'
import { plannedFrom } from './planned-occurrences.ts'
import { windowRoute } from './routes.ts'

const shownNext = 5

export function WindowScreen() {
  const { windowId } = windowRoute.useParams()
  const query = useQuery(windowQuery(useApi(), windowId))
  return (
    <LoadedScreen
      query={query}
      thing="maintenance window"
      above={<AccountLink to="/accounts/$accountId/maintenance/windows">Maintenance windows</AccountLink>}
    >
      {(window) => <OneWindow window={window} />}
    </LoadedScreen>
  )
}

function OneWindow({ window }: { window: MaintenanceWindow }) {
  const now = useNow()
  const { page = 1 } = windowRoute.useSearch()
  const next = [...plannedFrom(window, now).take(shownNext)]
  return (
    <>
      <PageHead
        title={window.name}
        above={<AccountLink to="/accounts/$accountId/maintenance/windows">Maintenance windows</AccountLink>}
        actions={<WindowActions window={window} />}
      >
        {window.description === null ? null : (
          <p className="text-soft whitespace-pre-line">{window.description}</p>
        )}
      </PageHead>
      <Card title="Window">
        <Facts window={window} />
      </Card>
      <Card title="Next occurrences">
        {next.length === 0 ? (
          <Empty title="All occurrences are in the past">
            <p>Edit the window to give it new dates.</p>
          </Empty>
        ) : (
          <OccurrenceTimes occurrences={next} zone={window.timezone ?? 'UTC'} />
        )}
        <p className="text-soft mt-2 text-xs">
          Planned by the window; occurrences below may have been moved or cancelled.
        </p>
      </Card>
      <OccurrenceTable window={window} page={page} />
    </>
  )
}

function Facts({ window }: { window: MaintenanceWindow }) {
  const { enabled, statusPageIds, affectAllServices, serviceIds } = window.statusPageVisibility
  const services = affectAllServices ? 'all services' : `${serviceIds.length} services`
  const rows = [
    ['Effect', effectsInWords(window).join('. ')],
    ['Repeats', `${repeatsInWords(window)}, time zone ${window.timezone ?? 'UTC'}`],
    ['On status pages', enabled ? `on ${statusPageIds.length} pages, ${services}` : 'not shown'],
  ] as const
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[10rem_1fr]">
      {rows.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function WindowActions({ window }: { window: MaintenanceWindow }) {
  const { id: accountId, api } = useAccount()
  const [isAsked, setIsAsked] = useState(false)
  const forget = useForget()
  const navigate = useNavigate()
  if (!useMay('READ_WRITE')) return null
  return (
    <>
      <Link
        to="/accounts/$accountId/maintenance/windows/$windowId/edit"
        params={{ accountId, windowId: String(window.id) }}
        className={buttonClasses()}
      >
        Edit
      </Link>
      <Button look="danger" onClick={() => setIsAsked(true)}>
        Delete
      </Button>
      {isAsked ? (
        <ConfirmDelete
          what="maintenance window"
          name={window.name}
          consequences={
            <p>
              Its occurrences are deleted too. One that is in progress ends at once: checks run and alert
              again.
            </p>
          }
          onDelete={() => deleteWindow(api, window.id)}
          leave={() => navigate({ to: '/accounts/$accountId/maintenance/windows', params: { accountId } })}
          onDone={() =>
            void forget({ key: windowQuery(api, String(window.id)).queryKey, stale: maintenanceKey })
          }
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  )
}
