import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import {
  accepted,
  type DeliveryUnderTest,
  deliveryUnderTest,
  makeNotification,
  tryAgain,
} from '../../testing/delivery-under-test.ts'
import type { NotificationDelivery } from './create-delivery.ts'

async function raiseMany(
  under: DeliveryUnderTest,
  count: number,
  channel: Parameters<typeof makeNotification>[0],
): Promise<void> {
  const at = under.clock.now()
  const rows = Array.from({ length: count }, () => makeNotification(channel, { at }))
  await under.store.write((db) => insertNotifications(db, rows))
}

/** Begins the one try that is due, and leaves it without an answer until `end` is called. */
async function beginTry(under: DeliveryUnderTest): Promise<{ end(): Promise<void> }> {
  const { promise: answer, resolve } = Promise.withResolvers<typeof accepted>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  under.sender.answer(() => {
    begin()
    return answer
  })
  const tried = under.delivery.workOnce()
  await begun
  return {
    async end() {
      resolve(accepted)
      await tried
    },
  }
}

forOneEngine('clocks that are set', (engine) => {
  for (const [name, step] of [
    ['set forward by a minute', minuteMs],
    ['set forward by a day', 24 * hourMs],
    ['set back by a minute', -minuteMs],
    ['set back by an hour', -hourMs],
  ] as const) {
    test(`a clock that is ${name} during a try does not make it be sent twice`, async (t) => {
      const under = await deliveryUnderTest(t, engine)
      const { id } = await under.raise(await under.addChannel())
      const underWay = await beginTry(under)
      under.clock.advance(step)
      const others: NotificationDelivery[] = [under.delivery, under.another()]
      for (const other of others) assert.equal(await other.workOnce(), 0)
      await underWay.end()
      assert.equal(under.sender.sent.length, 1)
      assert.equal((await under.row(id)).status, 'SUCCESS')
    })
  }

  test('what waits behind a try is not sent before it has ended, however the clock is set', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const checkId = randomUUID()
    await under.raise(channel, { checkId })
    const recovery = await under.raise(channel, { checkId, alertType: 'ALERT_RECOVERY' })
    const underWay = await beginTry(under)
    under.clock.advance(-24 * hourMs)
    assert.equal(await under.another().workOnce(), 0)
    await underWay.end()
    await under.drain()
    assert.equal((await under.row(recovery.id)).status, 'SUCCESS')
  })

  test('after a storm a clock that is set back by a day holds up neither what was held back nor what is new', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    await raiseMany(under, 100, channel)
    await under.drain()
    assert.equal((await under.rows()).filter(({ isOpen }) => isOpen).length, 40)
    under.clock.advance(-24 * hourMs)
    await under.drain()
    assert.equal((await under.rows()).filter(({ isOpen }) => isOpen).length, 0)
    const fresh = await under.raise(channel)
    await under.drain()
    assert.equal((await under.row(fresh.id)).status, 'SUCCESS')
    await raiseMany(under, 100, channel)
    await under.drain()
    await under.until(under.clock.now() + 65 * secondMs)
    assert.equal((await under.rows()).filter(({ isOpen }) => isOpen).length, 0)
  })

  test('a clock that is set back by twenty minutes delays no alert and no next try', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    under.sender.answer(() => tryAgain)
    const tried = await under.raise(channel)
    await under.drain()
    under.sender.answer(() => accepted)
    const untried = await under.raise(channel)
    under.clock.advance(-20 * minuteMs)
    await under.drain()
    assert.equal((await under.row(untried.id)).status, 'SUCCESS')
    await under.until(under.clock.now() + 20 * secondMs)
    assert.equal((await under.row(tried.id)).status, 'SUCCESS')
  })

  test('a program that starts after the clock was set back sends what was never tried at once', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    under.clock.advance(-20 * minuteMs)
    await under.another().workOnce()
    assert.equal((await under.row(id)).status, 'SUCCESS')
  })
})
