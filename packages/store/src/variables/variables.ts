import { sql } from 'kysely'
import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { sealedOverhead, type Sealer } from '../installation/sealer.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('variables', {
  accountId: 'account_id',
  key: 'key',
  /** Sealed with `variableSealContext`, whether secret or not. */
  valueSealed: 'value_sealed',
  locked: booleanColumn('locked'),
  secret: booleanColumn('secret'),
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

/** A variable of an account, for all of its checks. */
export type VariableRow = RowOf<typeof columns>

type VariableKey = { accountId: string; key: string }

export function variableSealContext({ accountId, key }: VariableKey): string {
  return `variables/${accountId}/${key}`
}

/** Its value. */
export function openVariable(row: VariableRow, sealer: Sealer): string {
  return sealer.open(row.valueSealed, variableSealContext(row))
}

/**
 * How many variables the account has beside this one, and the bytes of their values. With `lockAccount` before it in
 * the same write, it stays so until the write ends.
 */
export async function sizeOfOtherVariables(
  db: Db,
  { accountId, key }: VariableKey,
): Promise<{ count: number; valueBytes: number }> {
  // Every 4 characters of base64 are 3 bytes: the values need not be opened to be measured.
  const { characters, bytes } = sealedOverhead
  const lengths = sql<
    number | null
  >`sum((octet_length(value_sealed) - ${sql.lit(characters)}) * 3 / 4 - ${sql.lit(bytes)})`
  const size = await db
    .selectFrom('variables')
    .select((builder) => [builder.fn.countAll<number>().as('count'), lengths.as('valueBytes')])
    .where('account_id', '=', accountId)
    .where('key', '!=', key)
    .executeTakeFirstOrThrow()
  return { count: Number(size.count), valueBytes: Number(size.valueBytes) }
}

/** Throws a unique violation when the account has the key already. */
export async function insertVariable(db: Db, variable: VariableRow): Promise<void> {
  await db.insertInto('variables').values(columns.write(variable)).execute()
}

export async function findVariable(db: Db, key: VariableKey): Promise<VariableRow | null> {
  const row = await selectVariable(db, key)?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** As `findVariable`, but inside `write`: nobody else changes the variable until the write ends. */
export async function findVariableForUpdate(db: Db, key: VariableKey): Promise<VariableRow | null> {
  const query = selectVariable(db, key)
  const row = await (query === null || isSqlite(db) ? query : query.forUpdate())?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** Replaces the content of a variable that was read in the same write with `findVariableForUpdate`. */
export async function updateVariable(db: Db, variable: VariableRow): Promise<void> {
  await db
    .updateTable('variables')
    .set(columns.pick('valueSealed', 'locked', 'secret', 'updatedAt').write(variable))
    .where('account_id', '=', variable.accountId)
    .where('key', '=', variable.key)
    .execute()
}

/** False when the account has no such variable. */
export async function deleteVariable(db: Db, { accountId, key }: VariableKey): Promise<boolean> {
  const account = canonicalUuid(accountId)
  if (account === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('variables')
    .where('account_id', '=', account)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Newest first, and how many there are in all; without `page` all of them. */
export async function listVariables(
  db: Db,
  { accountId, page }: { accountId: string; page: { limit: number; offset: number } | null },
): Promise<{ rows: VariableRow[]; total: number }> {
  const account = canonicalUuid(accountId)
  if (account === null) return { rows: [], total: 0 }
  const ofAccount = db.selectFrom('variables').where('account_id', '=', account)
  const newestFirst = ofAccount.selectAll().orderBy('created_at', 'desc').orderBy('key')
  const rows = await (
    page === null ? newestFirst : newestFirst.limit(page.limit).offset(page.offset)
  ).execute()
  if (page === null) return { rows: rows.map(columns.read), total: rows.length }
  const { total } = await ofAccount
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(columns.read), total: Number(total) }
}

/** All of an account, opened: for those who fill them in. */
export async function variablesOf(
  db: Db,
  sealer: Sealer,
  accountId: string,
): Promise<{ key: string; value: string; isSecret: boolean; isLocked: boolean }[]> {
  const { rows } = await listVariables(db, { accountId, page: null })
  return rows.map((row) => ({
    key: row.key,
    value: openVariable(row, sealer),
    isSecret: row.secret,
    isLocked: row.locked,
  }))
}

function selectVariable(db: Db, { accountId, key }: VariableKey) {
  const account = canonicalUuid(accountId)
  if (account === null) return null
  return db.selectFrom('variables').selectAll().where('account_id', '=', account).where('key', '=', key)
}
