import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely'
import { nameOf, type NamedQuery } from './batch-statement.ts'
import type { Db } from './database.ts'
import { DirectSqliteAdapter } from './sqlite/sqlite-dialect.ts'

/** Stands in a compiled query for the parameter of that name. */
class Placeholder {
  readonly parameter: string

  constructor(parameter: string) {
    this.parameter = parameter
  }
}

type Prepared = {
  query: CompiledQuery
  statementName: string | null
  fill(parameters: Readonly<Record<string, unknown>>): unknown[]
}

/**
 * Builds and compiles a query once per engine instead of once per call: the builder costs several times
 * what SQLite needs to answer. `build` may pass its parameters to the query only, never look at them.
 * `isPlannedOnce`: PostgreSQL plans it once for each connection, whatever the parameters; for what is asked again and again.
 * Such a query names its columns, as `prepareBatch` says.
 */
export function prepareQuery<Parameters extends Readonly<Record<string, unknown>>, Row>(
  build: (db: Db, parameters: Parameters) => Compilable<Row>,
  { isPlannedOnce = false }: { isPlannedOnce?: boolean } = {},
): (db: Db, parameters: Parameters) => Promise<QueryResult<Row>> {
  const byEngine = new WeakMap<DialectAdapter, Prepared>()
  return async (db, parameters) => {
    const { adapter } = db.getExecutor()
    let prepared = byEngine.get(adapter)
    if (prepared === undefined) {
      prepared = compile(build(db, placeholders<Parameters>()).compile(), isPlannedOnce)
      byEngine.set(adapter, prepared)
    }
    const { query, queryId, sql } = prepared.query
    const values = prepared.fill(parameters)
    if (adapter instanceof DirectSqliteAdapter) return adapter.execute<Row>(sql, values)
    const compiled: CompiledQuery = { query, queryId, sql, parameters: values }
    const { statementName } = prepared
    if (statementName === null) return await db.executeQuery<Row>(compiled)
    const named: NamedQuery = { ...compiled, statementName }
    return await db.executeQuery<Row>(named)
  }
}

function compile(query: CompiledQuery, isPlannedOnce: boolean): Prepared {
  const slots = query.parameters
  return {
    query,
    statementName: isPlannedOnce ? nameOf(query.sql) : null,
    fill: (parameters) =>
      slots.map((slot) => (slot instanceof Placeholder ? parameters[slot.parameter] : slot)),
  }
}

/** Safe because the builder only carries its values into `CompiledQuery.parameters`, where `fill` replaces
 * each placeholder by the value of the same name, which has the type that the builder was promised. */
function placeholders<Parameters extends object>(): Parameters {
  return new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Parameters
}
