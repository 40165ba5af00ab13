import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { statementNameOf } from '../batch-statement.ts'
import { CommitUnknown, ConnectionLost, StoreUnavailable, describeError, errorCode } from '../failures.ts'
import { isOutcomeUnknown, isReadOnly, translatePostgresError } from './postgres-errors.ts'
import type { PostgresHosts } from './postgres-hosts.ts'

const inFailedTransaction = '25P02'

/** Kysely on a `pg` pool. Trouble of the server or the network comes out as `StoreUnavailable`. */
export function createPostgresDialect(pool: Pool, hosts: PostgresHosts): Dialect {
  return {
    createDriver: () => new PoolDriver(pool, hosts),
    createAdapter: () => new LockFreeAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/**
 * The migrator's own lock outlives a failed transaction and hides its error behind one of its own; who
 * migrates holds a lock that ends with the transaction instead.
 */
class LockFreeAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PoolDriver implements Driver {
  readonly #pool: Pool
  readonly #hosts: PostgresHosts
  readonly #generations = new WeakMap<PoolClient, number>()

  constructor(pool: Pool, hosts: PostgresHosts) {
    this.#pool = pool
    this.#hosts = hosts
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    for (let tried = 1; ; tried += 1) {
      const address = this.#hosts.current()
      try {
        return await this.#connect()
      } catch (error) {
        const translated = translatePostgresError(error)
        // Anything else, such as a pool without a free connection, says nothing about the host.
        if (!(translated instanceof ConnectionLost)) throw translated
        this.#hosts.leave(address)
        if (tried >= this.#hosts.count) throw translated
      }
    }
  }

  /** Connections from before the loss of the primary lead to where it was. */
  async #connect(): Promise<PooledConnection> {
    for (;;) {
      const client = await this.#pool.connect()
      const current = this.#hosts.generation()
      const generation = this.#generations.get(client) ?? current
      if (generation !== current) {
        client.release(true)
        continue
      }
      this.#generations.set(client, generation)
      return new PooledConnection(client, (loss) =>
        this.#hosts.lose(generation, isReadOnly(loss) ? 'read-only' : 'gone'),
      )
    }
  }

  async beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ?? 'read committed'
    await connection.run(`start transaction isolation level ${level}`)
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    const { command } = await connection.run('commit').catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable) || !isOutcomeUnknown(error)) throw error
      throw new CommitUnknown(`no answer to a commit: ${describeError(error.cause)}`, error.cause)
    })
    // PostgreSQL answers a commit with ROLLBACK when an earlier statement of the transaction failed.
    if (command !== 'ROLLBACK') return
    throw new Error('the transaction was rolled back: one of its statements failed', {
      cause: connection.firstFailure,
    })
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    // The server undoes it by itself; to ask for it would hide what has failed.
    if (!connection.isBroken) await connection.run('rollback')
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #onLost: (loss: ConnectionLost) => void
  /** A connection that failed may still have an answer under way: it is closed, never reused. */
  #isBroken = false
  #firstFailure: unknown = null

  constructor(client: PoolClient, onLost: (loss: ConnectionLost) => void) {
    this.#client = client
    this.#onLost = onLost
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  get firstFailure(): unknown {
    return this.#firstFailure
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    const { command, rowCount, rows } = await this.run(query.sql, query.parameters, statementNameOf(query))
    const result = typedAsCompiled<Result>(rows)
    return command === 'SELECT' || rowCount === null
      ? { rows: result }
      : { numAffectedRows: BigInt(rowCount), rows: result }
  }

  async run(text: string, parameters: readonly unknown[] = [], name?: string) {
    try {
      const values = [...parameters]
      return await this.#client.query<QueryResultRow>(
        name === undefined ? { text, values } : { text, values, name },
      )
    } catch (error) {
      // Whoever goes on in a failed transaction, as the migrator does, is told why it failed.
      if (errorCode(error) === inFailedTransaction && this.#firstFailure !== null) throw this.#firstFailure
      const translated = translatePostgresError(error)
      if (translated instanceof StoreUnavailable) this.#isBroken = true
      if (translated instanceof ConnectionLost) this.#onLost(translated)
      this.#firstFailure ??= translated
      throw translated
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<Result>(): AsyncIterableIterator<QueryResult<Result>> {
    throw new Error('rows are not streamed: ask for pages')
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }
}

/** Safe because `Result` is the row type that Kysely derived from the very query that gave these rows. */
function typedAsCompiled<Result>(rows: QueryResultRow[]): Result[] {
  return rows as Result[]
}
