import { useQuery } from '@tanstack/react-query'
import { AlertEntry } from '../alerts/alert-entry.tsx'
import { useApi } from '../api/account-context.ts'
import { Card } from '../parts/card.tsx'
import { formatDuration, formatMoment } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { Pager } from '../parts/lists/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { useNow } from '../parts/use-now.ts'
import { alertsOfCheckQuery, alertsPerPage } from '../resources/check-alerts.ts'
import { AlertBacktestForm } from './alert-backtest.tsx'
import { EffectiveSettingsCard } from './effective-settings.tsx'
import { episodesOf, type Episode } from './episodes.ts'
import { checkAlertsRoute } from './routes.ts'
import { TimeToPageCard } from './time-to-page/card.tsx'
import { UnalertedCard } from './unalerted-card.tsx'

/** Outage by outage: failure, reminders, recovery, and who was notified of each. */
export function CheckAlertsScreen() {
  const { checkId } = checkAlertsRoute.useParams()
  const { page = 1 } = checkAlertsRoute.useSearch()
  const alerts = useQuery(alertsOfCheckQuery(useApi(), checkId, page))
  return (
    <>
      <Loaded query={alerts} what="the alerts">
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <Card>
                <Empty title="No alerts">
                  <p>
                    An alert is raised when the check fails as often as its alert settings require, and when
                    it recovers.
                  </p>
                </Empty>
              </Card>
            ) : (
              <>
                {episodesOf(items).map((episode) => (
                  <EpisodeCard key={episode.id} episode={episode} />
                ))}
                <Pager page={page} pageSize={alertsPerPage} total={total ?? items.length} />
              </>
            )}
            {page === 1 ? (
              <UnalertedCard checkId={checkId} alerts={items} total={total ?? items.length} />
            ) : null}
          </>
        )}
      </Loaded>
      <EffectiveSettingsCard checkId={checkId} />
      <TimeToPageCard checkId={checkId} />
      <AlertBacktestForm checkId={checkId} />
    </>
  )
}

function EpisodeCard({ episode: { alerts, beganAt, endedAt } }: { episode: Episode }) {
  const now = useNow()
  return (
    <Card title={`Since ${formatMoment(beganAt)}`} isFlush>
      <p className="text-soft px-4 pt-3">
        {endedAt === null ? (
          <>Ongoing for {formatDuration(Math.max(1000, now - beganAt))}.</>
        ) : (
          <>
            Over after {formatDuration(endedAt - beganAt)}, at <Moment at={endedAt} />.
          </>
        )}
      </p>
      <ol>
        {alerts.map((alert) => (
          <AlertEntry key={alert.id} alert={alert} />
        ))}
      </ol>
    </Card>
  )
}
