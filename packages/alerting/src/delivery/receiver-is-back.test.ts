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

/** So long that the waiting rows are at their slowest tries: the next one is many minutes away. */
async function letHoursPass(under: DeliveryUnderTest): Promise<void> {
  await under.until(under.clock.now() + 2 * minuteMs, 20 * secondMs)
  await under.until(under.clock.now() + 2 * hourMs, 5 * minuteMs)
}

forOneEngine('a receiver that is back', (engine) => {
  test('gets everything that waits for it as soon as it takes one message, in order', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { clock, sender } = under
    const channel = await under.addChannel()
    sender.answer(() => tryAgain)
    const checkId = randomUUID()
    const failure = await under.raise(channel, { checkId })
    const rows = Array.from({ length: 40 }, () => makeNotification(channel, { at: clock.now(), groupId: 3 }))
    await under.store.write((db) => insertNotifications(db, rows))
    await letHoursPass(under)
    const recovery = await under.raise(channel, { checkId, alertType: 'ALERT_RECOVERY' })
    sender.answer(() => accepted)
    const from = sender.sent.length
    await under.raise(channel)
    await under.drain()
    for (const { isOpen, status } of await under.rows()) {
      assert.deepEqual({ isOpen, status }, { isOpen: false, status: 'SUCCESS' })
    }
    const order = sender.sent.slice(from).map(({ delivery }) => delivery.notificationId)
    assert.ok(order.indexOf(failure.id) < order.indexOf(recovery.id))
  })

  test('gets what it has just not taken within a minute', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { clock, sender } = under
    const channel = await under.addChannel()
    sender.answer(() => tryAgain)
    const { id } = await under.raise(channel)
    await letHoursPass(under)
    while ((await under.row(id)).lastTryAt !== clock.now()) {
      await under.until(clock.now() + 5 * minuteMs, 5 * minuteMs)
    }
    const lastTryAt = clock.now()
    sender.answer(() => accepted)
    clock.advance(secondMs)
    await under.raise(channel)
    await under.drain()
    await under.until(lastTryAt + minuteMs - 1, 30 * secondMs)
    assert.equal((await under.row(id)).isOpen, true)
    clock.advance(1)
    await under.drain()
    assert.equal((await under.row(id)).status, 'SUCCESS')
  })

  test('is not told from another address, nor from that of another group', async (t) => {
    const variables = new Map([
      [1, new Map([['TOKEN', 'a']])],
      [2, new Map([['TOKEN', 'b']])],
    ])
    const under = await deliveryUnderTest(t, engine, { variables })
    const { sender } = under
    const hook = await under.addChannel({ shownConfig: { url: 'http://127.0.0.1/{{TOKEN}}' } })
    const mail = await under.addChannel({ type: 'EMAIL', shownConfig: { address: 'a@x.test, b@x.test' } })
    sender.answer(() => tryAgain)
    const waiting = [await under.raise(hook, { groupId: 1 }), await under.raise(mail, { target: 'a@x.test' })]
    await letHoursPass(under)
    sender.answer(({ variables: own, target }) =>
      own.get('TOKEN') === 'a' || target === 'a@x.test' ? tryAgain : accepted,
    )
    const before = await Promise.all(waiting.map(({ id }) => under.row(id)))
    const taken = [await under.raise(hook, { groupId: 2 }), await under.raise(mail, { target: 'b@x.test' })]
    await under.drain()
    for (const { id } of taken) assert.equal((await under.row(id)).status, 'SUCCESS')
    assert.deepEqual(await Promise.all(waiting.map(({ id }) => under.row(id))), before)
  })

  test('does not get a message with every other that it never takes', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { clock, sender } = under
    const channel = await under.addChannel()
    sender.answer(() => tryAgain)
    const { id: never } = await under.raise(channel)
    await letHoursPass(under)
    sender.answer(({ notificationId }) => (notificationId === never ? tryAgain : accepted))
    const before = (await under.row(never)).tries
    for (let second = 0; second < 60; second += 1) {
      clock.advance(secondMs)
      await under.raise(channel)
      await under.drain()
    }
    assert.equal((await under.row(never)).tries - before, 1)
  })
})
