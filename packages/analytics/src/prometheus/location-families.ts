import { chunks } from '@sonde/ground/chunks.ts'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { type QueueLine, queueLines } from '@sonde/schema/agents/agent-protocol.ts'
import { writtenScripts } from '@sonde/schema/checks/written-scripts.ts'
import type { AccountCheck } from '@sonde/store/checks/account-checks.ts'
import { agentsOfAccount } from '@sonde/store/locations/agents.ts'
import { listPrivateLocationsOf } from '@sonde/store/locations/private-locations.ts'
import { newestQueueSamples } from '@sonde/store/runs/queue-samples.ts'
import { queueDelays } from '@sonde/store/results/stored-lately.ts'
import type { AnalyticsDeps } from '../read-run-stats.ts'
import { percentileOf } from '../aggregate-metric.ts'
import { type MetricFamily, labelText, sampleLine } from './exposition.ts'

const agentSeenMs = 10 * minuteMs
/** Written every minute; what is older tells nothing of now. */
const sampleMs = 3 * minuteMs
const delayMs = 2 * minuteMs
/** A place at which nothing ran for so long is not told of. */
const quietMs = 6 * hourMs
const checksPerQuestion = 200

type LocationState = {
  labels: string
  queued: number
  inflight: number
  oldestSeconds: number
  agents: number
  delays: Record<QueueLine, number[]>
}

/** Which places ran something lately: collected while the checks are read. */
export type LocationsSeen = {
  note(account: AccountCheck): void
  lastRunAt(slugName: string): number
  /** Checks that run at places of the account, and in which queue. */
  queues: ReadonlyMap<number, QueueLine>
}

export function createLocationsSeen(): LocationsSeen {
  const lastRunAt = new Map<string, number>()
  const queues = new Map<number, QueueLine>()
  return {
    queues,
    lastRunAt: (slugName) => lastRunAt.get(slugName) ?? 0,
    note({ no, check, group, lastRunLocations, lastResultAt }) {
      for (const location of lastRunLocations) {
        lastRunAt.set(location, Math.max(lastRunAt.get(location) ?? 0, lastResultAt ?? 0))
      }
      const { privateLocations } = check.config
      const queue = queueOfCheck(check, group)
      if (queue !== null && Array.isArray(privateLocations) && privateLocations.length > 0) {
        queues.set(no, queue)
      }
    },
  }
}

/** That of the runs that it makes now. */
function queueOfCheck(
  { checkType, config }: AccountCheck['check'],
  group: AccountCheck['group'],
): QueueLine | null {
  const kind = kindOf(checkType).run
  if (!kind) return null
  return kind.needs?.scripts === true && writtenScripts(config, group) !== null ? 'script' : kind.queue
}

export async function readLocationStates(
  { store, clock }: Pick<AnalyticsDeps, 'store' | 'clock'>,
  accountId: string,
  locationsSeen: LocationsSeen,
): Promise<LocationState[]> {
  const now = clock.now()
  const all = await listPrivateLocationsOf(store.read, accountId)
  const samples = await newestQueueSamples(store.read, {
    privateLocationIds: all.map(({ id }) => id),
    since: now - sampleMs,
  })
  const locations = all.filter(({ id, slugName }) => {
    const { queued = 0, inflight = 0 } = samples.get(id) ?? {}
    return queued + inflight > 0 || now - locationsSeen.lastRunAt(slugName) <= quietMs
  })
  if (locations.length === 0) return []
  const agents = await agentsOfAccount(store.read, { accountId, seenSince: now - agentSeenMs })
  const bySlug = new Map(
    locations.map(({ id, name, slugName }): [string, LocationState] => {
      const { queued = 0, inflight = 0, oldestSeconds = 0 } = samples.get(id) ?? {}
      return [
        slugName,
        {
          labels: labelText([
            ['private_location_name', name],
            ['private_location_slug_name', slugName],
            ['private_location_id', id],
          ]),
          queued,
          inflight,
          oldestSeconds,
          agents: agents.filter((agent) => agent.privateLocationId === id).length,
          delays: { uptime: [], script: [], main: [] },
        },
      ]
    }),
  )
  const checkNos = [...locationsSeen.queues.keys()]
  for (const chunk of chunks(checkNos, checksPerQuestion)) {
    const delays = await queueDelays(store.read, {
      checkNos: chunk,
      since: now - delayMs,
    })
    for (const { checkNo, location, delayMs: delay } of delays) {
      bySlug.get(location)?.delays[locationsSeen.queues.get(checkNo) ?? 'main'].push(delay)
    }
  }
  return [...bySlug.values()]
}

export function* locationFamilies(prefix: string, places: readonly LocationState[]): Generator<MetricFamily> {
  const gauge = (
    suffix: string,
    help: string,
    linesOf: (name: string, place: LocationState) => Iterable<string>,
  ): MetricFamily => {
    const name = `${prefix}_private_location_${suffix}`
    return { name, help, type: 'gauge', lines: places.flatMap((place) => [...linesOf(name, place)]) }
  }
  yield gauge('queue_size', 'Runs waiting for an agent of the location', (name, { labels, queued }) => [
    sampleLine(name, labels, queued),
  ])
  yield gauge(
    'oldest_scheduled_check_run',
    'Age in seconds of the run that has waited longest',
    (name, { labels, oldestSeconds }) => [sampleLine(name, labels, oldestSeconds)],
  )
  yield gauge(
    'agent_count',
    'Agents of the location that were connected in the last 10 minutes',
    (name, { labels, agents }) => [sampleLine(name, labels, agents)],
  )
  yield gauge(
    'check_runs',
    'Runs at the location that are waiting for an agent, and that agents are executing',
    (name, { labels, queued, inflight }) => [
      sampleLine(name, `${labels},state="queued"`, queued),
      sampleLine(name, `${labels},state="inflight"`, inflight),
    ],
  )
  yield gauge(
    'queue_duration_ms',
    'How long runs of the last 2 minutes waited for an agent',
    (name, { labels, delays }) =>
      queueLines.flatMap((queue) => {
        const sorted = delays[queue].toSorted((left, right) => left - right)
        if (sorted.length === 0) return []
        const stats = {
          avg: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
          p90: percentileOf(sorted, 90) ?? 0,
          p99: percentileOf(sorted, 99) ?? 0,
        }
        return Object.entries(stats).map(([stat, value]) =>
          sampleLine(name, `${labels},stat="${stat}",queue="${queue}"`, value),
        )
      }),
  )
}
