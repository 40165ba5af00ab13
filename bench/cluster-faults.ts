import { setTimeout as delay } from 'node:timers/promises'
import { secondMs } from '@sonde/ground/durations.ts'
import { streamOf } from '@sonde/runs/queue/jetstream/subjects.ts'
import { leaderOf } from '@sonde/runs/testing/nats-servers.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { startAlertReceiver, startFlappingTarget } from '../scripts/cluster/flapping-target.ts'
import { addFlappingChecks } from '../scripts/cluster/soak.ts'
import { type Cluster, location } from '../scripts/cluster/start-cluster.ts'
import { settleMs, withCluster } from './cluster-under-load.ts'
import type { Row } from './report.ts'
import { spreadOf } from './spread.ts'

/** From a fault until everything is as it was. */
const afterFaultMs = 25 * secondMs
const periodMs = 60 * secondMs
/** Checks every ten seconds whose target fails and recovers, half of them at a time. */
const flapping = 100
const flips = 4
/** Every check has had a run, and its alert the time to arrive. */
const betweenFlipsMs = 20 * secondMs

/** `delayedMs`: of the result that was known longest to an agent alone. */
type Gap = { latestMs: number; delayedMs: number; lost: number; twice: number }

/** How soon a webhook is told; then, so often each, what becomes of runs and results when a server or a node ends. */
export async function measureFaults(size: number, times: number): Promise<Row[]> {
  return await withCluster(size, { servers: 3, hasNats: true }, async (cluster, store) => {
    const { servers, nats } = cluster
    const rows = await measureAlerts(cluster, store)
    const repeat = async (what: string, goal: string, happen: (nth: number) => Promise<void>) => {
      const gaps: Gap[] = []
      for (let nth = 0; nth < times; nth += 1) gaps.push(await gapOf(store, () => happen(nth)))
      process.stdout.write(`  ${what}: ${JSON.stringify(gaps)}\n`)
      const worst = (of: (gap: Gap) => number) => Math.max(...gaps.map(of))
      rows.push(
        { what: `${what}: latest run`, value: worst(({ latestMs }) => latestMs) / secondMs, unit: 's', goal },
        {
          what: `${what}: result that waited longest`,
          value: worst(({ delayedMs }) => delayedMs) / secondMs,
          unit: 's',
          goal: '<= 5 s',
        },
        { what: `${what}: lost`, value: worst(({ lost }) => lost), unit: 'runs', goal: '0' },
        { what: `${what}: twice`, value: worst(({ twice }) => twice), unit: 'checks', goal: '0' },
      )
    }
    const part = (nth: number) => servers[nth % servers.length]
    await repeat('server killed', '<= 10 s', async (nth) => {
      part(nth)?.kill('SIGKILL')
      await delay(afterFaultMs)
      await part(nth)?.start()
    })
    await repeat('server stopped', '<= 2 s', async (nth) => {
      await part(nth)?.stop()
      await delay(afterFaultMs)
      await part(nth)?.start()
    })
    await repeat('leader of the stream killed', '<= 10 s', async () => {
      if (nats === null) throw new Error('there is no NATS')
      const node = await leaderOf(nats, (stream) => stream.endsWith(`_RUNS_${streamOf(location)}`))
      await node.kill()
      await delay(afterFaultMs)
      await node.start()
    })
    return rows
  })
}

/** How late the latest run was that was due around a fault, and which slots have no result, or two that count. */
async function gapOf(store: Store, happen: () => Promise<void>): Promise<Gap> {
  const fromAt = Date.now()
  await happen()
  await delay(afterFaultMs)
  const rows = await store.read
    .selectFrom('results')
    // Those of the checks that were deleted since ran more often.
    .innerJoin('check_states', 'check_states.no', 'results.check_no')
    .select(['check_no', 'scheduled_at', 'started_at', 'duration_ms', 'results.created_at'])
    .where('is_final', '=', true)
    .where('scheduled_at', '>=', fromAt - periodMs)
    .where('scheduled_at', '<', Date.now() - settleMs)
    .orderBy('scheduled_at')
    .execute()
  const gap: Gap = { latestMs: 0, delayedMs: 0, lost: 0, twice: 0 }
  for (const ofCheck of Map.groupBy(rows, ({ check_no: no }) => no).values()) {
    for (const [index, row] of ofCheck.entries()) {
      // What was due long before is of the fault before this one.
      if (row.scheduled_at >= fromAt - settleMs) {
        gap.latestMs = Math.max(gap.latestMs, row.started_at - row.scheduled_at)
        gap.delayedMs = Math.max(gap.delayedMs, row.created_at - row.started_at - row.duration_ms)
      }
      const next = ofCheck[index + 1]
      if (next === undefined) continue
      const steps = (next.scheduled_at - row.scheduled_at) / periodMs
      if (steps < 1) gap.twice += 1
      else gap.lost += Math.round(steps) - 1
    }
  }
  return gap
}

/** From the arrival of a result to the webhook that it causes, while all the monitors run. */
async function measureAlerts(cluster: Cluster, store: Store): Promise<Row[]> {
  await using ends = new AsyncDisposableStack()
  const receiver = await startAlertReceiver()
  ends.defer(receiver.close)
  const target = await startFlappingTarget(flapping)
  ends.defer(target.close)
  const checkIds = await addFlappingChecks(cluster, { count: flapping, target, receiver })
  await delay(betweenFlipsMs)
  for (let nth = 0; nth < flips; nth += 1) {
    target.flip()
    await delay(betweenFlipsMs)
  }
  const waits: number[] = []
  for (const checkId of checkIds) {
    const results = await store.read
      .selectFrom('results')
      .innerJoin('check_states', 'check_states.no', 'results.check_no')
      .select('results.created_at')
      .where('check_states.check_id', '=', checkId)
      .orderBy('results.created_at', 'desc')
      .execute()
    for (const { arrivedAt } of receiver.arrived.filter((alert) => alert.checkId === checkId)) {
      const cause = results.find(({ created_at: at }) => at <= arrivedAt)
      if (cause !== undefined) waits.push(arrivedAt - cause.created_at)
    }
    await cluster.call('DELETE', `/v1/checks/${checkId}`)
  }
  const { count, p50, p99, max } = spreadOf(waits)
  process.stdout.write(`  result to webhook: ${JSON.stringify({ count, p50, p99, max })}\n`)
  return [
    { what: 'result to webhook, 3 servers: alerts', value: count, unit: '', goal: `${expectedAlerts}` },
    { what: 'result to webhook, 3 servers: p50', value: p50, unit: 'ms', goal: '' },
    { what: 'result to webhook, 3 servers: p99', value: p99, unit: 'ms', goal: '< 1000 ms' },
    { what: 'result to webhook, 3 servers: worst', value: max, unit: 'ms', goal: '' },
  ]
}

/** One half fails at first; from then on each flip is told of by all. */
const expectedAlerts = flapping / 2 + (flips - 1) * flapping
