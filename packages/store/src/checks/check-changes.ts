import { randomUUIDv7 } from 'node:crypto'
import { chunks } from '@sonde/ground/chunks.ts'
import type { Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { rowsPerStatement } from '../engine/statement-limits.ts'

/** Tells the server that runs the checks that one was written or deleted; null: private locations changed. */
export async function noteCheckChange(db: Db, checkId: string | null): Promise<void> {
  await db
    .insertInto('check_changes')
    .values({ id: randomUUIDv7(), check_id: checkId, starts_at_once: true })
    .execute()
}

/** `startsAtOnce`: whether those that are new or activated again run once at once. */
export async function noteCheckChanges(
  db: Db,
  checkIds: readonly string[],
  { startsAtOnce = true }: { startsAtOnce?: boolean } = {},
): Promise<void> {
  for (const slice of chunks(checkIds, rowsPerStatement)) {
    await db
      .insertInto('check_changes')
      .values(slice.map((id) => ({ id: randomUUIDv7(), check_id: id, starts_at_once: startsAtOnce })))
      .execute()
  }
}

const selectChanges = prepareQuery((db, { limit }: { limit: number }) =>
  db.selectFrom('check_changes').selectAll().orderBy('id').limit(limit),
)

/** Oldest first. Taken away with `forgetCheckChanges` once they are followed. */
export async function listCheckChanges(
  db: Db,
  page: { limit: number },
): Promise<{ id: string; checkId: string | null; startsAtOnce: boolean }[]> {
  const { rows } = await selectChanges(db, page)
  return rows.map(({ id, check_id: checkId, starts_at_once: startsAtOnce }) => ({
    id,
    checkId,
    startsAtOnce: Boolean(startsAtOnce),
  }))
}

export async function forgetCheckChanges(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('check_changes').where('id', 'in', ids).execute()
}
