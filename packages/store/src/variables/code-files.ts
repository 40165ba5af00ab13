import { hash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/**
 * Code of users by the hash of its content, as agents fetch it. What was replaced is kept for a day: a run that was
 * handed out before goes on with what it was handed out with.
 */
export type CodeOwner = {
  accountId: string
  kind: 'check' | 'group' | 'snippet' | 'trial'
  id: string | number
}

export function hashCode(code: string): string {
  return hash('sha256', code)
}

/** Inside the write that writes the owner: from then on this is its code, and nothing else. */
export async function keepCode(
  db: Db,
  owner: CodeOwner,
  codes: readonly string[],
  at: number,
): Promise<void> {
  const byHash = new Map(codes.map((code) => [hashCode(code), code]))
  for (const [sha256, content] of byHash) {
    await db
      .insertInto('code_files')
      .values({
        account_id: owner.accountId,
        owner_kind: owner.kind,
        owner_id: String(owner.id),
        sha256,
        bytes: Buffer.byteLength(content),
        content,
        ended_at: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'owner_kind', 'owner_id', 'sha256']).doUpdateSet({ ended_at: null }),
      )
      .execute()
  }
  let replaced = db
    .updateTable('code_files')
    .set({ ended_at: at })
    .where('account_id', '=', owner.accountId)
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', String(owner.id))
    .where('ended_at', 'is', null)
  if (byHash.size > 0) replaced = replaced.where('sha256', 'not in', [...byHash.keys()])
  await replaced.execute()
}

export type SnippetFile = { id: number; name: string; sha256: string; bytes: number }

/** Every snippet of an account, without its code. */
export async function snippetFilesOf(db: Db, accountId: string): Promise<SnippetFile[]> {
  const rows = await db
    .selectFrom('snippets')
    .innerJoin('code_files', (join) =>
      join
        .onRef('code_files.account_id', '=', 'snippets.account_id')
        .on('code_files.owner_kind', '=', 'snippet')
        .on('code_files.owner_id', '=', sql<string>`cast(snippets.id as text)`)
        .on('code_files.ended_at', 'is', null),
    )
    .select(['snippets.id', 'snippets.name', 'code_files.sha256', 'code_files.bytes'])
    .where('snippets.account_id', '=', accountId)
    .orderBy('snippets.name')
    .execute()
  return rows.map(({ id, name, sha256, bytes }) => ({ id, name, sha256, bytes }))
}

/** What all snippets of an account take, but for the one of this number. */
export async function snippetBytesOf(
  db: Db,
  { accountId, exceptId }: { accountId: string; exceptId: number | null },
): Promise<number> {
  let query = db
    .selectFrom('code_files')
    .select((builder) => builder.fn.sum<number | string | null>('bytes').as('bytes'))
    .where('account_id', '=', accountId)
    .where('owner_kind', '=', 'snippet')
    .where('ended_at', 'is', null)
  if (exceptId !== null) query = query.where('owner_id', '!=', String(exceptId))
  const { bytes } = await query.executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Whose code a run may be given, beside the snippets of its account. */
export type CodeReader = { accountId: string; owners: readonly Pick<CodeOwner, 'kind' | 'id'>[] }

/** The code of this hash, if it is, or was until lately, a snippet of the account or of one of the owners. */
export async function findCode(db: Db, reader: CodeReader, sha256: string): Promise<string | null> {
  const accountId = canonicalUuid(reader.accountId)
  if (accountId === null) return null
  const row = await db
    .selectFrom('code_files')
    .select('content')
    .where('account_id', '=', accountId)
    .where('sha256', '=', sha256)
    .where((builder) =>
      builder.or([
        builder('owner_kind', '=', 'snippet'),
        ...reader.owners.map(({ kind, id }) =>
          builder.and([builder('owner_kind', '=', kind), builder('owner_id', '=', String(id))]),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row?.content ?? null
}

const ownerTables = {
  check: 'checks',
  group: 'check_groups',
  snippet: 'snippets',
  trial: 'check_tries',
} as const

/** Code whose owner was deleted counts as replaced from now on; what was replaced before `before` is forgotten. */
export async function forgetOldCode(db: Db, { now, before }: { now: number; before: number }): Promise<void> {
  await db.deleteFrom('code_files').where('ended_at', '<', before).execute()
  for (const kind of ['check', 'group', 'snippet', 'trial'] as const) {
    const table = sql.table(ownerTables[kind])
    await sql`
      update code_files set ended_at = ${now}
      where owner_kind = ${kind} and ended_at is null
        and not exists (select 1 from ${table} as owner where owner.id = ${ownerId(db, kind)})`.execute(db)
  }
}

/** In the type of the column that it is compared with, so that its index is of use. */
function ownerId(db: Db, kind: CodeOwner['kind']): RawBuilder<unknown> {
  const isNumber = kind === 'group' || kind === 'snippet'
  if (isSqlite(db)) return isNumber ? sql`cast(code_files.owner_id as integer)` : sql`code_files.owner_id`
  const type = sql.raw(isNumber ? 'bigint' : 'uuid')
  // Not before the kind was looked at: ids of other kinds are none of this type.
  return sql`case when code_files.owner_kind = ${sql.lit(kind)} then code_files.owner_id::${type} end`
}
