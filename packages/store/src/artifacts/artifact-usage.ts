import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'

export type Usage = { files: number; bytes: number }

/** Inside the write that stores or removes files; on PostgreSQL those of one account and type follow each other. */
export async function addUsage(
  db: Db,
  accountId: string,
  type: string,
  { files, bytes }: Usage,
): Promise<void> {
  await db
    .insertInto('artifact_usage')
    .values({ account_id: accountId, type, files, bytes })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'type']).doUpdateSet({
        files: sql`artifact_usage.files + ${files}`,
        bytes: sql`artifact_usage.bytes + ${bytes}`,
      }),
    )
    .execute()
}

export async function usageOf(db: Db, accountId: string): Promise<Map<string, Usage>> {
  const rows = await db
    .selectFrom('artifact_usage')
    .select(['type', 'files', 'bytes'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map(({ type, files, bytes }) => [type, { files: Number(files), bytes: Number(bytes) }]))
}

/** Of all accounts together, by type. */
export async function wholeUsage(db: Db): Promise<Map<string, Usage>> {
  const rows = await db
    .selectFrom('artifact_usage')
    .select((builder) => [
      'type',
      builder.fn.sum<number | string>('files').as('files'),
      builder.fn.sum<number | string>('bytes').as('bytes'),
    ])
    .groupBy('type')
    .orderBy('type')
    .execute()
  return new Map(rows.map(({ type, files, bytes }) => [type, { files: Number(files), bytes: Number(bytes) }]))
}

/** Accounts that hold more than so many bytes, of all types together or of one. */
export async function accountsOver(
  db: Db,
  { bytes, type }: { bytes: number; type: string | null },
): Promise<string[]> {
  let query = db
    .selectFrom('artifact_usage')
    .select('account_id')
    .groupBy('account_id')
    .having((builder) => builder.fn.sum<number>('bytes'), '>', bytes)
  if (type !== null) query = query.where('type', '=', type)
  return (await query.execute()).map(({ account_id: accountId }) => accountId)
}
