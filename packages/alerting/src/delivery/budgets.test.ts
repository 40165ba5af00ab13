import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { limitedGroups } from '@sonde/store/notifications/notification-budgets.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { deliveryUnderTest, makeNotification } from '../../testing/delivery-under-test.ts'

forOneEngine('budgets under a flood', (engine) => {
  test('of ten thousand alerts five are called and every other goes with a digest; the recovery of another check is not held up', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const calls = await under.addChannel({ type: 'CALL', shownConfig: { number: '+4912345' } })
    const hook = await under.addChannel()
    const at = under.clock.now()
    for (const channel of [calls, hook]) {
      for (let step = 0; step < 5; step += 1) {
        const rows = Array.from({ length: 1_000 }, () => makeNotification(channel, { at }))
        await under.store.write((db) => insertNotifications(db, rows))
      }
    }
    const { id } = await under.raise(hook, { alertType: 'ALERT_RECOVERY' })
    assert.ok((await under.delivery.workOnce()) > 0)
    assert.equal((await under.row(id)).isOpen, true, 'four at a time')
    await under.drain()
    const sentAlone = (channelId: number) =>
      under.rows().then((rows) => rows.filter((row) => row.channelId === channelId && row.tries > 0).length)
    assert.deepEqual([await sentAlone(calls.id), await sentAlone(hook.id)], [5, 61])
    assert.equal((await under.row(id)).status, 'SUCCESS')
    await under.until(at + 10 * secondMs)
    const open = (await under.rows()).filter(({ isOpen }) => isOpen)
    assert.equal(open.length, 0, 'a digest that is full is followed by the next at once')
    const digests = under.sender.sent.flatMap(({ delivery: { event } }) =>
      event.kind === 'digest' ? [event.items.length] : [],
    )
    assert.equal(
      digests.reduce((sum, items) => sum + items, 0),
      10_000 - 65,
    )
    assert.ok(digests.length <= 8, `${digests}`)
  })

  test('what is held back after a full digest waits for its minute', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel()
    const at = under.clock.now()
    const rows = Array.from({ length: 2_500 }, () => makeNotification(channel, { at }))
    await under.store.write((db) => insertNotifications(db, rows))
    await under.drain()
    await under.until(at + 10 * secondMs)
    const late = await under.raise(channel)
    await under.until(at + minuteMs)
    const kinds = under.sender.sent.map(({ delivery: { event } }) => event.kind)
    assert.deepEqual(kinds, ['alert', 'digest', 'digest'])
    assert.equal((await under.row(late.id)).isOpen, true)
    await under.until(at + minuteMs + 10 * secondMs)
    assert.equal((await under.row(late.id)).isOpen, false)
  })

  test('what is held back is found once for each target, however much it is', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const hook = await under.addChannel()
    const mail = await under.addChannel({ type: 'EMAIL' })
    const at = under.clock.now()
    const targets = ['a@x.test', 'b@x.test', null]
    const count = 2_000
    for (const channel of [hook, mail]) {
      const rows = Array.from({ length: count }, (_, index) =>
        makeNotification(channel, { at, target: channel === hook ? null : (targets[index % 3] ?? null) }),
      )
      await under.store.write((db) => insertNotifications(db, rows))
    }
    for (let limited = 0; limited <= count; limited += 1_000) await under.drain()
    const look = (now: number) => limitedGroups(under.store.read, { now, collectMs: 5_000 })
    assert.deepEqual(await look(at + 4_999), [])
    const group = { accountId: under.accountId, channelId: mail.id, channelType: 'EMAIL' }
    assert.deepEqual(await look(at + 5_000), [
      { ...group, channelId: hook.id, channelType: 'WEBHOOK', target: null },
      ...[null, 'a@x.test', 'b@x.test'].map((target) => ({ ...group, target })),
    ])
  })
})
