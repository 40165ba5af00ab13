import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
} from 'kysely'
import type { Database, Db } from '../database.ts'
import { databaseNow } from '../database-now.ts'
import { StoreUnavailable } from '../failures.ts'
import { isTransactionConflict } from './postgres-errors.ts'
import type { ReplicaFigures } from '../replica-figures.ts'

export type Replica = {
  /** For reading: the replica, and the primary while that is too far behind or away. */
  readonly db: Db
  figures(): ReplicaFigures
  close(): Promise<void>
}

/** What reads there may be older than what was written by so much. */
const mostLagMs = 10_000
const measureEveryMs = 5_000

/**
 * Reads from a replica. How far it is behind is told by the signs of life of servers, which are written to the primary every two
 * seconds: PostgreSQL's own figures do not say that a replica has lost its primary.
 */
export function createReplica({
  primary,
  replica,
  everyMs = measureEveryMs,
}: {
  primary: { db: Db; dialect: Dialect }
  replica: { db: Db; dialect: Dialect }
  everyMs?: number
}): Replica {
  let lagMs: number | null = null
  let measuring: Promise<void> = Promise.resolve()

  async function measure(): Promise<void> {
    try {
      const now = await databaseNow(primary.db)
      const row = await replica.db
        .selectFrom('servers')
        .select(({ fn }) => fn.max('seen_at').as('seenAt'))
        .executeTakeFirst()
      lagMs = row?.seenAt === undefined || row.seenAt === null ? null : Math.max(0, now - row.seenAt)
    } catch {
      // Whoever reads is told by the primary, if that is away as well.
      lagMs = null
    }
  }

  const look = () => {
    measuring = measuring.then(measure)
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  look()

  const isUsed = () => lagMs !== null && lagMs <= mostLagMs
  const driver = new ReplicaDriver({
    primary: primary.dialect.createDriver(),
    replica: replica.dialect.createDriver(),
    isUsed,
    onLost: () => (lagMs = null),
  })
  return {
    db: new Kysely<Database>({ dialect: { ...dialectOf(primary.dialect), createDriver: () => driver } }),
    figures: () => ({ isUsed: isUsed(), lagMs }),
    async close() {
      clearInterval(timer)
      await measuring
      await replica.db.destroy()
    },
  }
}

function dialectOf(dialect: Dialect): Omit<Dialect, 'createDriver'> {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** Each connection reads for itself: there are no transactions here. */
class ReplicaDriver implements Driver {
  readonly #deps: { primary: Driver; replica: Driver; isUsed(): boolean; onLost(): void }

  constructor(deps: { primary: Driver; replica: Driver; isUsed(): boolean; onLost(): void }) {
    this.#deps = deps
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ReadConnection((query) => this.#read(query))
  }

  async #read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { primary, replica, isUsed, onLost } = this.#deps
    if (!isUsed()) return await readFrom(primary, query)
    try {
      return await readFrom(replica, query)
    } catch (error) {
      // What is replayed there may end a query that reads what goes away.
      if (!(error instanceof StoreUnavailable) && !isTransactionConflict(error)) throw error
      if (error instanceof StoreUnavailable) onLost()
      return await readFrom(primary, query)
    }
  }

  async beginTransaction(): Promise<void> {
    throw new Error('a replica is for reading')
  }

  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  /** The pools are closed by whoever has opened them. */
  async destroy(): Promise<void> {}
}

async function readFrom<Row>(driver: Driver, query: CompiledQuery): Promise<QueryResult<Row>> {
  const connection = await driver.acquireConnection()
  try {
    return await connection.executeQuery<Row>(query)
  } finally {
    await driver.releaseConnection(connection)
  }
}

class ReadConnection implements DatabaseConnection {
  readonly #read: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>

  constructor(read: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>) {
    this.#read = read
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return await this.#read<Row>(query)
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are not streamed: ask for pages')
  }
}
