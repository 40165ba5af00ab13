import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { claimingWorkerSlots } from '@sonde/store/notifications/notification-claims.ts'
import { whenWoken } from '@sonde/store/notifications/notification-lanes.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import { cutConnections } from '@sonde/store/testing/cut-connections.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { accepted, deliveryUnderTest, makeNotification } from '../../testing/delivery-under-test.ts'
import type { TryOutcome } from './delivery.ts'

forEachEngine('several programs that deliver', (engine) => {
  test('while both live, no row is sent by both, and lanes keep their order', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 100_000 })
    const channels = [await under.addChannel(), await under.addChannel(), await under.addChannel()]
    const lanes = channels.flatMap((channel) =>
      Array.from({ length: 2 }, () => ({ channel, checkId: randomUUID() })),
    )
    const rows = Array.from({ length: 20 }, (_, step) =>
      lanes.map(({ channel, checkId }) =>
        makeNotification(channel, {
          at: under.clock.now(),
          checkId,
          alertType: step % 2 === 0 ? 'ALERT_FAILURE' : 'ALERT_RECOVERY',
        }),
      ),
    ).flat()
    const inFlight = new Set<string>()
    const perChannel = new Map<unknown, number>()
    const order: string[] = []
    const violations: string[] = []
    const { promise: done, resolve } = Promise.withResolvers<void>()
    under.sender.answer(async ({ notificationId }) => {
      const { lane = '', channelId } = rows.find(({ id }) => id === notificationId) ?? {}
      if (inFlight.has(lane)) violations.push('two rows of a lane at once')
      inFlight.add(lane)
      perChannel.set(channelId, (perChannel.get(channelId) ?? 0) + 1)
      if ((perChannel.get(channelId) ?? 0) > 4) violations.push('more than four of a channel at once')
      await new Promise(setImmediate)
      inFlight.delete(lane)
      perChannel.set(channelId, (perChannel.get(channelId) ?? 0) - 1)
      order.push(notificationId)
      if (order.length === rows.length) resolve()
      return accepted
    })
    const other = under.another()
    under.delivery.start()
    other.start()
    await under.store.write((db) => insertNotifications(db, rows))
    under.delivery.wake()
    await done
    await Promise.all([under.delivery.stop(), other.stop()])
    assert.deepEqual(violations, [])
    assert.deepEqual(order.toSorted(), rows.map(({ id }) => id).toSorted())
    for (const { checkId } of lanes) {
      const ids = rows.filter((row) => row.checkId === checkId).map(({ id }) => id)
      assert.deepEqual(
        order.filter((id) => ids.includes(id)),
        ids,
      )
    }
  })

  const failures = rounds(1_000)
  test(`case 55: ${failures} failures at once: three programs send each of them, and none twice`, async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 100_000 })
    const channels = [await under.addChannel(), await under.addChannel(), await under.addChannel()]
    const rows = Array.from({ length: failures }, (_, nth) => channels[nth % channels.length]).flatMap(
      (channel) => (channel === undefined ? [] : [makeNotification(channel, { at: under.clock.now() })]),
    )
    const { promise: done, resolve } = Promise.withResolvers<void>()
    under.sender.answer(async () => {
      await new Promise(setImmediate)
      if (under.sender.sent.length >= rows.length) resolve()
      return accepted
    })
    const programs = [under.delivery, under.another(), under.another()]
    for (const program of programs) program.start()
    await under.store.write((db) => insertNotifications(db, rows))
    for (const program of programs) program.wake()
    await done
    await Promise.all(programs.map((program) => program.stop()))
    assert.deepEqual(
      under.sender.sent.map(({ delivery }) => delivery.notificationId).toSorted(),
      rows.map(({ id }) => id).toSorted(),
    )
  })

  test('what a program had claimed when it went is sent by another at once, with the same id', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    const gone = await under.store.takeWorkerSlot()
    assert.ok(gone)
    await under.store.write((db) =>
      db
        .updateTable('notifications')
        .set({
          claimed_by: gone.number,
          next_try_at: whenWoken,
          tries: 1,
        })
        .where('id', '=', id)
        .execute(),
    )
    await under.drain()
    assert.equal(under.sender.sent.length, 0, 'it is still there')
    await gone.release()
    await under.drain()
    assert.deepEqual(
      under.sender.sent.map(({ delivery }) => [delivery.notificationId, delivery.tryNumber]),
      [[id, 2]],
    )
  })

  test('whoever takes the worker slot of a dead program takes up what that had claimed', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    await under.store.write((db) =>
      db
        .updateTable('notifications')
        .set({ claimed_by: 1, next_try_at: whenWoken })
        .where('id', '=', id)
        .execute(),
    )
    await under.drain()
    assert.equal((await under.row(id)).status, 'SUCCESS')
  })

  test('a program that is to stop lets its tries end, and gives back what does not', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const [quick, slow] = [await under.addChannel({ shownConfig: {} }), await under.addChannel()]
    const { promise: quickAnswer, resolve: answerQuick } = Promise.withResolvers<TryOutcome>()
    const { promise: bothBegun, resolve: begin } = Promise.withResolvers<void>()
    under.sender.answer(({ config }, signal) => {
      if (under.sender.sent.length === 2) begin()
      if (config['name'] === undefined) return quickAnswer
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      })
    })
    const ended = await under.raise(quick)
    const broken = await under.raise(slow)
    under.delivery.start()
    await bothBegun
    const stopped = under.delivery.stop()
    answerQuick(accepted)
    await stopped
    assert.equal((await under.row(ended.id)).status, 'SUCCESS')
    assert.equal((await under.row(broken.id)).status, 'IN_PROGRESS')
    assert.deepEqual(await claimingWorkerSlots(under.store.read), [])
    under.sender.answer(() => accepted)
    await under.another().workOnce()
    assert.equal((await under.row(broken.id)).status, 'SUCCESS')
  })

  const lostSlot =
    'a program that lost its worker slot breaks off what it has in flight and goes on with another slot'
  // The lock of a file cannot be lost.
  if (engine.name === 'postgres')
    test(lostSlot, async (t) => {
      const under = await deliveryUnderTest(t, engine)
      const { id } = await under.raise(await under.addChannel())
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      under.sender.answer(({ tryNumber }, signal) => {
        if (tryNumber > 1) return accepted
        begin()
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        })
      })
      const first = under.delivery.workOnce()
      await begun
      await cutConnections(under.store, 'sonde delivery')
      await first
      assert.equal((await under.row(id)).status, 'IN_PROGRESS')
      await under.drain()
      const { status, tries } = await under.row(id)
      assert.deepEqual({ status, tries }, { status: 'SUCCESS', tries: 2 })
      assert.ok(under.log.told.some((line) => line.startsWith('lost the worker slot')))
    })

  test('two servers make one digest', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel()
    for (let count = 0; count < 5; count += 1) await under.raise(channel)
    await under.drain()
    under.clock.advance(5 * secondMs)
    const others = [under.another(), under.another()]
    await Promise.all([under.delivery, ...others].map((delivery) => delivery.workOnce()))
    await under.drain()
    const kinds = under.sender.sent.map(({ delivery }) => delivery.event.kind)
    assert.deepEqual(kinds, ['alert', 'digest'])
  })
})
