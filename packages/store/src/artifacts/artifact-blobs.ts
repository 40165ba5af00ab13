import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'

/**
 * Before the bytes are stored: they are not removed until then, whether or not a file names them by that time. False
 * while the same bytes are being removed.
 */
export async function reserveBlob(
  db: Db,
  { sha256, bytes, until }: { sha256: string; bytes: number; until: number },
): Promise<boolean> {
  const row = await db
    .insertInto('artifact_blobs')
    .values({ sha256, bytes, remove_after: until, is_removing: false })
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        // A blob that a file names stays so.
        .doUpdateSet((builder) => ({
          remove_after: builder
            .case()
            .when('artifact_blobs.remove_after', 'is', null)
            .then(null)
            .else(until)
            .end(),
        }))
        .where('artifact_blobs.is_removing', '=', false),
    )
    .returning('sha256')
    .executeTakeFirst()
  return row !== undefined
}

/** Those of these hashes that have a row. */
export async function knownBlobs(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db.selectFrom('artifact_blobs').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Inside the write that stores the file or the bundle. False when the blob is gone, or about to be. */
export async function nameBlob(db: Db, sha256: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('artifact_blobs')
    .set({ remove_after: null })
    .where('sha256', '=', sha256)
    .where('is_removing', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Inside the write that deletes files or bundles. Those that another one names stay. */
export async function releaseBlobs(db: Db, hashes: readonly string[], now: number): Promise<void> {
  if (hashes.length === 0) return
  await db
    .updateTable('artifact_blobs')
    .set({ remove_after: now })
    .where('sha256', 'in', [...new Set(hashes)])
    .where('is_removing', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('artifacts')
            .select('artifacts.sha256')
            .whereRef('artifacts.sha256', '=', 'artifact_blobs.sha256'),
        ),
      ),
    )
    .where((builder) =>
      builder.not(
        builder.exists(
          builder
            .selectFrom('golden_files')
            .select('golden_files.sha256')
            .whereRef('golden_files.sha256', '=', 'artifact_blobs.sha256'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('code_bundles')
            .select('code_bundles.sha256')
            .whereRef('code_bundles.sha256', '=', 'artifact_blobs.sha256'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dependency_archives')
            .select('dependency_archives.sha256')
            .whereRef('dependency_archives.sha256', '=', 'artifact_blobs.sha256'),
        ),
      ),
    )
    .execute()
}

/**
 * The next blobs to remove: from now on nobody can name them. Among them are those that an earlier program had begun
 * to remove. Inside `write`; `forgetBlob` follows when the bytes are gone.
 */
export async function claimUnnamedBlobs(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<{ hashes: string[]; mayHaveMore: boolean }> {
  const due = db
    .selectFrom('artifact_blobs')
    .select('sha256')
    .where('remove_after', '<=', now)
    .orderBy('remove_after')
    .limit(limit)
  const rows = await (isSqlite(db) ? due : due.forUpdate()).execute()
  const candidates = rows.map(({ sha256 }) => sha256)
  if (candidates.length === 0) return { hashes: [], mayHaveMore: false }
  const named = await db
    .selectFrom('artifacts')
    .select('sha256')
    .where('sha256', 'in', candidates)
    .union(db.selectFrom('code_bundles').select('sha256').where('sha256', 'in', candidates))
    .union(db.selectFrom('dependency_archives').select('sha256').where('sha256', 'in', candidates))
    .execute()
  const ofCode = await db
    .selectFrom('golden_files')
    .select('sha256')
    .distinct()
    .where('sha256', 'in', candidates)
    .execute()
  const kept = new Set([...named, ...ofCode].map(({ sha256 }) => sha256))
  // Somebody named it at the same moment in which its last file went.
  for (const sha256 of kept) if (sha256 !== null) await nameBlob(db, sha256)
  const hashes = candidates.filter((sha256) => !kept.has(sha256))
  if (hashes.length > 0)
    await db.updateTable('artifact_blobs').set({ is_removing: true }).where('sha256', 'in', hashes).execute()
  return { hashes, mayHaveMore: candidates.length === limit }
}

export async function forgetBlob(db: Db, sha256: string): Promise<void> {
  await db.deleteFrom('artifact_blobs').where('sha256', '=', sha256).where('is_removing', '=', true).execute()
}
