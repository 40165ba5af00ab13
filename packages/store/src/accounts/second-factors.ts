import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('second_factors', {
  userId: 'user_id',
  /** Null until the first set-up was confirmed. */
  sealedSecret: 'sealed_secret',
  enabledAt: 'enabled_at',
  /** The step of time of the code that was used last: it and those before it are refused. */
  lastStep: 'last_step',
  /** A secret that no code has confirmed yet. */
  sealedPending: 'sealed_pending',
  pendingAt: 'pending_at',
})

/** The app that shows the codes of a user, by the secret that it shares with us. */
export type SecondFactorRow = RowOf<typeof columns>

export function secondFactorSealContext(userId: string): string {
  return `second_factors/${userId}`
}

export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactorRow | null> {
  const uuid = canonicalUuid(userId)
  if (uuid === null) return null
  const row = await db
    .selectFrom('second_factors')
    .select(columns.names)
    .where('user_id', '=', uuid)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** The same inside `write`: nobody changes it until the write ends. */
export async function findSecondFactorForUpdate(db: Db, userId: string): Promise<SecondFactorRow | null> {
  const query = db.selectFrom('second_factors').select(columns.names).where('user_id', '=', userId)
  const row = await (isSqlite(db) ? query : query.forUpdate()).executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** A secret that waits to be confirmed; one that waited before is forgotten. */
export async function savePendingFactor(
  db: Db,
  { userId, sealed, at }: { userId: string; sealed: string; at: number },
): Promise<void> {
  const pending = { sealed_pending: sealed, pending_at: at }
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, sealed_secret: null, enabled_at: null, ...pending })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pending))
    .execute()
}

/** The pending secret counts from now on, and the code of this step is used up. */
export async function enableFactor(
  db: Db,
  { userId, sealed, step, at }: { userId: string; sealed: string; step: number; at: number },
): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({
      sealed_secret: sealed,
      enabled_at: at,
      last_step: step,
      sealed_pending: null,
      pending_at: null,
    })
    .where('user_id', '=', userId)
    .execute()
}

/** True for exactly one caller, however many come with the same code at once. */
export async function useStep(
  db: Db,
  { userId, step, lastStep }: { userId: string; step: number; lastStep: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '=', lastStep)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** With its recovery codes. False when the user had none. */
export async function deleteFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Those before open nothing any more. */
export async function replaceRecoveryCodes(
  db: Db,
  { userId, hashes, at }: { userId: string; hashes: readonly string[]; at: number },
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash, created_at: at })))
    .execute()
}

/** True for exactly one caller: a code opens once. */
export async function useRecoveryCode(
  db: Db,
  { userId, hash }: { userId: string; hash: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom('recovery_codes')
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(total)
}
