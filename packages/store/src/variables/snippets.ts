import { sql, type RawBuilder } from 'kysely'
import { lockAccount } from '../accounts/accounts.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { reserveNumber } from '../imports/imported-ids.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { keepCode } from './code-files.ts'

const columns = listColumns('snippets', {
  id: 'id',
  accountId: 'account_id',
  name: 'name',
  script: 'script',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

/** Code that the scripts of an account share. */
export type SnippetRow = RowOf<typeof columns>

type SnippetKey = { accountId: string; id: number }

/** Throws a unique violation when the account has one of that name already. A number that is given must be free. */
export async function insertSnippet(
  db: Db,
  snippet: Omit<SnippetRow, 'id'>,
  givenId: number | null = null,
): Promise<SnippetRow> {
  if (givenId !== null) await reserveNumber(db, 'snippets', givenId)
  const { id } = await db
    .insertInto('snippets')
    .values({ ...(givenId === null ? {} : { id: givenId }), ...columns.omit('id').write(snippet) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { accountId, script, createdAt } = snippet
  await keepCode(db, { accountId, kind: 'snippet', id }, [script], createdAt)
  return { ...snippet, id }
}

/** How many the account has. Inside `write`: nobody else who asks this way adds one until the write ends. */
export async function countSnippetsToAdd(db: Db, accountId: string): Promise<number> {
  await lockAccount(db, accountId)
  return await countSnippets(db, accountId)
}

export async function findSnippet(db: Db, key: SnippetKey): Promise<SnippetRow | null> {
  const row = await selectSnippet(db, key)?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** As `findSnippet`, but inside `write`: nobody else changes it or comes to name it until the write ends. */
export async function findSnippetForUpdate(db: Db, key: SnippetKey): Promise<SnippetRow | null> {
  const query = selectSnippet(db, key)
  const row = await (query === null || isSqlite(db) ? query : query.forUpdate())?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** Whether the account has such a snippet. Inside `write`, it is not deleted until the write ends. */
export async function keepSnippet(db: Db, key: SnippetKey): Promise<boolean> {
  const query = selectSnippet(db, key)
  const row = await (query === null || isSqlite(db) ? query : query.forKeyShare())?.executeTakeFirst()
  return row !== undefined
}

/** Replaces the content of a snippet that was read in the same write with `findSnippetForUpdate`. */
export async function updateSnippet(
  db: Db,
  { id, accountId, name, script, updatedAt, createdAt }: SnippetRow,
): Promise<void> {
  await db.updateTable('snippets').set({ name, script, updated_at: updatedAt }).where('id', '=', id).execute()
  await keepCode(db, { accountId, kind: 'snippet', id }, [script], updatedAt ?? createdAt)
}

/** To be asked for with `findSnippetForUpdate` and `usersOfSnippet` in the same write. */
export async function deleteSnippet(db: Db, { accountId, id }: SnippetKey, at: number): Promise<void> {
  await db.deleteFrom('snippets').where('id', '=', id).where('account_id', '=', accountId).execute()
  await keepCode(db, { accountId, kind: 'snippet', id }, [], at)
}

/** The checks and groups that set up or tear down with it, by name; no more of each than that. */
export async function usersOfSnippet(
  db: Db,
  { accountId, id }: SnippetKey,
  limit: number,
): Promise<{ checks: string[]; groups: string[] }> {
  const names = isSqlite(db) ? namesInSqlite(id) : namesInPostgres(id)
  const checks = await db
    .selectFrom('checks')
    .select('name')
    .where('account_id', '=', accountId)
    .where(names)
    .orderBy('name')
    .limit(limit)
    .execute()
  const groups = await db
    .selectFrom('check_groups')
    .select('name')
    .where('account_id', '=', accountId)
    .where(names)
    .orderBy('name')
    .limit(limit)
    .execute()
  return { checks: checks.map(({ name }) => name), groups: groups.map(({ name }) => name) }
}

function namesInSqlite(id: number): RawBuilder<boolean> {
  return sql<boolean>`${id} in (json_extract(config, '$.setupSnippetId'), json_extract(config, '$.tearDownSnippetId'))`
}

function namesInPostgres(id: number): RawBuilder<boolean> {
  return sql<boolean>`${String(id)} in (config::jsonb ->> 'setupSnippetId', config::jsonb ->> 'tearDownSnippetId')`
}

/** One page, newest first, and how many there are in all. */
export async function listSnippets(
  db: Db,
  { accountId, limit, offset }: { accountId: string; limit: number; offset: number },
): Promise<{ rows: SnippetRow[]; total: number }> {
  const account = canonicalUuid(accountId)
  if (account === null) return { rows: [], total: 0 }
  const rows = await db
    .selectFrom('snippets')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map(columns.read), total: await countSnippets(db, account) }
}

export async function countSnippets(db: Db, accountId: string): Promise<number> {
  const { total } = await db
    .selectFrom('snippets')
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

function selectSnippet(db: Db, key: SnippetKey) {
  const accountId = canonicalUuid(key.accountId)
  if (accountId === null || !Number.isSafeInteger(key.id)) return null
  return db.selectFrom('snippets').selectAll().where('id', '=', key.id).where('account_id', '=', accountId)
}
