import type { Db } from './database.ts'

/** A file that an attempt left behind. */
export type ResultAsset = { name: string; type: string; contentType: string; content: Uint8Array }

type AttemptKey = { checkNo: number; scheduledAt: number; origin: string; attempt: number }

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

/** By name, without their content. */
export async function assetsOf(db: Db, key: AttemptKey): Promise<Omit<ResultAsset, 'content'>[]> {
  const rows = await ofAttempt(db, key).select(['name', 'type', 'content_type']).orderBy('name').execute()
  return rows.map(({ name, type, content_type: contentType }) => ({ name, type, contentType }))
}

export async function findAsset(db: Db, key: AttemptKey, name: string): Promise<ResultAsset | null> {
  const row = await ofAttempt(db, key)
    .select(['name', 'type', 'content_type', 'content'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { name: row.name, type: row.type, contentType: row.content_type, content: row.content }
}

function ofAttempt(db: Db, { checkNo, scheduledAt, origin, attempt }: AttemptKey) {
  return db
    .selectFrom('result_assets')
    .where('check_no', '=', checkNo)
    .where('scheduled_at', '=', scheduledAt)
    .where('origin', '=', origin)
    .where('attempt', '=', attempt)
}
