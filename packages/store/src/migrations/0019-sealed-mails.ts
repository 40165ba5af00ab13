import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../engine/engine-of.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Mails that hold the way into an account.
  await db.schema.alterTable('notifications').addColumn('sealed_event', 'text').execute()
  // Those that went out before this are of no use to anybody but a thief.
  await (
    isSqlite(db)
      ? sql`update notifications set event = json_set(event, '$.text', '', '$.html', '')
          where lane like 'invite/%' and is_open = 0`
      : sql`update notifications set event = (event::jsonb || '{"text": "", "html": ""}')::text
          where lane like 'invite/%' and not is_open`
  ).execute(db)
}
