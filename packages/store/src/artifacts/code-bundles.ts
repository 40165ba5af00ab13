import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { bundleKeptMs } from './bundle-retention.ts'
import { nameBlob, releaseBlobs } from './artifact-blobs.ts'

/** So few that deleting them is over before anybody notices. */
const rowsPerStep = 100

/** The archive of a project, by the hash of its bytes. */
export type CodeBundle = { sha256: string; bytes: number; createdAt: number }

/** Who has a bundle: a check as it is now, or a run that is no run of a check. */
export type BundleOwner = { accountId: string; kind: 'check' | 'trial'; id: string }

type BundleKey = { accountId: string; sha256: string }

export async function findBundle(db: Db, { accountId, sha256 }: BundleKey): Promise<CodeBundle | null> {
  const row = await db
    .selectFrom('code_bundles')
    .select(['sha256', 'bytes', 'created_at'])
    .where('account_id', '=', accountId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { sha256: row.sha256, bytes: Number(row.bytes), createdAt: Number(row.created_at) }
}

/** What the bundles of an account take, but for the one of this hash. */
export async function otherBundleBytes(db: Db, { accountId, sha256 }: BundleKey): Promise<number> {
  const { bytes } = await db
    .selectFrom('code_bundles')
    .select((builder) => builder.fn.sum<number | string | null>('bytes').as('bytes'))
    .where('account_id', '=', accountId)
    .where('sha256', '!=', sha256)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/**
 * Inside `write`, after its bytes were stored. Null when they are not in the store any more and have to be stored again.
 * One that was uploaded before stays as old as it is.
 */
export async function insertBundle(
  db: Db,
  { accountId, sha256, bytes, at }: BundleKey & { bytes: number; at: number },
): Promise<CodeBundle | null> {
  if (!(await nameBlob(db, sha256))) return null
  const row = await db
    .insertInto('code_bundles')
    .values({ account_id: accountId, sha256, bytes, created_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'sha256']).doUpdateSet({ last_used_at: at }))
    .returning('created_at')
    .executeTakeFirstOrThrow()
  return { sha256, bytes, createdAt: Number(row.created_at) }
}

/** Inside `write`: whether the account has it. It stays until the write ends. */
export async function keepBundle(db: Db, { accountId, sha256 }: BundleKey): Promise<boolean> {
  const query = db
    .selectFrom('code_bundles')
    .select('sha256')
    .where('account_id', '=', accountId)
    .where('sha256', '=', sha256)
  const row = await (isSqlite(db) ? query : query.forUpdate()).executeTakeFirst()
  return row !== undefined
}

/**
 * Inside the write that writes the owner: from then on it has this bundle, or none. What it had before is kept for runs
 * that were handed out with it. False when the account has no such bundle.
 */
export async function useBundle(
  db: Db,
  owner: BundleOwner,
  { sha256, at, keptUntil, replacedUntil }: BundleUse,
): Promise<boolean> {
  const { accountId, kind, id } = owner
  let replaced = db
    .updateTable('code_bundle_uses')
    .set({ kept_until: replacedUntil })
    .where('account_id', '=', accountId)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', id)
    .where('kept_until', 'is', null)
  if (sha256 !== null) replaced = replaced.where('sha256', '!=', sha256)
  await replaced.execute()
  if (sha256 === null) return true
  // The row is locked by this: whoever is about to remove the bundle looks at it again, and finds it in use.
  const { numUpdatedRows } = await db
    .updateTable('code_bundles')
    .set({ last_used_at: at })
    .where('account_id', '=', accountId)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await db
    .insertInto('code_bundle_uses')
    .values({ account_id: accountId, owner_kind: kind, owner_id: id, sha256, kept_until: keptUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'owner_kind', 'owner_id', 'sha256'])
        .doUpdateSet({ kept_until: keptUntil }),
    )
    .execute()
  return true
}

/** Inside the write that writes a check: what it had before is kept for runs that go on with it. */
export async function useBundleOfCheck(
  db: Db,
  owner: BundleOwner & { kind: 'check' },
  sha256: string | null,
  at: number,
): Promise<boolean> {
  return await useBundle(db, owner, {
    sha256,
    at,
    keptUntil: null,
    replacedUntil: at + bundleKeptMs.unused,
  })
}

/** Inside the write that writes a run that is no run of a check. */
export async function useBundleOfTrial(
  db: Db,
  owner: BundleOwner & { kind: 'trial' },
  sha256: string,
  at: number,
): Promise<boolean> {
  const until = at + bundleKeptMs.trialRun
  return await useBundle(db, owner, { sha256, at, keptUntil: until, replacedUntil: until })
}

export type BundleUse = {
  /** Null: it has none any more. */
  sha256: string | null
  at: number
  /** Null: as long as its owner has it. */
  keptUntil: number | null
  /** How long what it had before is kept. */
  replacedUntil: number
}

/** The bundle of this hash, if the owner has it or had it until lately. */
export async function bundleOf(db: Db, owner: BundleOwner, sha256: string): Promise<CodeBundle | null> {
  const accountId = canonicalUuid(owner.accountId)
  const id = canonicalUuid(owner.id)
  if (accountId === null || id === null) return null
  const use = await db
    .selectFrom('code_bundle_uses')
    .select('sha256')
    .where('account_id', '=', accountId)
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', id)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return use === undefined ? null : await findBundle(db, { accountId, sha256 })
}

/** Uses that are over are forgotten, and those of checks that were deleted end at `deletedUntil`. */
export async function endBundleUses(
  db: Db,
  { now, deletedUntil }: { now: number; deletedUntil: number },
): Promise<void> {
  await db.deleteFrom('code_bundle_uses').where('kept_until', '<=', now).execute()
  await sql`
    update code_bundle_uses set kept_until = ${deletedUntil}
    where owner_kind = 'check' and kept_until is null
      and not exists (select 1 from checks where checks.id = code_bundle_uses.owner_id)`.execute(db)
}

/**
 * Deletes one step of the bundles that nothing uses and that were last used before `before`; of one account, or of all.
 * True when there may be more.
 */
export async function deleteUnusedBundles(
  db: Db,
  { before, now, accountId = null }: { before: number; now: number; accountId?: string | null },
): Promise<boolean> {
  let query = db
    .selectFrom('code_bundles')
    .select(['account_id', 'sha256'])
    .where('last_used_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('code_bundle_uses')
            .select('code_bundle_uses.sha256')
            .whereRef('code_bundle_uses.account_id', '=', 'code_bundles.account_id')
            .whereRef('code_bundle_uses.sha256', '=', 'code_bundles.sha256'),
        ),
      ),
    )
    .orderBy('last_used_at')
    .limit(rowsPerStep)
  if (accountId !== null) query = query.where('account_id', '=', accountId)
  const candidates = await (isSqlite(db) ? query : query.forUpdate()).execute()
  const deleted: string[] = []
  for (const { account_id: owner, sha256 } of candidates) {
    const { numDeletedRows } = await db
      .deleteFrom('code_bundles')
      .where('account_id', '=', owner)
      .where('sha256', '=', sha256)
      .where('last_used_at', '<', before)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) deleted.push(sha256)
  }
  await releaseBlobs(db, deleted, now)
  return candidates.length === rowsPerStep
}
