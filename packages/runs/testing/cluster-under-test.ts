import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { logCheckChanges } from '@sonde/store/cluster/check-change-log.ts'
import { type CheckRow, insertCheck } from '@sonde/store/checks/checks.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import type { TestEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { createClusterLeases, type ShardKeeper } from '../src/cluster/cluster-leases.ts'
import { clusterTimes } from '../src/cluster/cluster-times.ts'
import { createShardScheduling } from '../src/cluster/shard-scheduling.ts'
import { createMemoryQueue } from '../src/queue/memory-queue.ts'
import type { OutgoingParcel, ParcelOutcome } from '../src/queue/run-queue.ts'
import { createRunRestorer } from '../src/results/restore-runs.ts'
import { createSnapshotCache } from '../src/results/snapshot-cache.ts'
import type { Run } from '../src/run.ts'
import { createSessionWatch } from '../src/sessions/session-watch.ts'
import { icmpCheck } from './icmp-checks.ts'
import { createKeptLog } from './kept-log.ts'
import { createLocalBus } from './local-bus.ts'
import { createTestClock } from './test-clock.ts'

/** Leases end by the clock of the database, which no test moves: they last longer than a test, and are ended by hand. */
const times = { ...clusterTimes, leaseMs: 10 * minuteMs, livingMs: 10 * minuteMs, ownEndMs: 9 * minuteMs }

/** Several servers of one process that share a database, a queue in memory and a clock that the test moves. */
export async function clusterUnderTest(
  t: TestContext,
  engine: TestEngine,
  count: number,
  /** How servers reach the database, when not directly. */
  reach?: (databaseUrl: string) => Promise<string>,
) {
  const clock = createTestClock()
  const { store, close, dataDir, databaseUrl } = await engine.open({ clock })
  const serverStore =
    reach === undefined
      ? store
      : await openStore({ dataDir, databaseUrl: await reach(databaseUrl ?? ''), encryptionKey: null, clock })
  const { id: accountId } = await addAccount(store)
  const bus = createLocalBus()
  const log = createKeptLog()
  const queue = createMemoryQueue({
    clock,
    times: { leaseMs: minuteMs, expiryMs: 6 * minuteMs },
    reopen: async () => null,
  })
  const find = () => null
  const restore = createRunRestorer({ store, snapshots: createSnapshotCache({ store }), find })
  const published = new Set<string>()
  /** Of parcels that were published. */
  const parcelCounts = { new: 0, duplicate: 0 }
  const taken: Run[] = []
  /** Runs that their agent does not end. */
  const endless = new Set<string>()
  const servers = Array.from({ length: count }, start)
  t.after(async () => {
    for (const server of servers) await server.stop()
    if (serverStore !== store) await serverStore.close()
    await close()
  })

  function start() {
    const id = randomUUID()
    const sign = {
      id,
      name: id,
      roles: ['scheduler'],
      version: '1.0.0',
      usesNats: true,
      clockOffsetMs: null,
    }
    const beats = serverStore.openConnections({
      name: 'sonde beat',
      most: 1,
      statementTimeoutMs: 20_000,
      idleInTransactionTimeoutMs: 20_000,
    })
    const keeper: ShardKeeper = {
      begin: (shards) => scheduling.keeper.begin(shards),
      end: (shards) => scheduling.keeper.end(shards),
    }
    const leases = createClusterLeases({
      serverId: id,
      times,
      steadyMs: clock.now,
      log,
      bus,
      keeper,
      jobs: {},
    })
    const server = {
      id,
      leases,
      isDead: false,
      /** What becomes of the parcels that it publishes; `unanswered`: they are in the queue, and it does not know. */
      outcome: null as 'failed' | 'unanswered' | null,
      /** Whether it says that it reaches NATS. */
      hasNats: true,
    }
    const scheduling = createShardScheduling({
      store: serverStore,
      clock,
      steadyMs: clock.steadyMs,
      log,
      queue,
      registry: { find, isServed: () => true },
      isPaused: () => false,
      watch: createSessionWatch(),
      restore,
      finalizeLast: async () => {},
      gone: async () => {},
      expiryMs: 6 * minuteMs,
      leaseMs: minuteMs,
      locationsChanged: async () => {},
      onDropped: () => {},
      endAsUnable: () => false,
      endAsCancelled: () => undefined,
      wake: () => {},
      serverId: id,
      clusterTimes: times,
      leases,
      parcels: { pack: (runs) => [runs], publish, unpublish: (runs) => void queue.close(runs) },
    })

    async function publish(parcels: readonly OutgoingParcel[]): Promise<ParcelOutcome[]> {
      const outcomes: ParcelOutcome[] = []
      for (const { id: parcelId, runs } of parcels) {
        if (server.outcome === 'failed') {
          outcomes.push('failed')
          continue
        }
        const isNew = !published.has(parcelId)
        published.add(parcelId)
        if (isNew) await queue.publish(runs)
        parcelCounts[isNew ? 'new' : 'duplicate'] += 1
        outcomes.push(server.outcome === 'unanswered' ? 'failed' : isNew ? 'new' : 'duplicate')
      }
      return outcomes
    }

    /** Others take what it has, and it does not know. */
    async function fallSilent(): Promise<void> {
      await store.read.updateTable('servers').set({ seen_at: 0 }).where('id', '=', id).execute()
      await store.read.updateTable('shard_leases').set({ until_at: 0 }).where('owner', '=', id).execute()
    }

    return Object.assign(server, {
      scheduling,
      async beat() {
        await leases.beat(beats, { ...sign, hasNats: server.hasNats })
        await new Promise((resolve) => setImmediate(resolve))
        await beats.selectFrom('servers').select('id').execute()
      },
      /** Works until nothing is due. */
      async work() {
        await scheduling.follow({ isTold: false })
        do {
          await scheduling.dispatch()
        } while (scheduling.nextAt() <= clock.now())
        await new Promise((resolve) => setImmediate(resolve))
      },
      /** Without a word, long enough ago. */
      async kill() {
        server.isDead = true
        await fallSilent()
      },
      fallSilent,
      async stop() {
        await scheduling.stop()
        await beats.destroy()
      },
    })
  }

  async function second(): Promise<void> {
    clock.advance(secondMs)
    const living = servers.filter(({ isDead }) => !isDead)
    if ((clock.now() / secondMs) % 2 === 0) for (const server of living) await server.beat()
    for (const server of living) await server.work()
    await makeRuns()
  }

  /** An agent takes everything at once, and ends it. */
  async function makeRuns(): Promise<void> {
    const taker = {
      agentId: 'agent',
      serves: () => true,
      places: () => [],
      checkTypes: new Set(['ICMP'] as const),
    }
    const free = { uptime: 10_000, script: 10_000, main: 10_000 }
    const { leases } = await queue.take(
      taker,
      { free, most: 10_000, waitMs: 0 },
      AbortSignal.timeout(minuteMs),
    )
    const runs = leases.map(({ run }) => run)
    taken.push(...runs)
    const ended = runs.filter(({ runId, origin }) => !endless.has(origin) && !endless.has(runId))
    await queue.complete(ended)
    await queue.close(ended)
  }

  return {
    store,
    clock,
    log,
    queue,
    servers,
    taken,
    parcelCounts,
    endless,
    second,
    makeRuns,
    async seconds(seconds: number) {
      for (let passed = 0; passed < seconds; passed += 1) await second()
    },
    /** Every ten seconds unless told. */
    async addCheck(
      config: JsonObject = {},
      fields: Partial<CheckRow> = {},
      firstRuns?: { startsAtOnce: boolean },
    ): Promise<{ no: number; id: string }> {
      const check = icmpCheck(config, {
        accountId,
        createdAt: clock.now(),
        frequency: 0,
        frequencyOffset: 10,
        ...fields,
      })
      await store.write(async (db) => {
        await insertCheck(db, check)
        await logCheckChanges(db, [check.id], firstRuns)
      })
      const no = await findCheckNumber(store.read, { accountId, checkId: check.id })
      assert.ok(no !== null)
      return { no, id: check.id }
    },
    /** Runs that were due, by check. */
    async due(): Promise<Map<number, number>> {
      const rows = await store.read.selectFrom('hourly_rollups').select(['check_no', 'due']).execute()
      const counts = new Map<number, number>()
      for (const { check_no: no, due } of rows) counts.set(no, (counts.get(no) ?? 0) + due)
      return counts
    },
    /** By slot: one that was left by a server is published after the next. */
    runsOf: (no: number) =>
      taken
        .filter(({ checkNo }) => checkNo === no)
        .toSorted((one, other) => one.scheduledAt - other.scheduledAt),
    /** What was written and not published: rows of what was published go with the next slot, or two seconds later. */
    written: async () =>
      await store.read
        .selectFrom('dispatches')
        .select('id')
        .where('written_at', '<=', clock.now() - 2 * secondMs)
        .execute(),
  }
}
