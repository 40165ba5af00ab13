import { sql } from 'kysely'
import { type CheckRow, checkColumns, toCheck } from './checks.ts'
import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** Every check of an account, oldest first, some at a time. One that is added meanwhile does not shift the others. */
export async function* allChecksOf(
  db: Db,
  { accountId, atATime }: { accountId: string; atATime: number },
): AsyncGenerator<CheckRow[]> {
  const account = canonicalUuid(accountId)
  if (account === null) return
  for (let last: CheckRow | null = null; ;) {
    let query = db.selectFrom('checks').select(checkColumns).where('account_id', '=', account)
    if (last !== null) {
      query = query.where(sql<boolean>`(created_at, id) > (${last.createdAt}, ${last.id})`)
    }
    const rows = await query.orderBy('created_at').orderBy('id').limit(atATime).execute()
    const checks = rows.map(toCheck)
    if (checks.length > 0) yield checks
    last = checks.at(-1) ?? null
    if (last === null || checks.length < atATime) return
  }
}
