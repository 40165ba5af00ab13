import type { Selectable } from 'kysely'
import { chunks } from '@sonde/ground/chunks.ts'
import type { Database, Db } from '../engine/database.ts'
import { reserveNumber } from '../imports/imported-ids.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

/** An address that runs the checks of a group for whoever knows its token. */
export type GroupTrigger = {
  id: number
  groupId: number
  accountId: string
  /** Made by the sealer, for the context of `groupTriggerContext`. */
  sealedToken: string
  tokenHash: string
  createdAt: number
  calledAt: number | null
  updatedAt: number | null
}

type NewTrigger = Pick<GroupTrigger, 'groupId' | 'accountId' | 'sealedToken' | 'tokenHash' | 'createdAt'>

export function groupTriggerContext(groupId: number): string {
  return `group_triggers/${groupId}`
}

/** The trigger of the group, which has one at most: the one it has already, or else this one. */
export async function ensureGroupTrigger(
  db: Db,
  trigger: NewTrigger,
  givenId: number | null = null,
): Promise<GroupTrigger> {
  if (givenId !== null) await reserveNumber(db, 'group_triggers', givenId)
  const row = await db
    .insertInto('group_triggers')
    .values({
      ...(givenId === null ? {} : { id: givenId }),
      group_id: trigger.groupId,
      account_id: trigger.accountId,
      sealed_token: trigger.sealedToken,
      token_hash: trigger.tokenHash,
      created_at: trigger.createdAt,
      called_at: null,
      updated_at: null,
    })
    // Changes nothing and gives the row back: between two statements it might be deleted.
    .onConflict((conflict) =>
      conflict.column('group_id').doUpdateSet(({ ref }) => ({ group_id: ref('excluded.group_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return toTrigger(row)
}

/** Without an account: for the caller of the trigger, whose token is the only thing that he must have. */
export async function findGroupTrigger(db: Db, groupId: number): Promise<GroupTrigger | null> {
  const row = await selectTrigger(db, groupId).executeTakeFirst()
  return row === undefined ? null : toTrigger(row)
}

export async function noteGroupTriggerCall(db: Db, { id, at }: { id: number; at: number }): Promise<void> {
  await db.updateTable('group_triggers').set({ called_at: at }).where('id', '=', id).execute()
}

/** Every trigger of the account, oldest first. */
export async function groupTriggersOf(db: Db, accountId: string): Promise<GroupTrigger[]> {
  const rows = await db
    .selectFrom('group_triggers')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(toTrigger)
}

/** Which triggers, of whatever account, have these tokens: their numbers by the hash. */
export async function groupTriggersByToken(db: Db, hashes: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const chunk of chunks(hashes, keysPerStatement)) {
    const rows = await db
      .selectFrom('group_triggers')
      .select(['id', 'token_hash'])
      .where('token_hash', 'in', chunk)
      .execute()
    for (const row of rows) found.set(row.token_hash, row.id)
  }
  return found
}

/** The address with the old token runs nothing any more. */
export async function replaceGroupTriggerToken(
  db: Db,
  {
    id,
    sealedToken,
    tokenHash,
    updatedAt,
  }: Pick<GroupTrigger, 'id' | 'sealedToken' | 'tokenHash' | 'updatedAt'>,
): Promise<void> {
  await db
    .updateTable('group_triggers')
    .set({ sealed_token: sealedToken, token_hash: tokenHash, updated_at: updatedAt })
    .where('id', '=', id)
    .execute()
}

/** False when the account has no such trigger. */
export async function deleteGroupTrigger(
  db: Db,
  key: { accountId: string; groupId: number },
): Promise<boolean> {
  const accountId = canonicalUuid(key.accountId)
  if (accountId === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('group_triggers')
    .where('group_id', '=', key.groupId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function selectTrigger(db: Db, groupId: number) {
  return db.selectFrom('group_triggers').selectAll().where('group_id', '=', groupId)
}

function toTrigger(row: Selectable<Database['group_triggers']>): GroupTrigger {
  return {
    id: row.id,
    groupId: row.group_id,
    accountId: row.account_id,
    sealedToken: row.sealed_token,
    tokenHash: row.token_hash,
    createdAt: row.created_at,
    calledAt: row.called_at,
    updatedAt: row.updated_at,
  }
}
