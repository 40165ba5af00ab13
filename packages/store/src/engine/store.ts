import type { ChangeFeed } from '@sonde/ground/change-feed.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { prepareDataFolder } from '../installation/data-folder.ts'
import type { Db } from './database.ts'
import { loadEncryptionKey } from '../installation/encryption-key.ts'
import type {
  Engine,
  OpenedEngine,
  OwnConnections,
  PoolFigure,
  PoolPurpose,
  RunnerLock,
  WorkerSlot,
  Write,
} from './engine.ts'
import { StoreFailure, StoreUnavailable } from './failures.ts'
import { agreeOnKey } from '../installation/installation-key.ts'
import { migrateToLatest } from './migrate.ts'
import { migrations } from '../migrations/registry.ts'
import { type ChangeWatch, createChangeWatch } from './change-watch.ts'
import { databaseNow } from './database-now.ts'
import type { ReplicaFigures } from './replica-figures.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import type { Sealer } from '../installation/sealer.ts'
import { watchWrites, type WriteTrouble } from './write-watch.ts'

export type { Db } from './database.ts'

export type Store = {
  readonly engine: 'sqlite' | 'postgres'
  /** Committed rows only, each query for itself. For reading: what must hold together is read in `write`. */
  readonly read: Db
  /** See `storeFor`. */
  readOf(purpose: PoolPurpose): Db
  /**
   * All or nothing, and on the disk when it resolves. The work may wait for the database only, uses its
   * `db` only until it ends, and may be run again after a conflict. On PostgreSQL it is a read-committed
   * transaction: lock what you read in order to change it (`for update`).
   */
  write: Write
  /**
   * The time that all servers of the installation agree on: that of PostgreSQL, or of the one machine that SQLite
   * is on. What one server writes and another judges is told by this, and not by either's own clock. Inside
   * `write`, after what it belongs to was locked, later writes get later times.
   */
  now(db: Db): Promise<number>
  readonly sealer: Sealer
  /** The right to run the checks of this database; null while another program has it. */
  lockRunner(): Promise<RunnerLock | null>
  /** The first free slot among the programs that deliver notifications; null when all are taken. */
  takeWorkerSlot(): Promise<WorkerSlot | null>
  /** Connections of its own to PostgreSQL, made when they are first used and ended with `destroy`. SQLite has one only. */
  openConnections(options: OwnConnections): Db
  /** Rejects with `StoreUnavailable` when the database does not answer. */
  ping(): Promise<void>
  /**
   * Tells of everything that is committed, also by other programs. Null on PostgreSQL, where several servers write: who
   * waits for rows there looks for them.
   */
  readonly changes: ChangeFeed | null
  /** What kept the last writes from being written; null while they are. */
  writeTrouble(): WriteTrouble | null
  /** Of every pool of connections that is in use; none on SQLite. */
  poolFigures(): PoolFigure[]
  /** Of the replica that figures are read from; null where there is none. */
  replicaFigures(): ReplicaFigures | null
  /** What an operator should know of the database at the start, in sentences. */
  warnings(): Promise<string[]>
  /** Finishes the writes that wait. */
  close(): Promise<void>
}

export type StoreOptions = {
  dataDir: string
  databaseUrl: string | null
  /** Where figures are read, on PostgreSQL; null: at the primary. */
  databaseReadUrl?: string | null
  /** Most connections for requests, on PostgreSQL. */
  databasePool?: number
  encryptionKey: string | null
  clock: Clock
}

/** Its client is loaded where it is needed: most installations have no PostgreSQL. */
async function openPostgresByUrl(
  databaseUrl: string,
  { databasePool, databaseReadUrl = null }: StoreOptions,
): Promise<OpenedEngine> {
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return await openPostgres(databaseUrl, {
    ...(databasePool === undefined ? {} : { requestPool: databasePool }),
    readUrl: databaseReadUrl,
  })
}

/**
 * Opens the database, migrates it and checks the encryption key, all in one transaction: whatever is
 * wrong throws a `StoreFailure` and leaves the database and the key as they were.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  prepareDataFolder(options.dataDir)
  // A key that cannot be parsed is reported before a database is created.
  loadEncryptionKey(options)
  const { engine, setting, databaseName, explain } =
    options.databaseUrl === null
      ? await openSqlite(options.dataDir)
      : await openPostgresByUrl(options.databaseUrl, options)
  try {
    const sealer = await engine.startExclusively(async (db) => {
      const state = await migrateToLatest(db, migrations)
      if (state.kind === 'newer' && !state.isUsable) {
        throw new StoreFailure(
          setting,
          `${databaseName} was written by a newer version of Sonde (it has ${state.unknownMigration}): start that version or restore a backup`,
        )
      }
      return await agreeOnKey(db, options, databaseName)
    })
    return createStore(engine, sealer, options.clock)
  } catch (error) {
    await engine.close()
    throw explain(error)
  }
}

function createStore(engine: Engine, sealer: Sealer, clock: Clock): Store {
  const writes = watchWrites(engine.write, { probe: rewriteOneRow, steadyMs: () => performance.now() })
  const changes = watchChanges(engine, clock)
  return {
    engine: engine.name,
    read: engine.read,
    readOf: engine.readOf,
    poolFigures: engine.poolFigures,
    replicaFigures: engine.replicaFigures,
    warnings: engine.warnings,
    write: writes.write,
    writeTrouble: writes.trouble,
    now: engine.name === 'postgres' ? databaseNow : async () => clock.now(),
    sealer,
    lockRunner: engine.lockRunner,
    takeWorkerSlot: engine.takeWorkerSlot,
    openConnections: engine.openConnections,
    changes,
    async ping() {
      const asked = engine.read.selectFrom('installation').select('key').limit(1).execute()
      await withinPingTime(asked)
    },
    async close() {
      changes?.close()
      await engine.close()
    },
  }
}

function watchChanges({ commits }: Engine, clock: Clock): ChangeWatch | null {
  if (commits === null) return null
  const watch = createChangeWatch({ readVersion: commits.version, clock })
  commits.listen({ onBegin: watch.look, onCommit: ({ isNews }) => (isNews ? watch.look() : watch.pass()) })
  return watch
}

/** Changes nothing, and is written all the same. */
async function rewriteOneRow(db: Db): Promise<void> {
  await db
    .updateTable('installation')
    .set((row) => ({ value: row.ref('value') }))
    .execute()
}

/** Whoever asks for the health of a server gives up sooner than a query does. */
const pingMs = 2_000

async function withinPingTime(asked: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(`no answer within ${pingMs} ms`)), pingMs)
  })
  try {
    await Promise.race([asked, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
