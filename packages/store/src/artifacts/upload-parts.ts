import type { Db } from '../engine/database.ts'
import { releaseBlobs } from './artifact-blobs.ts'

/** Where the part begins in its file, and where its bytes are. */
export type UploadPart = { start: number; bytes: number; sha256: string }

/** The parts of a file that follow each other from its beginning on. */
export async function partsOfUpload(db: Db, upload: string): Promise<UploadPart[]> {
  const rows = await db
    .selectFrom('upload_parts')
    .select(['start', 'bytes', 'sha256'])
    .where('upload', '=', upload)
    .orderBy('start')
    .execute()
  const parts: UploadPart[] = []
  let end = 0
  for (const row of rows) {
    if (row.start !== end) continue
    parts.push(row)
    end += row.bytes
  }
  return parts
}

/** Inside `write`, when its bytes are stored. In place of one that began there. */
export async function insertUploadPart(
  db: Db,
  { upload, start, bytes, sha256, at }: UploadPart & { upload: string; at: number },
): Promise<void> {
  await db
    .insertInto('upload_parts')
    .values({ upload, start, bytes, sha256, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['upload', 'start']).doUpdateSet({ bytes, sha256, created_at: at }),
    )
    .execute()
}

/** Inside `write`: the file is stored, or nobody goes on with it. */
export async function forgetUpload(db: Db, { upload, now }: { upload: string; now: number }): Promise<void> {
  const rows = await db.deleteFrom('upload_parts').where('upload', '=', upload).returning('sha256').execute()
  await releaseParts(
    db,
    rows.map(({ sha256 }) => sha256),
    now,
  )
}

/** Inside `write`: parts that came before that time. */
export async function deleteOldUploadParts(
  db: Db,
  { before, now }: { before: number; now: number },
): Promise<void> {
  const rows = await db
    .deleteFrom('upload_parts')
    .where('created_at', '<', before)
    .returning('sha256')
    .execute()
  await releaseParts(
    db,
    rows.map(({ sha256 }) => sha256),
    now,
  )
}

/** Another upload may have a part of the same bytes. */
async function releaseParts(db: Db, hashes: readonly string[], now: number): Promise<void> {
  if (hashes.length === 0) return
  const rows = await db
    .selectFrom('upload_parts')
    .select('sha256')
    .where('sha256', 'in', [...new Set(hashes)])
    .execute()
  const needed = new Set(rows.map(({ sha256 }) => sha256))
  await releaseBlobs(
    db,
    hashes.filter((sha256) => !needed.has(sha256)),
    now,
  )
}
