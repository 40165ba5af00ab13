import type { Selectable } from 'kysely'
import { chunks } from '@sonde/ground/chunks.ts'
import type { Database, Db } from '../engine/database.ts'
import { reserveNumber } from '../imports/imported-ids.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

/** An address that runs a check for whoever knows its token. */
export type CheckTrigger = {
  id: number
  checkId: string
  accountId: string
  /** Made by the sealer, for the context of `triggerContext`. */
  sealedToken: string
  tokenHash: string
  createdAt: number
  calledAt: number | null
  updatedAt: number | null
}

type NewTrigger = Pick<CheckTrigger, 'checkId' | 'accountId' | 'sealedToken' | 'tokenHash' | 'createdAt'>

export function triggerContext(checkId: string): string {
  return `check_triggers/${checkId}`
}

/** The trigger of the check, which has one at most: the one it has already, or else this one. */
export async function ensureTrigger(
  db: Db,
  trigger: NewTrigger,
  givenId: number | null = null,
): Promise<CheckTrigger> {
  if (givenId !== null) await reserveNumber(db, 'check_triggers', givenId)
  const row = await db
    .insertInto('check_triggers')
    .values({
      ...(givenId === null ? {} : { id: givenId }),
      check_id: trigger.checkId,
      account_id: trigger.accountId,
      sealed_token: trigger.sealedToken,
      token_hash: trigger.tokenHash,
      created_at: trigger.createdAt,
      called_at: null,
      updated_at: null,
    })
    // Changes nothing and gives the row back: between two statements it might be deleted.
    .onConflict((conflict) =>
      conflict.column('check_id').doUpdateSet(({ ref }) => ({ check_id: ref('excluded.check_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return toTrigger(row)
}

/** Without an account: for the caller of the trigger, whose token is the only thing that he must have. */
export async function findTrigger(db: Db, checkId: string): Promise<CheckTrigger | null> {
  const id = canonicalUuid(checkId)
  if (id === null) return null
  const row = await selectTrigger(db, id).executeTakeFirst()
  return row === undefined ? null : toTrigger(row)
}

export async function noteTriggerCall(db: Db, { id, at }: { id: number; at: number }): Promise<void> {
  await db.updateTable('check_triggers').set({ called_at: at }).where('id', '=', id).execute()
}

/** Every trigger of the account, oldest first. */
export async function triggersOf(db: Db, accountId: string): Promise<CheckTrigger[]> {
  const rows = await db
    .selectFrom('check_triggers')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(toTrigger)
}

/** Which triggers, of whatever account, have these tokens: their numbers by the hash. */
export async function triggersByToken(db: Db, hashes: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const chunk of chunks(hashes, keysPerStatement)) {
    const rows = await db
      .selectFrom('check_triggers')
      .select(['id', 'token_hash'])
      .where('token_hash', 'in', chunk)
      .execute()
    for (const row of rows) found.set(row.token_hash, row.id)
  }
  return found
}

/** The address with the old token runs nothing any more. */
export async function replaceTriggerToken(
  db: Db,
  {
    id,
    sealedToken,
    tokenHash,
    updatedAt,
  }: Pick<CheckTrigger, 'id' | 'sealedToken' | 'tokenHash' | 'updatedAt'>,
): Promise<void> {
  await db
    .updateTable('check_triggers')
    .set({ sealed_token: sealedToken, token_hash: tokenHash, updated_at: updatedAt })
    .where('id', '=', id)
    .execute()
}

/** False when the account has no such trigger. */
export async function deleteTrigger(db: Db, key: { accountId: string; checkId: string }): Promise<boolean> {
  const [accountId, checkId] = [canonicalUuid(key.accountId), canonicalUuid(key.checkId)]
  if (accountId === null || checkId === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('check_triggers')
    .where('check_id', '=', checkId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function selectTrigger(db: Db, checkId: string) {
  return db.selectFrom('check_triggers').selectAll().where('check_id', '=', checkId)
}

function toTrigger(row: Selectable<Database['check_triggers']>): CheckTrigger {
  return {
    id: row.id,
    checkId: row.check_id,
    accountId: row.account_id,
    sealedToken: row.sealed_token,
    tokenHash: row.token_hash,
    createdAt: row.created_at,
    calledAt: row.called_at,
    updatedAt: row.updated_at,
  }
}
