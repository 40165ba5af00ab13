import type { Selectable } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import type { AttemptKey } from '../results/result-assets.ts'
import type { ArtifactTables } from './artifact-tables.ts'
import { addUsage } from './artifact-usage.ts'
import { nameBlob } from './artifact-blobs.ts'

/** Why the bytes of a file are not kept. */
export const missingReasons = ['quota', 'retention', 'too-large'] as const
export type MissingReason = (typeof missingReasons)[number]

/** A file of an attempt. Its bytes lie in the artifact store under their hash, or it says why they are not there. */
export type Artifact = {
  name: string
  /** By which its agent knows it; null of what came with diagnostics. */
  number: number | null
  type: string
  contentType: string
  bytes: number
} & ({ sha256: string; missing: null } | { sha256: null; missing: MissingReason })

export type ArtifactOwner = AttemptKey & { accountId: string }

/** The key of the files of a trial run, which has no number as a check. */
export function trialRunKey(run: { id: string; scheduledAt: number; attempt: number }): AttemptKey {
  return { checkNo: 0, scheduledAt: run.scheduledAt, origin: run.id, attempt: run.attempt }
}

/** Every file of the attempt itself; null when the attempt is not stored. */
export async function presentArtifacts(db: Db, key: AttemptKey): Promise<Artifact[] | null> {
  return (await findAttempt(db, key, { locks: false })) ? await filesOf(db, key) : null
}

/** The same inside `write`: nobody else who asks this way adds one until the write ends. */
export async function artifactsToAddTo(db: Db, key: AttemptKey): Promise<Artifact[] | null> {
  return (await findAttempt(db, key, { locks: true })) ? await filesOf(db, key) : null
}

async function filesOf(db: Db, key: AttemptKey): Promise<Artifact[]> {
  const rows = await ofRun(db, key).selectAll().where('attempt', '=', key.attempt).execute()
  return rows.map(toArtifact)
}

async function findAttempt(db: Db, key: AttemptKey, { locks }: { locks: boolean }): Promise<boolean> {
  const mustLock = locks && !isSqlite(db)
  if (key.checkNo === 0) {
    const trialRun = db
      .selectFrom('check_tries')
      .select('id')
      .where('id', '=', key.origin)
      .where('ended_at', 'is not', null)
    return (await (mustLock ? trialRun.forNoKeyUpdate() : trialRun).executeTakeFirst()) !== undefined
  }
  const attempt = db
    .selectFrom('results')
    .select('attempt')
    .where('check_no', '=', key.checkNo)
    .where('scheduled_at', '=', key.scheduledAt)
    .where('origin', '=', key.origin)
    .where('attempt', '=', key.attempt)
  return (await (mustLock ? attempt.forNoKeyUpdate() : attempt).executeTakeFirst()) !== undefined
}

/** False when its bytes are not in the store any more: they have to be stored again. */
export async function insertArtifact(
  db: Db,
  owner: ArtifactOwner,
  artifact: Artifact,
  createdAt: number,
): Promise<boolean> {
  const { sha256, type, bytes } = artifact
  if (sha256 !== null && !(await nameBlob(db, sha256))) return false
  await db
    .insertInto('artifacts')
    .values({
      check_no: owner.checkNo,
      scheduled_at: owner.scheduledAt,
      origin: owner.origin,
      attempt: owner.attempt,
      name: artifact.name,
      number: artifact.number,
      account_id: owner.accountId,
      type,
      content_type: artifact.contentType,
      bytes,
      sha256,
      missing: artifact.missing,
      created_at: createdAt,
    })
    .execute()
  if (sha256 !== null) await addUsage(db, owner.accountId, type, { files: 1, bytes })
  return true
}

/**
 * The files of an attempt, by name. A target that fails twice within a minute is looked at once: what diagnostics of an
 * earlier attempt of the same run left behind tells of this one too.
 */
export async function artifactsOf(db: Db, key: AttemptKey): Promise<Artifact[]> {
  const rows = await ofRun(db, key)
    .selectAll()
    .where('attempt', '<=', key.attempt)
    .where((builder) => builder.or([builder('attempt', '=', key.attempt), builder('number', 'is', null)]))
    .orderBy('name')
    .orderBy('attempt', 'desc')
    .execute()
  const latest = rows.filter((row, index) => row.name !== rows[index - 1]?.name)
  return latest.map(toArtifact)
}

export async function findArtifact(db: Db, key: AttemptKey, name: string): Promise<Artifact | null> {
  const row = await ofRun(db, key)
    .selectAll()
    .where('name', '=', name)
    .where('attempt', '<=', key.attempt)
    .where((builder) => builder.or([builder('attempt', '=', key.attempt), builder('number', 'is', null)]))
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : toArtifact(row)
}

function ofRun(db: Db, { checkNo, scheduledAt, origin }: AttemptKey) {
  return db
    .selectFrom('artifacts')
    .where('check_no', '=', checkNo)
    .where('scheduled_at', '=', scheduledAt)
    .where('origin', '=', origin)
}

function toArtifact(row: Selectable<ArtifactTables['artifacts']>): Artifact {
  const { name, number, type, content_type: contentType, sha256 } = row
  const fields = { name, number, type, contentType, bytes: Number(row.bytes) }
  if (sha256 !== null) return { ...fields, sha256, missing: null }
  const missing = missingReasons.find((reason) => reason === row.missing) ?? 'retention'
  return { ...fields, sha256: null, missing }
}
