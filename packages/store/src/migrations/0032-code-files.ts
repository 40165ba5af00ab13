import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/** Code of users by its hash, with what it belongs to: agents fetch it by that, also when it was changed meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint } = columnTypes(db)
  await createTable(db, 'code_files')
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('owner_kind', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('ended_at', bigint)
    .addPrimaryKeyConstraint('code_files_key', ['account_id', 'owner_kind', 'owner_id', 'sha256'])
    .execute()
  await db.schema.createIndex('code_files_hash').on('code_files').columns(['account_id', 'sha256']).execute()
  await db.schema.createIndex('code_files_ended').on('code_files').column('ended_at').execute()
  await fill(db)
}

/** What snippets and groups had before. One at a time: there may be 500 MB of snippets. */
async function fill(db: Kysely<unknown>): Promise<void> {
  for (const table of ['snippets', 'check_groups'] as const) {
    let after = 0
    for (;;) {
      const column = table === 'snippets' ? 'script' : 'config'
      const { rows } = await sql<{ id: number | string; account_id: string; text: string }>`
        select id, account_id, ${sql.ref(column)} as text from ${sql.table(table)}
        where id > ${after} order by id limit 1`.execute(db)
      const [row] = rows
      if (row === undefined) break
      after = Number(row.id)
      const codes = table === 'snippets' ? [row.text] : codesIn(row.text)
      for (const code of new Set(codes)) await insert(db, table, { ...row, code })
    }
  }
}

async function insert(
  db: Kysely<unknown>,
  table: 'snippets' | 'check_groups',
  { id, account_id: accountId, code }: { id: number | string; account_id: string; code: string },
): Promise<void> {
  const kind = table === 'snippets' ? 'snippet' : 'group'
  await sql`
    insert into code_files (account_id, owner_kind, owner_id, sha256, bytes, content, ended_at)
    values (${accountId}, ${kind}, ${String(id)}, ${hash('sha256', code)}, ${Buffer.byteLength(code)}, ${code}, null)`.execute(
    db,
  )
}

function codesIn(config: string): string[] {
  const { localSetupScript, localTearDownScript } = JSON.parse(config) as Record<string, unknown>
  return [localSetupScript, localTearDownScript].filter(
    (code): code is string => typeof code === 'string' && code.trim() !== '',
  )
}
