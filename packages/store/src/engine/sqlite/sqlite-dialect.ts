import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { StoreUnavailable } from '../failures.ts'
import { translateSqliteError } from './sqlite-errors.ts'

type Row = ReturnType<StatementSync['all']>[number]
type CachedStatement = { statement: StatementSync; returnsRows: boolean }

const maxCachedStatements = 500

/**
 * Kysely on one node:sqlite connection. Transactions are refused: whoever owns the connection begins and
 * ends them. With `onlyInTransaction`, a statement outside of one is refused as well: SQLite ends a
 * transaction by itself when the disk is full, and what follows would be committed piece by piece.
 */
export function createSqliteDialect(
  connection: DatabaseSync,
  options: { onlyInTransaction: boolean },
): Dialect {
  const execute = createExecute(connection, options.onlyInTransaction)
  return {
    createDriver: () => createDriver(createConnection(execute)),
    createAdapter: () => new DirectSqliteAdapter(execute),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

type Execute = (sql: string, parameters: readonly unknown[]) => QueryResult<Row>

/**
 * Gives prepared queries a way past Kysely's handling of connections, which costs more than the query: on
 * SQLite there is one connection, and its calls are over before anything else can happen.
 */
export class DirectSqliteAdapter extends SqliteAdapter {
  readonly #execute: Execute

  constructor(execute: Execute) {
    super()
    this.#execute = execute
  }

  /** For the same reason there is nothing to lock. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  execute<Result>(sql: string, parameters: readonly unknown[]): QueryResult<Result> {
    return typedAsCompiled<Result>(this.#execute(sql, parameters))
  }
}

async function refuseTransaction(): Promise<never> {
  throw new Error('transactions are made by store.write, not by the query builder')
}

function createDriver(connection: DatabaseConnection): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

function createConnection(execute: Execute): DatabaseConnection {
  return {
    executeQuery: async <Result>(query: CompiledQuery) =>
      typedAsCompiled<Result>(execute(query.sql, query.parameters)),
    streamQuery: () => {
      throw new Error('rows are not streamed: ask for pages')
    },
  }
}

function createExecute(connection: DatabaseSync, onlyInTransaction: boolean): Execute {
  const prepare = createStatementCache(connection)
  return (sql, parameters) => {
    if (onlyInTransaction && !connection.isTransaction) {
      throw new StoreUnavailable('the transaction of this write has ended')
    }
    try {
      const { statement, returnsRows } = prepare(sql)
      const values = parameters.map(toSqliteValue)
      if (returnsRows) return { rows: statement.all(...values) }
      return { numAffectedRows: BigInt(statement.run(...values).changes), rows: [] }
    } catch (error) {
      throw translateSqliteError(error)
    }
  }
}

/** Keeps the statements that were used last, by their text. */
function createStatementCache(connection: DatabaseSync): (sql: string) => CachedStatement {
  const statements = new Map<string, CachedStatement>()
  return (sql) => {
    const cached = statements.get(sql)
    if (cached !== undefined) {
      // Moved to the end, so that the first one is always the least recently used.
      statements.delete(sql)
      statements.set(sql, cached)
      return cached
    }
    const statement = connection.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    statements.set(sql, prepared)
    const [oldest] = statements.size > maxCachedStatements ? statements.keys() : []
    if (oldest !== undefined) statements.delete(oldest)
    return prepared
  }
}

/** Safe because `Result` is the row type that Kysely derived from the very query that gave these rows. */
function typedAsCompiled<Result>(result: QueryResult<Row>): QueryResult<Result> {
  return result as QueryResult<Result>
}

function toSqliteValue(value: unknown): SQLInputValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1 : 0
    case 'undefined':
      return null
    default:
      if (value === null || value instanceof Uint8Array) return value
      throw new TypeError(`SQLite has no place for a value of type ${typeof value}`)
  }
}
