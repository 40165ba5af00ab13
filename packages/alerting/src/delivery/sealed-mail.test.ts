import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import type { MailEvent } from '@sonde/schema/alerts/alert-event.ts'
import { insertNotifications, notificationSealContext } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import {
  accepted,
  type DeliveryUnderTest,
  deliveryUnderTest,
  refused,
  tryAgain,
} from '../../testing/delivery-under-test.ts'

const secret = 'the-way-into-the-account'

const mail: MailEvent = {
  kind: 'mail',
  subject: 'Invitation',
  text: secret,
  html: secret,
  headers: {},
  raisedAt: 1,
}

async function send(under: DeliveryUnderTest, sealedFor?: string): Promise<string> {
  const id = randomUUIDv7()
  const { store, accountId } = under
  const sealedEvent = store.sealer.seal(JSON.stringify(mail), notificationSealContext(sealedFor ?? id))
  const shown = { ...mail, text: '', html: '' }
  const about = { checkId: null, checkType: null, alertId: null, resultId: null, shownConfig: {} }
  const to = { lane: id, channelId: null, channelType: 'EMAIL', target: 'ada@example.net' } as const
  const row = { id, accountId, ...to, ...about, event: shown, sealedEvent, isExempt: true }
  await store.write((db) => insertNotifications(db, [{ ...row, createdAt: under.clock.now() }]))
  return id
}

const stored = ({ store }: DeliveryUnderTest, id: string) =>
  store.read.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

forOneEngine('a mail with a secret in it', (engine) => {
  for (const outcome of [accepted, refused]) {
    test(`goes out whole, and nothing of it is kept once it was ${outcome.kind}`, async (t) => {
      const under = await deliveryUnderTest(t, engine)
      under.sender.answer(() => tryAgain)
      const id = await send(under)
      await under.drain()
      const waiting = await stored(under, id)
      assert.ok(waiting.sealed_event !== null)
      assert.ok(!JSON.stringify(waiting).includes(secret))
      under.sender.answer(() => outcome)
      await under.until(under.clock.now() + 60_000)
      assert.deepEqual(
        under.sender.sent.map(({ delivery }) => delivery.event),
        [mail, mail],
      )
      const ended = await stored(under, id)
      assert.deepEqual(
        [ended.is_open === true || Number(ended.is_open) === 1, ended.sealed_event],
        [false, null],
      )
    })
  }

  test('that cannot be opened is not sent without it, but tried again', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const id = await send(under, randomUUIDv7())
    await under.drain()
    assert.deepEqual(under.sender.sent, [])
    const row = await under.row(id)
    assert.deepEqual([row.isOpen, row.waitsFor], [true, 'NEXT_TRY'])
  })
})
