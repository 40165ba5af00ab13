import { useQuery } from '@tanstack/react-query'
import { DeliveryTable } from '../alerts/delivery-table.tsx'
import { PastSteps } from '../alerts/past-steps.tsx'
import { useApi } from '../api/account-context.ts'
import { Card } from '../parts/card.tsx'
import { Pager } from '../parts/lists/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { deliveriesPerPage, deliveriesQuery, deliverySpanMs } from '../resources/alert-notifications.ts'
import { channelRoute } from './routes.ts'

/** What was sent to one channel. */
export function ChannelLog({ channelId }: { channelId: number }) {
  const { to, page = 1 } = channelRoute.useSearch()
  const navigate = channelRoute.useNavigate()
  const deliveries = useQuery(deliveriesQuery(useApi(), { to, channelId, page }))
  return (
    <Card title="Deliveries">
      <PastSteps
        to={to}
        spanMs={deliverySpanMs}
        onJump={(next) => void navigate({ search: next === undefined ? {} : { to: next } })}
      />
      <Loaded query={deliveries} what="the deliveries">
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title="No deliveries in this time">
              <p>Use “Send test” to see whether messages arrive, or go back in time.</p>
            </Empty>
          ) : (
            <div className="-mx-4 overflow-x-auto">
              <DeliveryTable notifications={items} isOneChannel />
              <Pager page={page} pageSize={deliveriesPerPage} total={total ?? items.length} />
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}
