import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { nameBlob, releaseBlobs } from './artifact-blobs.ts'

/** So few that deleting them is over before anybody notices. */
const rowsPerStep = 100

/** Packages that a project has installed, as one archive. What `key` is made of says which they are; those of one account are its own. */
export type ArchiveKey = { accountId: string; key: string }

export type DependencyArchive = { sha256: string; bytes: number; lastUsedAt: number }

export async function findDependencyArchive(
  db: Db,
  { accountId, key }: ArchiveKey,
): Promise<DependencyArchive | null> {
  const row = await db
    .selectFrom('dependency_archives')
    .select(['sha256', 'bytes', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { sha256: row.sha256, bytes: Number(row.bytes), lastUsedAt: Number(row.last_used_at) }
}

export async function noteArchiveUsed(db: Db, { accountId, key }: ArchiveKey, at: number): Promise<void> {
  await db
    .updateTable('dependency_archives')
    .set({ last_used_at: at })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute()
}

/** Inside `write`, after its bytes were stored. False when they are not in the store any more. */
export async function putDependencyArchive(
  db: Db,
  { accountId, key, sha256, bytes, at }: ArchiveKey & { sha256: string; bytes: number; at: number },
): Promise<boolean> {
  if (!(await nameBlob(db, sha256))) return false
  const before = await findDependencyArchive(db, { accountId, key })
  await db
    .insertInto('dependency_archives')
    .values({ account_id: accountId, key, sha256, bytes, last_used_at: at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet({ sha256, bytes, last_used_at: at }),
    )
    .execute()
  if (before !== null && before.sha256 !== sha256) await releaseBlobs(db, [before.sha256], at)
  return true
}

export async function deleteDependencyArchive(
  db: Db,
  { accountId, key }: ArchiveKey,
  now: number,
): Promise<void> {
  const deleted = await db
    .deleteFrom('dependency_archives')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .returning('sha256')
    .execute()
  await releaseBlobs(
    db,
    deleted.map(({ sha256 }) => sha256),
    now,
  )
}

/** What all of them take. */
export async function dependencyArchiveBytes(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('dependency_archives')
    .select((builder) => builder.fn.sum<number | string | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/**
 * Deletes one step of those that were last used before `before`, the oldest first, until so many bytes are gone. True when there
 * may be more.
 */
export async function deleteOldArchives(
  db: Db,
  { before, bytes: most = Infinity, now }: { before: number; bytes?: number; now: number },
): Promise<boolean> {
  const query = db
    .selectFrom('dependency_archives')
    .select(['account_id', 'key', 'sha256', 'bytes'])
    .where('last_used_at', '<', before)
    .orderBy('last_used_at')
    .limit(rowsPerStep)
  const candidates = await (isSqlite(db) ? query : query.forUpdate()).execute()
  const deleted: string[] = []
  let left = most
  for (const { account_id: accountId, key, sha256, bytes } of candidates) {
    if (left <= 0) break
    await db
      .deleteFrom('dependency_archives')
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .execute()
    deleted.push(sha256)
    left -= Number(bytes)
  }
  await releaseBlobs(db, deleted, now)
  return deleted.length === rowsPerStep
}
