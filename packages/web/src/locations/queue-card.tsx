import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Definition, DefinitionList } from '../parts/definition-list.tsx'
import { formatCount, formatDuration } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { Loaded } from '../parts/states.tsx'
import { locationMetricsQuery, type PrivateLocationMetrics } from '../resources/private-locations.ts'
import { queueStats } from './queue-stats.ts'

/** Whether the agents of the location keep up. */
export function QueueCard({ locationId }: { locationId: string }) {
  const query = useQuery(locationMetricsQuery(useApi(), locationId))
  return (
    <Card
      title="Queue, last 6 hours"
      actions={
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
          Refresh
        </Button>
      }
    >
      <Loaded query={query} what="the queue">
        {(metrics) => <Queue metrics={metrics} readAt={query.dataUpdatedAt} />}
      </Loaded>
    </Card>
  )
}

function Queue({ metrics, readAt }: { metrics: PrivateLocationMetrics; readAt: number }) {
  const { waiting, mostWaiting, longestWaitSeconds } = queueStats(metrics)
  return (
    <div className="space-y-3">
      <DefinitionList>
        <Definition name="Waiting in the last minute">{formatCount(waiting)}</Definition>
        <Definition name="Longest queue">{formatCount(mostWaiting)}</Definition>
        <Definition name="Longest wait">
          {longestWaitSeconds === 0 ? 'none' : formatDuration(longestWaitSeconds * 1000)}
        </Definition>
      </DefinitionList>
      {mostWaiting === null || mostWaiting === 0 ? (
        <p className="text-soft">No run had to wait.</p>
      ) : (
        <Bars sizes={metrics.queueSize} most={mostWaiting} />
      )}
      <p className="text-soft text-xs">
        Updated <Moment at={readAt} form="ago" />.
      </p>
    </div>
  )
}

const height = 60

function Bars({ sizes, most }: { sizes: readonly number[]; most: number }) {
  return (
    <svg
      role="img"
      aria-label={`Waiting runs, minute by minute; at most ${most}`}
      viewBox={`0 0 ${sizes.length} ${height}`}
      preserveAspectRatio="none"
      className="text-accent h-16 w-full"
    >
      {sizes.map((size, index) =>
        size === 0 ? null : (
          <rect
            // The place in time is all that tells them apart.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            x={index}
            y={height - (size / most) * height}
            width={1}
            height={(size / most) * height}
            fill="currentColor"
          />
        ),
      )}
    </svg>
  )
}
