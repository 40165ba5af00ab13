import type { Selectable } from 'kysely'
import type { Database, Db } from './database.ts'
import { canonicalUuid } from './uuid.ts'

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
export async function ensureTrigger(db: Db, trigger: NewTrigger): Promise<CheckTrigger> {
  const row = await db
    .insertInto('check_triggers')
    .values({
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
