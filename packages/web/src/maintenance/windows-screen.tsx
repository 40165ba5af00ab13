import { dayMs } from '@sonde/ground/durations.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { Card } from '../parts/card.tsx'
import { CountedList } from '../parts/lists/counted-list.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { Empty } from '../parts/states.tsx'
import { useNow } from '../parts/use-now.ts'
import { windowsPerPage, windowsQuery, type MaintenanceWindow } from '../resources/maintenance-windows.ts'
import { nextOf } from './calendar-entries.ts'
import { calendarQuery } from './calendar-query.ts'
import { MaintenanceTabs, NewWindowLink } from './maintenance-tabs.tsx'
import { effectsInWords, repeatsInWords } from './maintenance-words.ts'
import type { Occurrence } from './planned-occurrences.ts'
import { windowsRoute } from './routes.ts'

export function WindowsScreen() {
  const { page = 1 } = windowsRoute.useSearch()
  const windows = useQuery(windowsQuery(useApi(), page))
  return (
    <>
      <MaintenanceTabs />
      <Card isFlush>
        <CountedList
          query={windows}
          what="the maintenance windows"
          page={page}
          pageSize={windowsPerPage}
          empty={
            page === 1 ? (
              <Empty title="No maintenance windows yet" action={<NewWindowLink />} help="maintenance">
                <p>
                  A maintenance window silences alerts or pauses checks during planned work, once or on a
                  schedule.
                </p>
              </Empty>
            ) : null
          }
        >
          {(items) => <WindowTable windows={items} />}
        </CountedList>
      </Card>
    </>
  )
}

/** So far ahead moved and cancelled occurrences are looked at. */
const lookAheadMs = 31 * dayMs

function WindowTable({ windows }: { windows: readonly MaintenanceWindow[] }) {
  const now = useNow()
  const fromAt = startOfDay(now)
  const toAt = fromAt + lookAheadMs
  const { data } = useQuery(calendarQuery(useApi(), { fromAt, toAt }))
  return (
    <DataTable columns={['Window', 'Next', 'Repeats', 'Effect', 'On status pages']}>
      {windows.map((window) => (
        <WindowRow
          key={window.id}
          window={window}
          next={nextOf(window, data?.entries, { now, toAt })}
          now={now}
        />
      ))}
    </DataTable>
  )
}

function WindowRow({
  window,
  next,
  now,
}: {
  window: MaintenanceWindow
  next: Occurrence | undefined
  now: number
}) {
  const { id: accountId } = useAccount()
  const { enabled, statusPageIds } = window.statusPageVisibility
  return (
    <tr>
      <td className="min-w-40">
        <Link
          to="/accounts/$accountId/maintenance/windows/$windowId"
          params={{ accountId, windowId: String(window.id) }}
          className="font-medium"
        >
          {window.name}
        </Link>
      </td>
      <td>
        {next === undefined ? (
          <span className="text-soft">over</span>
        ) : next.startsAt > now ? (
          <Moment at={next.startsAt} form="short" />
        ) : (
          <>
            In progress until <Moment at={next.endsAt} form="until" />
          </>
        )}
      </td>
      <td className="whitespace-nowrap">
        {repeatsInWords(window)}
        <span className="text-soft block text-xs">{window.timezone ?? 'UTC'}</span>
      </td>
      <td className="min-w-48">{effectsInWords(window).join('. ')}</td>
      <td>{enabled ? statusPageIds.length : 'no'}</td>
    </tr>
  )
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
