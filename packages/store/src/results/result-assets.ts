import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../engine/database.ts'

/** The rows that hold no file, but the rest of a long text of the result. */
export const longTextType = 'long-text'

/** A file that an attempt left behind. */
export type ResultAsset = { name: string; type: string; contentType: string; content: Uint8Array }

export type AttemptKey = { checkNo: number; scheduledAt: number; origin: string; attempt: number }

/**
 * Whether a row, of results or of their files, belongs to one of these attempts. Each is written out: PostgreSQL reads all rows
 * of the check to join them with a list.
 */
export function namesAttempt(keys: readonly AttemptKey[]): RawBuilder<boolean> {
  const one = ({ checkNo, scheduledAt, origin, attempt }: AttemptKey) =>
    sql`(check_no = ${sql.lit(checkNo)} and scheduled_at = ${sql.lit(scheduledAt)}
      and origin = ${origin} and attempt = ${sql.lit(attempt)})`
  return sql<boolean>`(${sql.join(keys.map(one), sql` or `)})`
}

/** Files that are there already stay as they are: the same message may come twice. */
export async function insertAssets(
  db: Db,
  { checkNo, scheduledAt, origin, attempt }: AttemptKey,
  assets: readonly ResultAsset[],
  createdAt: number,
): Promise<void> {
  if (assets.length === 0) return
  await db
    .insertInto('result_assets')
    .values(
      assets.map(({ name, type, contentType, content }) => ({
        check_no: checkNo,
        scheduled_at: scheduledAt,
        origin,
        attempt,
        name,
        type,
        content_type: contentType,
        content,
        created_at: createdAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * What there is of an attempt, by name, without the content. A target that fails twice within a minute is looked
 * at once: what an earlier attempt of the same run left behind tells of this one too.
 */
export async function assetsOf(db: Db, key: AttemptKey): Promise<Omit<ResultAsset, 'content'>[]> {
  const rows = await ofRun(db, key)
    .select(['name', 'type', 'content_type'])
    .where('attempt', '<=', key.attempt)
    .orderBy('name')
    .orderBy('attempt', 'desc')
    .execute()
  const latest = rows.filter((row, index) => row.name !== rows[index - 1]?.name)
  return latest.map(({ name, type, content_type: contentType }) => ({ name, type, contentType }))
}

export async function findAsset(db: Db, key: AttemptKey, name: string): Promise<ResultAsset | null> {
  const row = await ofRun(db, key)
    .select(['name', 'type', 'content_type', 'content'])
    .where('name', '=', name)
    .where('attempt', '<=', key.attempt)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { name: row.name, type: row.type, contentType: row.content_type, content: row.content }
}

/** Files only: what belongs to the result itself lies in the same table. */
function ofRun(db: Db, { checkNo, scheduledAt, origin }: AttemptKey) {
  return db
    .selectFrom('result_assets')
    .where('type', '<>', longTextType)
    .where('check_no', '=', checkNo)
    .where('scheduled_at', '=', scheduledAt)
    .where('origin', '=', origin)
}

export type AssetKey = AttemptKey & { name: string }
export type StoredAsset = AssetKey & ResultAsset & { createdAt: number }

/** The next files in the order of their keys. Not what belongs to results themselves. */
export async function assetsAfter(db: Db, after: AssetKey | null, limit: number): Promise<StoredAsset[]> {
  let query = db
    .selectFrom('result_assets')
    .selectAll()
    .where('type', '<>', longTextType)
    .orderBy('check_no')
    .orderBy('scheduled_at')
    .orderBy('origin')
    .orderBy('attempt')
    .orderBy('name')
    .limit(limit)
  if (after !== null) {
    const { checkNo, scheduledAt, origin, attempt, name } = after
    query = query.where(
      ({ refTuple, tuple }) =>
        sql<boolean>`${refTuple('check_no', 'scheduled_at', 'origin', 'attempt', 'name')} > ${tuple(checkNo, scheduledAt, origin, attempt, name)}`,
    )
  }
  const rows = await query.execute()
  return rows.map((row) => ({
    checkNo: Number(row.check_no),
    scheduledAt: Number(row.scheduled_at),
    origin: row.origin,
    attempt: row.attempt,
    name: row.name,
    type: row.type,
    contentType: row.content_type,
    content: row.content,
    createdAt: Number(row.created_at),
  }))
}

export async function deleteAsset(
  db: Db,
  { checkNo, scheduledAt, origin, attempt, name }: AssetKey,
): Promise<void> {
  await db
    .deleteFrom('result_assets')
    .where('check_no', '=', checkNo)
    .where('scheduled_at', '=', scheduledAt)
    .where('origin', '=', origin)
    .where('attempt', '=', attempt)
    .where('name', '=', name)
    .execute()
}
