// In turns: servers and databases that are killed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { markPublished } from '@sonde/store/cluster/shard-runs.ts'
import { deletePendingRuns, upsertPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { type LoopbackProxy, startLoopbackProxy } from '@sonde/store/testing/loopback-proxy.ts'
import { untilSomebodyWaits } from '@sonde/store/testing/waiting-locks.ts'
import * as fc from 'fast-check'
import { clusterUnderTest } from '../../testing/cluster-under-test.ts'
import { someRun } from '../../testing/some-run.ts'
import { toPendingRun } from '../results/pending-run.ts'

type Cluster = Awaited<ReturnType<typeof clusterUnderTest>>

/** Every slot that was due was run, once; a check that is due every ten seconds has one for each. */
async function assertSlotsHold(cluster: Cluster, checks: readonly { no: number }[]): Promise<void> {
  const due = await cluster.due()
  for (const { no } of checks) {
    const slots = cluster.runsOf(no).map(({ scheduledAt }) => scheduledAt)
    assert.equal(new Set(slots).size, slots.length, `check ${no} ran twice in a slot`)
    const steps = slots.slice(2).map((slot, index) => (slot - (slots[index + 1] ?? 0)) / secondMs)
    assert.deepEqual(
      steps,
      steps.map(() => 10),
      `check ${no}`,
    )
    assert.equal(due.get(no), slots.length, `check ${no}: due`)
  }
}

async function begun(cluster: Cluster, checkCount: number, config: { locations?: string[] } = {}) {
  const checks = []
  for (let count = 0; count < checkCount; count += 1) checks.push(await cluster.addCheck(config))
  for (const { beat } of cluster.servers) await beat()
  await cluster.seconds(12)
  return checks
}

forEachEngine('faults of servers that share a schedule', (engine) => {
  // A file of SQLite has one server only.
  if (engine.name === 'sqlite') return

  test('case 14: what a server had published when it was killed is published again under the same name, and runs once', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 3)
    const checks = await begun(cluster, 20)
    const [first] = cluster.servers
    assert.ok(first)
    first.outcome = 'unanswered'
    await cluster.seconds(10)
    await first.kill()
    assert.ok((await cluster.written()).length > 0)
    await cluster.seconds(25)
    assert.ok(cluster.parcelCounts.duplicate > 0)
    assert.deepEqual(await cluster.written(), [])
    await assertSlotsHold(cluster, checks)
  })

  test('case 42: what a server has written and cannot publish without NATS is published by those who get its shards', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 3)
    const checks = await begun(cluster, 20)
    const [first] = cluster.servers
    assert.ok(first)
    first.outcome = 'failed'
    await cluster.seconds(6)
    assert.ok((await cluster.written()).length > 0)
    // After some seconds it knows itself, and says so with its next beat.
    first.hasNats = false
    await cluster.seconds(14)
    assert.equal(first.scheduling.checkCount(), 0)
    assert.deepEqual(await cluster.written(), [])
    first.hasNats = true
    first.outcome = null
    await cluster.seconds(20)
    assert.ok(first.scheduling.checkCount() > 0)
    await assertSlotsHold(cluster, checks)
  })

  test('case 40: what NATS did not take for too long is missed, and its check runs in the next slot that it takes', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 1)
    const [check] = await begun(cluster, 1)
    const [only] = cluster.servers
    assert.ok(check && only)
    const slotsOf = () => cluster.runsOf(check.no).map(({ scheduledAt }) => scheduledAt)
    const lastSlot = slotsOf().at(-1) ?? 0
    only.outcome = 'failed'
    // Longer than a slot is waited for, counted from when it was due.
    while (cluster.clock.now() < lastSlot + 27 * secondMs) await cluster.second()
    assert.deepEqual(await cluster.written(), [])
    only.outcome = null
    await cluster.seconds(10)
    assert.deepEqual(slotsOf().slice(slotsOf().indexOf(lastSlot)), [lastSlot, lastSlot + 30 * secondMs])
  })

  // Most slots are one statement, which commits itself; those of checks with a rotation are a transaction of several.
  for (const { what, words, locations } of [
    { what: 'statement', words: 'checkNo', locations: undefined },
    { what: 'commit', words: 'commit\0', locations: ['a', 'b', 'c'] },
  ]) {
    for (const when of ['before', 'after'] as const) {
      test(`case 15: a slot runs once whose ${what} lost its connection ${when} it was written`, async (t) => {
        let proxy: LoopbackProxy | null = null
        const cluster = await clusterUnderTest(t, engine, 1, async (url) => {
          proxy = await startLoopbackProxy(url)
          return proxy.url
        })
        assert.ok(proxy !== null)
        const { cutAt, cut }: LoopbackProxy = proxy
        t.after(cut)
        const checks = await begun(cluster, 5, locations === undefined ? {} : { locations })
        const [only] = cluster.servers
        assert.ok(only)
        let isCut = false
        void cutAt('sonde dispatch', words, when).then(() => (isCut = true))
        for (let passed = 0; passed < 25; passed += 1) await cluster.second()
        assert.ok(isCut)
        assert.deepEqual(await cluster.written(), [])
        await assertSlotsHold(cluster, checks)
      })
    }
  }

  test('case 16: whatever the order of beats, silence, take-overs and work of three servers, no slot runs under two epochs', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 3)
    const { servers, clock, store } = cluster
    const checks = await begun(cluster, 8)
    const step = fc.tuple(
      fc.constantFrom('beat', 'work', 'work', 'silence', 'second', 'gap'),
      fc.nat({ max: servers.length - 1 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        for (const [kind, index] of steps) {
          const server = servers[index]
          assert.ok(server)
          if (kind === 'beat') await server.beat()
          if (kind === 'work') await server.work()
          if (kind === 'silence') await server.fallSilent()
          if (kind === 'second') clock.advance(secondMs)
          if (kind === 'gap') clock.advance(11 * secondMs)
          await cluster.makeRuns()
        }
        // Whatever they believe now, they find together again.
        await cluster.seconds(16)
        const due = await cluster.due()
        for (const { no } of checks) {
          const slots = cluster.runsOf(no).map(({ scheduledAt }) => scheduledAt)
          assert.equal(new Set(slots).size, slots.length, `check ${no} ran twice in a slot`)
          assert.ok((due.get(no) ?? 0) >= slots.length, `check ${no} ran more often than it was due`)
        }
        const owners = await store.read.selectFrom('shard_leases').select(['shard', 'owner']).execute()
        assert.deepEqual(
          owners.filter(({ owner }) => owner === null),
          [],
        )
      }),
      { numRuns: rounds(30, 4), endOnFailure: true },
    )
    // What was written before a silence and a gap is too old to be published after them, and was due all the same.
    const tooOld = 'runs were not published in time: they are missing'
    assert.deepEqual(
      cluster.log.errors.filter((message) => message !== tooOld),
      [],
    )
  })

  test('case 21: a retry that falls due while its shard has no owner is made when it has one; a session of a server that died is run once', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 2)
    const { servers, clock, store } = cluster
    const [check] = await begun(cluster, 1)
    assert.ok(check)
    const owner = servers.find(({ scheduling }) => scheduling.checkCount() > 0)
    assert.ok(owner)
    const fields = { checkNo: check.no, checkId: check.id, location: 'eu-west-1' }
    const retry = someRun({ ...fields, scheduledAt: clock.now() - 3 * secondMs, attempt: 2 })
    const asked = someRun({ ...fields, scheduledAt: clock.now() + 2, source: 'TRIGGER_API' })
    await owner.kill()
    await store.write((db) =>
      upsertPendingRuns(db, [
        toPendingRun(retry, clock.now() + secondMs),
        toPendingRun(asked, asked.scheduledAt),
      ]),
    )
    await cluster.seconds(8)
    const made = (runId: string) => cluster.taken.filter((run) => run.runId === runId).length
    assert.deepEqual([made(retry.runId), made(asked.runId)], [1, 1])
    await store.write((db) => deletePendingRuns(db, [retry.runId, asked.runId]))
  })

  test('case 43: a retry that NATS has lost with its stream is published once more; one that an agent has, or has had, is not', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 2)
    const { clock, store } = cluster
    const [check] = await begun(cluster, 1)
    assert.ok(check)
    const retryOf = (secondsAgo: number) =>
      someRun({
        checkNo: check.no,
        checkId: check.id,
        scheduledAt: clock.now() - secondsAgo * secondMs,
        attempt: 2,
      })
    const [lost, made, held] = [retryOf(3), retryOf(4), retryOf(5)]
    cluster.endless.add(held.runId)
    const dueAt = clock.now()
    await store.write(async (db) => {
      await upsertPendingRuns(
        db,
        [lost, made, held].map((run) => toPendingRun(run, dueAt)),
      )
      // Its stream was lost before anybody took it.
      await markPublished(db, [{ runId: lost.runId, dueAt }], dueAt)
    })
    const counts = () =>
      [lost, made, held].map(({ runId }) => cluster.taken.filter((run) => run.runId === runId).length)
    await cluster.seconds(85)
    assert.deepEqual(counts(), [0, 1, 1])
    const { duplicate } = cluster.parcelCounts
    await cluster.seconds(20)
    // NATS knew the one that is over by its name; the one that an agent has it was not asked about.
    assert.deepEqual(counts(), [1, 1, 1])
    assert.ok(cluster.parcelCounts.duplicate > duplicate)
    await cluster.seconds(200)
    assert.deepEqual(counts(), [1, 1, 1])
    await store.write((db) => deletePendingRuns(db, [lost.runId, made.runId, held.runId]))
  })

  test('a retry that did not reach the queue is not counted as published, and does not make slots late', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 1)
    const { servers, clock, store } = cluster
    const [check] = await begun(cluster, 1)
    const [only] = servers
    assert.ok(check && only)
    const retry = someRun({
      checkNo: check.no,
      checkId: check.id,
      scheduledAt: clock.now() - 3 * secondMs,
      attempt: 2,
    })
    await store.write((db) => upsertPendingRuns(db, [toPendingRun(retry, clock.now())]))
    const publishedAt = async () =>
      (await store.read.selectFrom('pending_runs').select('published_at').executeTakeFirst())?.published_at
    only.outcome = 'failed'
    await cluster.seconds(3)
    assert.equal(await publishedAt(), null)
    only.outcome = null
    // It is published in the background of the slots.
    for (let turn = 0; turn < 20 && (await publishedAt()) === null; turn += 1) await cluster.seconds(1)
    assert.notEqual(await publishedAt(), null)
    assert.equal(cluster.taken.filter(({ runId }) => runId === retry.runId).length, 1)
  })

  test('a slot of a check that is deactivated while it is written leaves nothing to publish', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 1)
    const { servers, store, clock } = cluster
    const [check] = await begun(cluster, 1)
    const [only] = servers
    assert.ok(check && only)
    const { scheduling } = only
    const lastSlot = cluster.runsOf(check.no).at(-1)?.scheduledAt ?? 0
    const release = Promise.withResolvers<void>()
    // Whoever writes the slot waits for whoever has locked its shard.
    const locked = Promise.withResolvers<void>()
    const holding = store.write(async (db) => {
      await db.selectFrom('shard_progress').selectAll().forUpdate().execute()
      locked.resolve()
      await release.promise
    })
    await locked.promise
    clock.set(lastSlot + 10 * secondMs)
    const writing = only.work()
    await untilSomebodyWaits(store.read)
    await store.read.updateTable('checks').set({ activated: false }).where('id', '=', check.id).execute()
    await scheduling.checkWritten(check.id)
    release.resolve()
    await holding
    await writing
    await cluster.seconds(3)
    assert.equal(cluster.runsOf(check.no).at(-1)?.scheduledAt, lastSlot)
    assert.equal(scheduling.unpublishedCount(), 0)
    assert.deepEqual(await cluster.written(), [])
  })
})
