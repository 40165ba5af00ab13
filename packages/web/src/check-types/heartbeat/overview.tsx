import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/account-context.ts'
import { callService, nobody } from '../../api/call-service.ts'
import { useLiveEvent } from '../../api/live-events.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Facts } from '../../parts/facts.tsx'
import { formatCount, formatPercent } from '../../parts/format.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { Range } from '../../parts/range.ts'
import { Empty, Failed, Loaded } from '../../parts/states.tsx'
import { useToast } from '../../parts/toast.tsx'
import { checkKey, type Check } from '../../resources/checks.ts'
import {
  heartbeatEventsKey,
  heartbeatEventsQuery,
  type HeartbeatEvent,
  type HeartbeatStats,
} from './events.ts'

/** A heartbeat does not look: it waits. So its address stands first, and then what came. */
export function Overview({ check, range }: { check: Check; range: Range }) {
  const api = useApi()
  const queries = useQueryClient()
  const query = heartbeatEventsQuery(api, check.id, range)
  const events = useQuery(query)
  useLiveEvent('check', ({ id }) => {
    if (id === check.id) void queries.invalidateQueries({ queryKey: heartbeatEventsKey(api, check.id) })
  })
  return (
    <>
      <PingAddress check={check} />
      <Loaded query={events} what="the pings">
        {(shown) => (
          <>
            {shown === null ? null : <Stats stats={shown.stats} />}
            <Card title="Last events" isFlush>
              {shown === null || shown.events.length === 0 ? (
                <Empty title="No ping in this time">
                  <p>
                    Send the first one with the command above. A ping that does not come in time is an event,
                    too.
                  </p>
                </Empty>
              ) : (
                <Events events={shown.events} />
              )}
            </Card>
          </>
        )}
      </Loaded>
    </>
  )
}

function PingAddress({ check }: { check: Check }) {
  const queries = useQueryClient()
  const api = useApi()
  const toast = useToast()
  const pingUrl = 'heartbeat' in check ? (check.heartbeat.pingUrl ?? '') : ''
  const ping = useMutation({
    // Not by the address itself: this page may be open under another name than that was made for.
    mutationFn: () => callService(nobody, 'POST /ping/{token}', { params: { token: tokenIn(pingUrl) } }),
    onSuccess: async () => {
      toast('Ping sent')
      await queries.invalidateQueries({ queryKey: checkKey(api, check.id) })
    },
  })
  return (
    <Card
      title="Ping address"
      actions={
        pingUrl !== '' ? (
          <Button isBusy={ping.isPending} onClick={() => ping.mutate()}>
            Ping now
          </Button>
        ) : null
      }
    >
      {pingUrl === '' ? (
        <p>The ping address is shown to members who can edit this check.</p>
      ) : (
        <PingCommands pingUrl={pingUrl} />
      )}
      {ping.isError ? <Failed error={ping.error} /> : null}
    </Card>
  )
}

function PingCommands({ pingUrl }: { pingUrl: string }) {
  return (
    <>
      <p className="mb-2">
        Your job calls this address when it has done its work. Whoever knows it can ping: keep it to yourself.
      </p>
      <CodeBlock text={pingUrl} what="address of this heartbeat" />
      <h3 className="mt-4 mb-2">From a shell</h3>
      <CodeBlock text={curlLine(pingUrl)} what="curl command" />
      <h3 className="mt-4 mb-2">From cron, only when the job succeeded</h3>
      <CodeBlock
        text={`0 3 * * * /usr/local/bin/backup && ${curlLine(pingUrl)} > /dev/null`}
        what="line for cron"
      />
    </>
  )
}

function tokenIn(pingUrl: string): string {
  return pingUrl.slice(pingUrl.lastIndexOf('/') + 1)
}

function curlLine(pingUrl: string): string {
  return `curl -fsS -m 10 --retry 3 '${pingUrl}'`
}

function Stats({ stats }: { stats: HeartbeatStats }) {
  return (
    <Card title="Availability">
      <Facts
        facts={[
          ['Last 24 hours', formatPercent(stats.last24Hours.successRatio.currentPeriod)],
          ['The 24 hours before', formatPercent(stats.last24Hours.successRatio.previousPeriod)],
          ['Events in 24 hours', formatCount(stats.last24Hours.totalEntitiesCurrentPeriod)],
          ['Last 7 days', formatPercent(stats.last7Days.successRatio.currentPeriod)],
          ['The 7 days before', formatPercent(stats.last7Days.successRatio.previousPeriod)],
          ['Events in 7 days', formatCount(stats.last7Days.totalEntitiesCurrentPeriod)],
        ]}
      />
    </Card>
  )
}

const states: Readonly<Record<HeartbeatEvent['state'], { words: string; sign: string; look: string }>> = {
  FAILING: { words: 'Missed', sign: '✕', look: 'text-bad' },
  EARLY: { words: 'Early', sign: '✓', look: 'text-good' },
  RECEIVED: { words: 'In time', sign: '✓', look: 'text-good' },
  GRACE: { words: 'Late, within the grace period', sign: '▲', look: 'text-warn' },
  LATE: { words: 'Too late', sign: '▲', look: 'text-warn' },
}

function Events({ events }: { events: readonly HeartbeatEvent[] }) {
  return (
    <DataTable columns={['Event', 'When', 'Source', 'User agent']}>
      {events.map(({ id, state, timestamp, source, userAgent }) => (
        <tr key={id}>
          <td className={`${states[state].look} font-semibold`}>
            <span aria-hidden="true">{states[state].sign} </span>
            {states[state].words}
          </td>
          <td>
            <Moment at={timestamp} />
          </td>
          <td>{source ?? '–'}</td>
          <td>{userAgent ?? '–'}</td>
        </tr>
      ))}
    </DataTable>
  )
}
