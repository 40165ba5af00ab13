import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { withoutNats } from '@sonde/runs/testing/nats-servers.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { runIdOf } from '@sonde/store/runs/run-identity.ts'
import {
  hasPostgresPrograms,
  type PostgresPair,
  startPostgresPair,
} from '@sonde/store/testing/postgres-pair.ts'
import { judgeSlots, settledSlots } from '../scripts/cluster/slots-hold.ts'
import { type Cluster, startCluster } from '../scripts/cluster/start-cluster.ts'
import { eventually, patienceMs } from './support/eventually.ts'
import { addChecksFailingTogether } from './support/failing-together.ts'
import { freePort } from './support/free-port.ts'

const monitors = 12
const failing = 8

/** Three servers that share the checks, on both hosts of PostgreSQL. */
async function clusterOn(t: TestContext, pair: PostgresPair): Promise<Cluster> {
  await using begun = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'sonde-e2e-'))
  begun.defer(() => rmSync(folder, { recursive: true, force: true }))
  const cluster = await startCluster({
    folder,
    port: Math.min(await freePort(), 32_700),
    monitors,
    settings: { SANDBOX: 'process', SONDE_POLL_SECONDS: '2', LOG_LEVEL: 'warn' },
    postgres: {
      url: pair.url,
      pid: () => null,
      start: async () => undefined,
      stop: () => pair.stop(),
      onEnd: () => undefined,
    },
  })
  begun.defer(cluster.stop)
  // The last first: nothing writes any more where the folder is removed.
  const ending = begun.move()
  t.after(() => ending.disposeAsync())
  return cluster
}

/** Of what the agents have reported lately, and were told that it is stored. */
function acknowledgedRuns({ proxy }: Cluster): string[] {
  return proxy.calls
    .filter(({ path, status }) => path === '/agent/v1/results' && status === 200)
    .flatMap(({ body }) => (JSON.parse(body) as { results: { runId: string }[] }).results)
    .map(({ runId }) => runId)
}

test(
  'cases 45 and 46: the primary is killed and its synchronous standby promoted: three servers find it by themselves, and nothing that was acknowledged is lost',
  { skip: withoutNats || !hasPostgresPrograms, timeout: 9.5 * minuteMs },
  async (t) => {
    const pair = await startPostgresPair({ maxConnections: 200 })
    pair.makeSynchronous()
    const cluster = await clusterOn(t, pair)
    const store = await openStore({
      dataDir: dirname(cluster.keyFile),
      databaseUrl: pair.url,
      encryptionKey: null,
      clock: systemClock,
    })
    t.after(() => store.close())
    const together = await addChecksFailingTogether(t, cluster, failing)
    const settled = () => settledSlots(store, { count: monitors + failing, withinMs: patienceMs })
    const before = await settled()
    assert.equal(before.size, monitors + failing)

    const written: string[] = []
    const over = new AbortController()
    const write = async () => {
      const body = { name: 'written', request: { hostname: '127.0.0.1' }, activated: false }
      const { id } = (await cluster.call('POST', '/v1/checks/icmp', body)) as { id: string }
      written.push(id)
    }
    const writing = (async () => {
      // What is refused meanwhile is tried again by whoever asked.
      while (!over.signal.aborted) await write().catch(() => delay(secondMs / 10))
    })()
    await eventually('somebody writes', () => written.length >= 20)
    together.turn()
    await pair.killPrimary()
    const reported = acknowledgedRuns(cluster)
    const writtenBefore = written.length
    await delay(3 * secondMs)
    pair.promoteStandby()
    const promotedMs = performance.now()
    await eventually('it is written again', () => written.length > writtenBefore)
    t.diagnostic(`written again ${Math.round(performance.now() - promotedMs)} ms after the promotion`)
    over.abort()
    await writing
    await together.untilTold()
    await pair.startOldPrimaryReadOnly()
    together.turn()
    await together.untilTold()

    const rows = await store.read
      .selectFrom('results')
      .innerJoin('check_states', 'check_states.no', 'results.check_no')
      .select(['check_states.check_id as checkId', 'scheduled_at as scheduledAt', 'origin'])
      .execute()
    const stored = new Set(rows.map(runIdOf))
    assert.ok(reported.length > 0)
    assert.deepEqual(
      reported.filter((runId) => !stored.has(runId)),
      [],
      'results that an agent was told to be stored',
    )
    // What was left out because an agent had a run is counted when it is known what became of that.
    const verdict = await eventually('every slot is accounted for', async () => {
      const now = judgeSlots(before, await settled())
      return now.lost === 0 && now
    })
    t.diagnostic(JSON.stringify(verdict))
    const { overcounted, twice } = verdict
    assert.deepEqual({ overcounted, twice }, { overcounted: 0, twice: 0 })
    together.assertTold()
    const ids = await store.read.selectFrom('checks').select('id').execute()
    const kept = new Set(ids.map(({ id }) => id))
    assert.deepEqual(
      written.filter((id) => !kept.has(id)),
      [],
      'checks that were acknowledged',
    )
  },
)
