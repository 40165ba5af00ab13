import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { accepted, deliveryUnderTest, tryAgain } from '../../testing/delivery-under-test.ts'
import { someNotice } from '../../testing/some-event.ts'
import { mailedNotice, noticesTo } from './notices.ts'

forOneEngine('notices', (engine) => {
  test('never wait for each other: their writers do not exclude each other', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const event = { ...someNotice, raisedAt: under.clock.now() }
    const write = () => [
      ...noticesTo(channel, event),
      mailedNotice(under.accountId, 'owner@example.com', event),
    ]
    const [first, second] = [write(), write()]
    const stuck = new Set(first.map(({ id }) => id))
    under.sender.answer(({ notificationId }) => (stuck.has(notificationId) ? tryAgain : accepted))
    await under.store.write((db) => insertNotifications(db, first))
    await under.store.write((db) => insertNotifications(db, second))
    await under.drain()
    for (const { id } of first) assert.equal((await under.row(id)).isOpen, true)
    for (const { id } of second) assert.equal((await under.row(id)).status, 'SUCCESS')
  })
})
