import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { nameBlob, releaseBlobs } from './artifact-blobs.ts'

/** A golden file of an account, by the hash of its bytes, which are in the artifact store. */
export type StoredGoldenFile = {
  sha256: string
  bytes: number
  /** Browsers that have drawn exactly this; empty: nobody knows. */
  madeBy: readonly string[]
}

/** What uses a file. */
export type GoldenFileOwner = { accountId: string; kind: 'check' | 'trial'; id: string }

const mostMakers = 20
const rowsPerStep = 200

/**
 * Inside the write after the bytes were stored; who stores the same again adds who has made it. False when the bytes
 * are gone, or about to be.
 */
export async function insertGoldenFile(
  db: Db,
  {
    accountId,
    sha256,
    bytes,
    madeBy,
    at,
  }: { accountId: string; sha256: string; bytes: number; madeBy: string | null; at: number },
): Promise<boolean> {
  if (!(await nameBlob(db, sha256))) return false
  const key = { account_id: accountId, sha256 }
  await db
    .insertInto('golden_files')
    .values({ ...key, bytes, made_by: '[]', used_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'sha256']).doUpdateSet({ used_at: at }))
    .execute()
  if (madeBy === null) return true
  const row = await db
    .selectFrom('golden_files')
    .select('made_by')
    .where((builder) => builder.and(key))
    .executeTakeFirstOrThrow()
  const makers = makersIn(row.made_by)
  if (makers.includes(madeBy)) return true
  await db
    .updateTable('golden_files')
    .set({ made_by: JSON.stringify([madeBy, ...makers].slice(0, mostMakers)) })
    .where((builder) => builder.and(key))
    .execute()
  return true
}

/** Those of these hashes that the account has. Inside `write`: they stay until it ends. */
export async function keepGoldenFiles(
  db: Db,
  { accountId, hashes }: { accountId: string; hashes: readonly string[] },
): Promise<Map<string, StoredGoldenFile>> {
  if (hashes.length === 0) return new Map()
  const query = selectObjects(db, { accountId, hashes })
  return objectsByHash(await (isSqlite(db) ? query : query.forKeyShare()).execute())
}

export async function storedGoldenFiles(
  db: Db,
  { accountId, hashes }: { accountId: string; hashes: readonly string[] },
): Promise<Map<string, StoredGoldenFile>> {
  if (hashes.length === 0) return new Map()
  return objectsByHash(await selectObjects(db, { accountId, hashes }).execute())
}

function selectObjects(db: Db, { accountId, hashes }: { accountId: string; hashes: readonly string[] }) {
  return (
    db
      .selectFrom('golden_files')
      .select(['sha256', 'bytes', 'made_by'])
      .where('account_id', '=', accountId)
      .where('sha256', 'in', [...new Set(hashes)])
      // Always in the same order: whoever locks several waits for nobody who waits for him.
      .orderBy('sha256')
  )
}

function objectsByHash(
  rows: readonly { sha256: string; bytes: number; made_by: string }[],
): Map<string, StoredGoldenFile> {
  return new Map(
    rows.map(({ sha256, bytes, made_by }) => [
      sha256,
      { sha256, bytes: Number(bytes), madeBy: makersIn(made_by) },
    ]),
  )
}

/** What the files of an account take. */
export async function goldenFileBytesOf(db: Db, accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('golden_files')
    .select((builder) => builder.fn.sum<number | string | null>('bytes').as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Inside the write that writes the owner: from then on it uses these files, and no others. */
export async function referToGoldenFiles(
  db: Db,
  owner: GoldenFileOwner,
  hashes: readonly string[],
  at: number,
): Promise<void> {
  const unique = [...new Set(hashes)]
  for (const sha256 of unique) await addReference(db, owner, sha256)
  let replaced = ofOwner(db, owner).set({ ended_at: at }).where('ended_at', 'is', null)
  if (unique.length > 0) replaced = replaced.where('sha256', 'not in', unique)
  await replaced.execute()
}

/** It uses this file, too. */
export async function addReference(db: Db, owner: GoldenFileOwner, sha256: string): Promise<void> {
  await db
    .insertInto('golden_file_uses')
    .values({
      account_id: owner.accountId,
      owner_kind: owner.kind,
      owner_id: owner.id,
      sha256,
      ended_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'owner_kind', 'owner_id', 'sha256']).doUpdateSet({ ended_at: null }),
    )
    .execute()
}

function ofOwner(db: Db, { accountId, kind, id }: GoldenFileOwner) {
  return db
    .updateTable('golden_file_uses')
    .where('account_id', '=', accountId)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', id)
}

/** Whether the owner uses the file, or did until lately: runs go on with what they were handed out with. */
export async function isReferred(db: Db, owner: GoldenFileOwner, sha256: string): Promise<boolean> {
  const [accountId, id] = [canonicalUuid(owner.accountId), canonicalUuid(owner.id)]
  if (accountId === null || id === null) return false
  const row = await db
    .selectFrom('golden_file_uses')
    .select('sha256')
    .where('account_id', '=', accountId)
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', id)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row !== undefined
}

const ownerTables = { check: 'checks', trial: 'check_tries' } as const

/**
 * What belongs to deleted owners counts as replaced from now on; references that ended before `before` are forgotten, and
 * so are files that nothing has referred to since. True when there may be more.
 */
export async function forgetGoldenFiles(
  db: Db,
  { now, before }: { now: number; before: number },
): Promise<boolean> {
  await db.deleteFrom('golden_file_uses').where('ended_at', '<', before).execute()
  for (const kind of ['check', 'trial'] as const) {
    const table = sql.table(ownerTables[kind])
    await sql`
      update golden_file_uses set ended_at = ${now}
      where owner_kind = ${kind} and ended_at is null
        and not exists (select 1 from ${table} as owner where owner.id = golden_file_uses.owner_id)`.execute(
      db,
    )
  }
  const old = db
    .selectFrom('golden_files')
    .select(['account_id', 'sha256'])
    .where('used_at', '<', before)
    .where(isUnused)
    .orderBy('sha256')
    .limit(rowsPerStep)
  // Who is about to refer to one has locked it, or waits here and finds it gone.
  const rows = await (isSqlite(db) ? old : old.forUpdate()).execute()
  const removed: string[] = []
  for (const { account_id, sha256 } of rows) {
    const gone = await db
      .deleteFrom('golden_files')
      .where('account_id', '=', account_id)
      .where('sha256', '=', sha256)
      .where(isUnused)
      .returning('sha256')
      .executeTakeFirst()
    if (gone !== undefined) removed.push(sha256)
  }
  await releaseBlobs(db, removed, now)
  return rows.length === rowsPerStep
}

function isUnused(builder: ExpressionBuilder<Database, 'golden_files'>) {
  return builder.not(
    builder.exists(
      builder
        .selectFrom('golden_file_uses')
        .select('golden_file_uses.sha256')
        .whereRef('golden_file_uses.account_id', '=', 'golden_files.account_id')
        .whereRef('golden_file_uses.sha256', '=', 'golden_files.sha256'),
    ),
  )
}

/** Safe because nothing but `insertGoldenFile` writes there. */
function makersIn(text: string): string[] {
  return JSON.parse(text) as string[]
}
