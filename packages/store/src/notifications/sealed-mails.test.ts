import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import type { MailEvent } from '@sonde/schema/alerts/alert-event.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { type Kysely, sql } from 'kysely'
import { forEachEngine } from '../../testing/engines.ts'
import { addAccount } from '../../testing/rows.ts'
import { up as sealMails } from '../migrations/0019-sealed-mails.ts'
import { insertNotifications, insertSentNotification, type NewNotification } from './notifications.ts'
import { type Db, openStore } from '../engine/store.ts'

forEachEngine('invitations that an earlier version has mailed', (engine) => {
  test('lose their address once they were sent, and wait with it until then', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.createMigratedDatabase()
    t.after(remove)
    const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
    t.after(() => store.close())
    const { id: accountId } = await addAccount(store)
    const event: MailEvent = {
      kind: 'mail',
      subject: 'Invitation to "Shop"',
      text: 'the address',
      html: 'the address',
      headers: {},
      raisedAt: 1,
    }
    const mailIn = (lane: string): NewNotification => ({
      id: randomUUIDv7(),
      accountId,
      lane,
      channelId: null,
      channelType: 'EMAIL',
      target: 'ada@example.net',
      shownConfig: {},
      checkId: null,
      checkType: null,
      alertId: null,
      resultId: null,
      event,
      isExempt: true,
      createdAt: 1,
    })
    const [sent, waiting, other] = [mailIn('invite/1'), mailIn('invite/2'), mailIn('page/1')]
    await store.write(async (db) => {
      const outcome = { status: 'SUCCESS', result: 'sent', at: 2 } as const
      await insertSentNotification(db, sent, outcome)
      await insertSentNotification(db, other, outcome)
      await insertNotifications(db, [waiting])
      await sql`alter table notifications drop column sealed_event`.execute(db)
    })
    await store.write((db) => sealMails(untyped(db)))
    const rows = await store.read.selectFrom('notifications').select(['id', 'event']).execute()
    const eventOf = ({ id }: NewNotification): unknown =>
      JSON.parse(rows.find((row) => row.id === id)?.event ?? 'null')
    assert.deepEqual(eventOf(sent), { ...event, text: '', html: '' })
    assert.deepEqual([eventOf(waiting), eventOf(other)], [event, event])
  })
})

/** Safe because a migration names its tables itself, whatever the types of today's are. */
function untyped(db: Db): Kysely<unknown> {
  return db as unknown as Kysely<unknown>
}
