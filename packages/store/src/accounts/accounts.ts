import type { Role } from '@sonde/schema/accounts/role.ts'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { type JsonObject, parseJsonObject } from '../engine/json-column.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

export type AccountRow = {
  id: string
  name: string
  runtimeId: string
  settings: JsonObject
  alertSettings: JsonObject
  createdAt: number
  updatedAt: number | null
}

const columns = [
  'accounts.id',
  'accounts.name',
  'accounts.runtime_id',
  'accounts.settings',
  'accounts.alert_settings',
  'accounts.created_at',
  'accounts.updated_at',
] as const

export async function insertAccount(db: Db, account: AccountRow): Promise<void> {
  await db
    .insertInto('accounts')
    .values({
      id: account.id,
      name: account.name,
      runtime_id: account.runtimeId,
      settings: JSON.stringify(account.settings),
      alert_settings: JSON.stringify(account.alertSettings),
      created_at: account.createdAt,
      updated_at: account.updatedAt,
    })
    .execute()
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | null> {
  const uuid = canonicalUuid(id)
  if (uuid === null) return null
  const [row] = (await selectAccount(db, { id: uuid })).rows
  return row === undefined ? null : toAccount(row)
}

/** Asked at every update of a check. */
const selectAccount = prepareQuery((db, { id }: { id: string }) =>
  db.selectFrom('accounts').select(columns).where('id', '=', id),
)

/**
 * Inside `write`: nobody else who calls this for the account goes on until the write ends. For those who count
 * before they add, and to be called before any row of the account is locked.
 */
export async function lockAccount(db: Db, id: string): Promise<void> {
  // SQLite has one writer at a time.
  if (isSqlite(db)) return
  await db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** False when there is no such account. */
export async function updateAccountAlertSettings(
  db: Db,
  account: { id: string; alertSettings: JsonObject; updatedAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ alert_settings: JSON.stringify(account.alertSettings), updated_at: account.updatedAt })
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** As `findAccount`, but inside `write`: nobody else changes the account until the write ends. */
export async function findAccountForUpdate(db: Db, id: string): Promise<AccountRow | null> {
  const uuid = canonicalUuid(id)
  if (uuid === null) return null
  const query = db.selectFrom('accounts').select(columns).where('id', '=', uuid)
  const row = await (isSqlite(db) ? query : query.forNoKeyUpdate()).executeTakeFirst()
  return row === undefined ? null : toAccount(row)
}

/** Of an account that was read in the same write with `findAccountForUpdate`. */
export async function updateAccountSettings(
  db: Db,
  account: { id: string; settings: JsonObject; updatedAt: number },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ settings: JSON.stringify(account.settings), updated_at: account.updatedAt })
    .where('id', '=', account.id)
    .execute()
}

/** Of an account that was read in the same write with `findAccountForUpdate`: all that people can set. */
export async function updateAccount(
  db: Db,
  account: Pick<AccountRow, 'id' | 'name' | 'settings' | 'alertSettings' | 'updatedAt'>,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      name: account.name,
      settings: JSON.stringify(account.settings),
      alert_settings: JSON.stringify(account.alertSettings),
      updated_at: account.updatedAt,
    })
    .where('id', '=', account.id)
    .execute()
}

/** The accounts that the user belongs to, newest first, each with the user's role in it. */
export async function listAccountsOfUser(db: Db, userId: string): Promise<(AccountRow & { role: Role })[]> {
  const uuid = canonicalUuid(userId)
  if (uuid === null) return []
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select(columns)
    .select('memberships.role')
    .where('memberships.user_id', '=', uuid)
    .orderBy('accounts.created_at', 'desc')
    .orderBy('accounts.id', 'desc')
    .execute()
  return rows.map((row) => Object.assign(toAccount(row), { role: row.role }))
}

export async function countAccounts(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('accounts')
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Oldest first. */
export async function listAccounts(db: Db): Promise<AccountRow[]> {
  const rows = await db.selectFrom('accounts').select(columns).orderBy('created_at').orderBy('id').execute()
  return rows.map(toAccount)
}

/** The oldest account: the one that was made at the first start. */
export async function findFirstAccount(db: Db): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('accounts')
    .select(columns)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : toAccount(row)
}

function toAccount(row: Database['accounts']): AccountRow {
  return {
    id: row.id,
    name: row.name,
    runtimeId: row.runtime_id,
    settings: parseJsonObject(row.settings),
    alertSettings: parseJsonObject(row.alert_settings),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
