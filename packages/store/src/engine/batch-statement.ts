import { createHash } from 'node:crypto'
import { CompiledQuery, type QueryResult, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** A query that PostgreSQL prepares once on each connection, under this name. */
export type NamedQuery = CompiledQuery & { statementName: string }

export function statementNameOf(query: CompiledQuery | NamedQuery): string | undefined {
  return 'statementName' in query ? query.statementName : undefined
}

/** By its text: two versions of the program may share a connection pooler. */
export function nameOf(text: string): string {
  return `sonde_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
}

/** Of a query whose text is always the same, which PostgreSQL then parses once on each connection. */
export async function executeNamed<Row>(db: Db, query: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const compiled = query.compile(db)
  const named: NamedQuery = { ...compiled, statementName: nameOf(compiled.sql) }
  return await db.executeQuery<Row>(named)
}

type Item = string | number | boolean | Uint8Array | null

/**
 * A statement for PostgreSQL alone that takes a batch of any size, one array for each column (`$1::bigint[]`), so that one
 * prepared plan serves them all. It names the columns that it returns: a connection that has prepared `select *` fails for
 * good when a newer program adds a column.
 */
export function prepareBatch<Row = never>(
  text: string,
): (db: Db, columns: readonly (readonly Item[])[]) => Promise<QueryResult<Row>> {
  const statementName = nameOf(text)
  const { query, queryId } = CompiledQuery.raw(text)
  return async (db, columns) => {
    const named: NamedQuery = {
      query,
      queryId,
      sql: text,
      parameters: columns.map(toArrayParameter),
      statementName,
    }
    return await db.executeQuery<Row>(named)
  }
}

/**
 * `unnest` fills up the shorter of its arrays with nulls, so that a column of nulls is empty. Numbers need no quotes, and
 * are most of what is sent.
 */
function toArrayParameter(items: readonly Item[]): string | readonly Item[] {
  const first = items.find((item) => item !== null)
  if (first === undefined) return '{}'
  if (typeof first !== 'number') return items
  return `{${items.map((item) => item ?? 'NULL').join(',')}}`
}
