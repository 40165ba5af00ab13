import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { addResults, makeResult } from '@sonde/store/testing/results.ts'
import { clusterUnderTest } from '../../testing/cluster-under-test.ts'

forEachEngine('a schedule that servers share', (engine) => {
  // A file of SQLite has one server only.
  if (engine.name === 'sqlite') return

  test('cases 9, 13 and 17: through a server that is killed before it has published, and comes back, every slot runs once', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 3)
    const { servers, clock, second, seconds, log } = cluster
    const checks = []
    for (let count = 0; count < 70; count += 1) checks.push(await cluster.addCheck())
    const rotating = await cluster.addCheck({ locations: ['a', 'b', 'c'] })
    const [first, other, last] = servers
    assert.ok(first && other && last)
    for (const { beat } of servers) await beat()
    await seconds(22)
    const beganAt = clock.now()
    assert.deepEqual(
      servers.map(({ scheduling }) => scheduling.checkCount()).reduce((sum, share) => sum + share),
      71,
    )

    // Killed between the commit and the publishing of a slot.
    first.outcome = 'failed'
    await seconds(10)
    assert.ok((await cluster.written()).length > 0)
    await first.kill()
    await seconds(25)
    assert.deepEqual(await cluster.written(), [])

    // It comes back and believes nothing of before.
    first.isDead = false
    first.outcome = null
    await seconds(20)
    assert.ok(first.scheduling.checkCount() > 0)
    await seconds(20)
    const endedAt = clock.now()
    await second()

    for (const { no, id } of [...checks, rotating]) {
      const runs = cluster
        .runsOf(no)
        .filter(({ scheduledAt }) => scheduledAt > beganAt && scheduledAt <= endedAt)
      const slots = runs.map(({ scheduledAt }) => scheduledAt)
      assert.equal(new Set(slots).size, slots.length, `check ${id} ran twice`)
      assert.deepEqual(
        slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0)),
        slots.slice(1).map(() => 10 * secondMs),
        `check ${no}: ${slots.map((slot) => (slot - beganAt) / 1000)}`,
      )
      const [firstSlot = Infinity, lastSlot = 0] = [slots[0], slots.at(-1)]
      assert.ok(firstSlot - beganAt <= 10 * secondMs && endedAt - lastSlot < 10 * secondMs)
      assert.equal((await cluster.due()).get(no), cluster.runsOf(no).length)
    }
    // Case 17: the rotation went on through all of it.
    const origins = cluster.runsOf(rotating.no).map(({ origin }) => origin)
    const turns = origins.map(
      (_, index) => ['a', 'b', 'c'][(index + ['a', 'b', 'c'].indexOf(origins[0] ?? 'a')) % 3],
    )
    assert.deepEqual(origins, turns)
    assert.deepEqual(log.errors, [])
  })

  test('case 19: after a gap of 12 s the newest slot runs and the one before is counted as missed', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 2)
    const { servers, clock, seconds } = cluster
    const check = await cluster.addCheck()
    for (const { beat } of servers) await beat()
    await seconds(12)
    const owner = servers.find(({ scheduling }) => scheduling.checkCount() > 0)
    assert.ok(owner)
    const before = cluster.runsOf(check.no).length
    const lastSlot = cluster.runsOf(check.no).at(-1)?.scheduledAt ?? 0
    // Nobody works until a second slot is past.
    clock.set(lastSlot + 22 * secondMs)
    await owner.kill()
    await seconds(4)
    const since = cluster.runsOf(check.no).slice(before)
    assert.deepEqual(
      since.map(({ scheduledAt }) => scheduledAt - lastSlot),
      [20 * secondMs],
    )
    assert.equal((await cluster.due()).get(check.no), before + 2)
  })

  test('case 18: a parallel check with a run open at one location runs at the others only, also through a take-over', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 2)
    const { servers, queue, seconds } = cluster
    const check = await cluster.addCheck({ locations: ['a', 'b'], runParallel: true })
    cluster.endless.add('b')
    for (const { beat } of servers) await beat()
    const counts = () =>
      ['a', 'b'].map(
        (location) => cluster.runsOf(check.no).filter(({ origin }) => origin === location).length,
      )
    await seconds(12)
    const owner = servers.find(({ scheduling }) => scheduling.checkCount() > 0)
    const heir = servers.find((server) => server !== owner)
    assert.ok(owner && heir)
    await seconds(10)
    const [before = 0] = counts()
    assert.ok(before >= 2)
    assert.deepEqual(counts(), [before, 1])

    await owner.kill()
    await seconds(13)
    assert.equal(heir.scheduling.checkCount(), 1)
    const [after = 0] = counts()
    assert.ok(after > before)
    assert.deepEqual(counts(), [after, 1])

    const open = cluster.runsOf(check.no).filter(({ origin }) => origin === 'b')
    cluster.endless.clear()
    await queue.complete(open)
    await queue.close(open)
    await seconds(12)
    assert.ok((counts()[1] ?? 0) > 1)
  })

  test('a check runs at its next slot although nobody was told that its run before has ended', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 1)
    const check = await cluster.addCheck({ locations: ['a'] })
    cluster.endless.add('a')
    for (const { beat } of cluster.servers) await beat()
    await cluster.seconds(12)
    const untold = cluster.runsOf(check.no)
    await addResults(
      cluster.store,
      untold.map(({ checkNo, scheduledAt, origin }) => makeResult({ checkNo, scheduledAt, origin })),
    )
    await cluster.seconds(10)
    assert.equal(cluster.runsOf(check.no).length, untold.length + 1)
  })

  test('case 11: what a frozen server wakes up with is refused by the fence, and forgotten', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 2)
    const { servers, clock, seconds } = cluster
    const check = await cluster.addCheck()
    for (const { beat } of servers) await beat()
    await seconds(12)
    const frozen = servers.find(({ scheduling }) => scheduling.checkCount() > 0)
    assert.ok(frozen)
    await frozen.kill()
    await seconds(10)
    // It has not heard of anything yet, and works before its next beat.
    clock.advance(5 * secondMs)
    await frozen.work()
    assert.equal(frozen.scheduling.fencedCount() > 0 || frozen.scheduling.checkCount() === 0, true)
    await seconds(10)
    const slots = cluster.runsOf(check.no).map(({ scheduledAt }) => scheduledAt)
    assert.equal(new Set(slots).size, slots.length)
    assert.equal((await cluster.due()).get(check.no), slots.length)
  })

  test('case 20: a check that is written on any server runs at once, on the one that has its shard', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 2)
    for (const { beat } of cluster.servers) await beat()
    // Every shard is begun.
    await cluster.seconds(6)
    const check = await cluster.addCheck()
    // Of a deployment that does not run what it brings.
    const quiet = await cluster.addCheck({}, { frequency: 60 }, { startsAtOnce: false })
    await cluster.second()
    assert.equal(cluster.runsOf(check.no).length, 1)
    assert.equal(cluster.runsOf(quiet.no).length, 0)
  })

  test('a check that was written elsewhere is found by the look of the same turn, although nobody was told of it', async (t) => {
    const cluster = await clusterUnderTest(t, engine, 2)
    for (const { beat } of cluster.servers) await beat()
    await cluster.seconds(6)
    await cluster.addCheck()
    cluster.clock.advance(secondMs)
    const count = () => cluster.servers.reduce((sum, { scheduling }) => sum + scheduling.checkCount(), 0)
    assert.equal(count(), 0)
    // As rounds do it: what the look has not found is not asked for.
    for (const { scheduling } of cluster.servers) {
      await scheduling.dispatch()
      await scheduling.follow({ isTold: false })
    }
    assert.equal(count(), 1)
  })
})
