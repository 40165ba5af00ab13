import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import type { MailEvent } from '@sonde/schema/alerts/alert-event.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { sql } from 'kysely'
import { forEachEngine } from '../../testing/engines.ts'
import { addAccount } from '../../testing/rows.ts'
import { migrationTable } from '../engine/migrate.ts'
import { insertNotifications, insertSentNotification, type NewNotification } from './notifications.ts'
import { openStore } from '../engine/store.ts'

forEachEngine('invitations that an earlier version has mailed', (engine) => {
  test('lose their address once they were sent, and wait with it until then', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.makePlace()
    t.after(remove)
    const open = () => openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
    const before = await open()
    const { id: accountId } = await addAccount(before)
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
    await before.write(async (db) => {
      const outcome = { status: 'SUCCESS', result: 'sent', at: 2 } as const
      await insertSentNotification(db, sent, outcome)
      await insertSentNotification(db, other, outcome)
      await insertNotifications(db, [waiting])
      await sql`alter table notifications drop column sealed_event`.execute(db)
      await sql`delete from ${sql.table(migrationTable)} where name = '0019-sealed-mails'`.execute(db)
    })
    await before.close()
    const after = await open()
    t.after(() => after.close())
    const rows = await after.read.selectFrom('notifications').select(['id', 'event']).execute()
    const eventOf = ({ id }: NewNotification): unknown =>
      JSON.parse(rows.find((row) => row.id === id)?.event ?? 'null')
    assert.deepEqual(eventOf(sent), { ...event, text: '', html: '' })
    assert.deepEqual([eventOf(waiting), eventOf(other)], [event, event])
  })
})
