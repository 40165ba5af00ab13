import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Pager } from '../parts/lists/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import {
  deliveriesPerPage,
  deliveriesQuery,
  deliverySpanMs,
  notificationsKey,
} from '../resources/alert-notifications.ts'
import { AlertTabs } from './alert-tabs.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { PastSteps } from './past-steps.tsx'
import { deliveriesRoute } from './routes.ts'
import { withSearch, type DeliveriesSearch } from './search-params.ts'

const currentClasses = 'border-accent! bg-accent-wash! text-accent!'

export function DeliveriesScreen() {
  const api = useApi()
  const search = deliveriesRoute.useSearch()
  const navigate = deliveriesRoute.useNavigate()
  const { to, channelId, page = 1, failures = false } = search
  const deliveries = useQuery(deliveriesQuery(api, { to, channelId, page, isOnlyFailures: failures }))
  const queries = useQueryClient()
  useLiveEvent('alert', () => {
    if (to === undefined) void queries.invalidateQueries({ queryKey: [api.accountId, ...notificationsKey] })
  })
  return (
    <>
      <AlertTabs title="Deliveries" />
      <PastSteps
        to={to}
        spanMs={deliverySpanMs}
        onJump={(next) =>
          void navigate({ search: (before) => withSearch(before, { to: next, page: undefined }) })
        }
      />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <StatusChoice search={search} />
        {channelId === undefined ? null : <ChosenChannel channelId={channelId} />}
      </div>
      <Card isFlush>
        <Loaded query={deliveries} what="the deliveries">
          {({ items, total }) =>
            items.length === 0 ? (
              <Empty
                help="alerting#delivery"
                title={failures ? 'Nothing was given up in this time' : 'Nothing was sent in this time'}
              >
                <p>
                  This list shows each message to an alert channel, with the response of the receiver and the
                  number of attempts.
                </p>
              </Empty>
            ) : (
              <>
                <DeliveryTable notifications={items} />
                <Pager page={page} pageSize={deliveriesPerPage} total={total ?? items.length} />
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  )
}

/**
 * Those that nobody will get are what one looks for: their number stands at the way to them. What is tried again is not
 * among them, however often it has failed.
 */
function StatusChoice({ search }: { search: DeliveriesSearch }) {
  const { to, channelId, failures } = search
  const failureQuery = useQuery(deliveriesQuery(useApi(), { to, channelId, isOnlyFailures: true, limit: 1 }))
  const count = failureQuery.data?.total ?? null
  return (
    <nav aria-label="Which deliveries" className="flex flex-wrap gap-1">
      <Link
        to="."
        search={(before) => withSearch(before, { failures: true, page: undefined })}
        activeOptions={{ exact: true }}
        aria-current={failures === true ? true : undefined}
        className={buttonClasses(
          count !== null && count > 0 ? 'danger' : 'plain',
          failures === true ? currentClasses : '',
        )}
      >
        Given up{count === null ? '' : `: ${count}`}
      </Link>
      <Link
        to="."
        search={(before) => withSearch(before, { failures: undefined, page: undefined })}
        activeOptions={{ exact: true }}
        aria-current={failures === true ? undefined : true}
        className={buttonClasses('plain', failures === true ? '' : currentClasses)}
      >
        All
      </Link>
    </nav>
  )
}

function ChosenChannel({ channelId }: { channelId: number }) {
  const { id: accountId } = useAccount()
  return (
    <p className="flex flex-wrap items-center gap-2">
      Only to
      <Link
        to="/accounts/$accountId/alert-channels/$channelId"
        params={{ accountId, channelId: String(channelId) }}
      >
        one channel
      </Link>
      <Link
        to="."
        search={(before) => withSearch(before, { channelId: undefined, page: undefined })}
        className={buttonClasses()}
      >
        All channels
      </Link>
    </p>
  )
}
