import type { Role } from '@sonde/schema/accounts/role.ts'
import { jsonColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import type { JsonObject } from '../engine/json-column.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('accounts', {
  id: 'id',
  name: 'name',
  runtimeId: 'runtime_id',
  settings: jsonColumn('settings'),
  alertSettings: jsonColumn('alert_settings'),
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

export type AccountRow = RowOf<typeof columns>

/** By their table, for joins. */
const names = columns.names.map((name) => `accounts.${name}` as const)

export async function insertAccount(db: Db, account: AccountRow): Promise<void> {
  await db.insertInto('accounts').values(columns.write(account)).execute()
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | null> {
  const uuid = canonicalUuid(id)
  if (uuid === null) return null
  const [row] = (await selectAccount(db, { id: uuid })).rows
  return row === undefined ? null : columns.read(row)
}

const selectAccount = prepareQuery((db, { id }: { id: string }) =>
  db.selectFrom('accounts').select(names).where('id', '=', id),
)

/** What people have set of the account; null when there is none. */
export async function findAccountSettings(db: Db, id: string): Promise<Pick<AccountRow, 'settings'> | null> {
  const uuid = canonicalUuid(id)
  if (uuid === null) return null
  const [row] = (await selectSettings(db, { id: uuid })).rows
  return row === undefined ? null : settingsColumn.read(row)
}

const settingsColumn = columns.pick('settings')

/** Asked at every update of a check. */
const selectSettings = prepareQuery((db, { id }: { id: string }) =>
  db.selectFrom('accounts').select(settingsColumn.names).where('id', '=', id),
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
  const query = db.selectFrom('accounts').select(names).where('id', '=', uuid)
  const row = await (isSqlite(db) ? query : query.forNoKeyUpdate()).executeTakeFirst()
  return row === undefined ? null : columns.read(row)
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
    .set(columns.pick('name', 'settings', 'alertSettings', 'updatedAt').write(account))
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
    .select(names)
    .select('memberships.role')
    .where('memberships.user_id', '=', uuid)
    .orderBy('accounts.created_at', 'desc')
    .orderBy('accounts.id', 'desc')
    .execute()
  return rows.map((row) => Object.assign(columns.read(row), { role: row.role }))
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
  const rows = await db.selectFrom('accounts').select(names).orderBy('created_at').orderBy('id').execute()
  return rows.map(columns.read)
}

/** The oldest account: the one that was made at the first start. */
export async function findFirstAccount(db: Db): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('accounts')
    .select(names)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}
