import { classOf } from '@sonde/schema/alerts/alert.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount, useApi } from '../api/account-context.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Pager } from '../parts/lists/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import {
  alertSpanMs,
  alertsPerPage,
  alertsQuery,
  checkAlertsKey,
  type CheckAlert,
} from '../resources/check-alerts.ts'
import { AlertEntry } from './alert-entry.tsx'
import { AlertFilters } from './alert-filters.tsx'
import { AlertTabs } from './alert-tabs.tsx'
import { EarlierAlert } from './earlier-alert.tsx'
import { PastSteps } from './past-steps.tsx'
import { alertsRoute } from './routes.ts'
import { withSearch, type AlertsSearch } from './search-params.ts'

export function AlertsScreen() {
  const search = alertsRoute.useSearch()
  const navigate = alertsRoute.useNavigate()
  const alerts = useQuery(alertsQuery(useApi(), search))
  useNewAlerts(search.to === undefined)
  return (
    <>
      <AlertTabs title="Alerts" />
      <PastSteps
        to={search.to}
        spanMs={alertSpanMs}
        onJump={(to) => void navigate({ search: (before) => withSearch(before, { to, page: undefined }) })}
      />
      <AlertFilters search={search} />
      <Card isFlush>
        <Loaded query={alerts} what="the alerts">
          {({ items, total }) => <AlertList alerts={items} total={total ?? items.length} search={search} />}
        </Loaded>
      </Card>
    </>
  )
}

function AlertList({
  alerts,
  total,
  search,
}: {
  alerts: readonly CheckAlert[]
  total: number
  search: AlertsSearch
}) {
  const matches = alerts.filter(
    ({ alertType }) => search.kind === undefined || classOf(alertType) === search.kind,
  )
  if (total === 0) return <NoAlerts search={search} />
  return (
    <>
      {search.kind === undefined ? null : (
        <p className="text-soft px-4 pt-3">
          {matches.length} of the {alerts.length} alerts{' '}
          {total > alerts.length ? 'on this page' : 'in this time'} are of this kind.
        </p>
      )}
      <ul>
        {matches.map((alert) => (
          <AlertEntry key={alert.id} alert={alert} />
        ))}
      </ul>
      <Pager page={search.page ?? 1} pageSize={alertsPerPage} total={total} />
    </>
  )
}

function NoAlerts({ search }: { search: AlertsSearch }) {
  return (
    <Empty
      title="No alerts in this time"
      help="alerting"
      action={
        <>
          <EarlierAlert to={search.to} checkId={search.checkId} />
          <AccountLink to="/accounts/$accountId/alert-channels" className={buttonClasses()}>
            Alert channels
          </AccountLink>
        </>
      }
    >
      <p>
        An alert is raised when a check starts to fail, becomes degraded or recovers. Each entry shows who was
        notified, and when.
      </p>
    </Empty>
  )
}

/** New alerts come by themselves while the list ends now. */
function useNewAlerts(isLive: boolean): void {
  const { id } = useAccount()
  const queries = useQueryClient()
  const reload = () => {
    if (isLive) void queries.invalidateQueries({ queryKey: [id, ...checkAlertsKey] })
  }
  useLiveEvent('alert', reload)
  useLiveEvent('reset', reload)
}
