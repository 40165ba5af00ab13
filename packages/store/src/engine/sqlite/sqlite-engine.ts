import { chmodSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { Database } from '../database.ts'
import { type CommitListener, type Engine, type RunnerLock, type WorkerSlot, workerSlots } from '../engine.ts'
import { errorCode } from '../failures.ts'
import { createGroupCommit } from '../group-commit.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import { primarySqliteCode, sqliteResult, translateSqliteError } from './sqlite-errors.ts'

const fileName = 'sonde.db'
const lockFileName = 'runner.lock'
const busyTimeoutMs = 5_000
/** Another starter may be migrating a large database. */
const startTimeoutMs = minuteMs
const walRetryMs = 50

export function sqliteFile(dataDir: string): string {
  return join(dataDir, fileName)
}

/** Opens or creates the database file; throws SQLite's and the system's own errors. */
export async function openSqliteEngine(dataDir: string): Promise<Engine> {
  const file = sqliteFile(dataDir)
  makePrivateFile(file)
  const writer = new DatabaseSync(file, { timeout: startTimeoutMs, enableForeignKeyConstraints: true })
  try {
    await switchToWal(writer)
    writer.exec('pragma synchronous = full')
    // After a burst the log is cut back to this size instead of keeping its largest one for ever.
    writer.exec('pragma journal_size_limit = 67108864')
    // Moving the log into the file stops the program for the time of two flushes and of every page that changed. The states of
    // 100,000 checks change all over the file: with eight times SQLite's own pages most are moved once instead of several times.
    writer.exec('pragma wal_autocheckpoint = 8000')
    // A deploy of thousands of checks is one write: with less, it writes and reads the pages of its indexes again and again.
    writer.exec('pragma cache_size = -65536')
    const reader = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: true })
    // Enough for the indexes behind the lists of 100,000 checks; taken only when they are read.
    reader.exec('pragma cache_size = -32768')
    return createEngine(writer, reader, dataDir)
  } catch (error) {
    writer.close()
    throw error
  }
}

function createEngine(writer: DatabaseSync, reader: DatabaseSync, dataDir: string): Engine {
  const readDb = new Kysely<Database>({ dialect: createSqliteDialect(reader, { onlyInTransaction: false }) })
  const writeDb = new Kysely<Database>({ dialect: createSqliteDialect(writer, { onlyInTransaction: true }) })
  const commitListeners: CommitListener[] = []
  const groupCommit = createGroupCommit(writer, writeDb, {
    onBegin() {
      for (const listener of commitListeners) listener.onBegin()
    },
    onCommit(commit) {
      for (const listener of commitListeners) listener.onCommit(commit)
    },
  })
  return {
    name: 'sqlite',
    read: readDb,
    readOf: () => readDb,
    replicaFigures: () => null,
    write: groupCommit.write,
    async startExclusively(work) {
      writer.exec('begin immediate')
      try {
        const result = await work(writeDb)
        writer.exec('commit')
        // From now on the group commit waits for other programs: SQLite's own wait stops the whole process.
        writer.exec('pragma busy_timeout = 0')
        return result
      } catch (error) {
        if (writer.isTransaction) writer.exec('rollback')
        throw error
      }
    },
    lockRunner: async () => lockFile(join(dataDir, lockFileName)),
    takeWorkerSlot: async () => takeWorkerSlot(dataDir),
    openConnections() {
      throw new Error('SQLite has the connections of its one program only')
    },
    commits: { version: dataVersionOf(reader), listen: (listener) => void commitListeners.push(listener) },
    poolFigures: () => [],
    warnings: async () => [],
    async close() {
      await groupCommit.close()
      // The writer goes last: the last one to leave moves the log into the database file.
      reader.close()
      writer.close()
    },
  }
}

/** SQLite counts for each connection what others have committed: also our own writer, and other programs. */
function dataVersionOf(reader: DatabaseSync): () => number {
  const statement = reader.prepare('pragma data_version')
  return () => Number(statement.get()?.['data_version'])
}

/** SQLite is also the portable way to lock a file: the system frees it when the process ends, however it ends. */
function lockFile(file: string): RunnerLock | null {
  makePrivateFile(file)
  const connection = new DatabaseSync(file, { timeout: 0 })
  try {
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    if (primarySqliteCode(error) === sqliteResult.busy) return null
    throw translateSqliteError(error)
  }
  return { lost: new AbortController().signal, release: async () => connection.close() }
}

function takeWorkerSlot(dataDir: string): WorkerSlot | null {
  const lockSlot = (slot: number) => lockFile(join(dataDir, `delivery-${slot}.lock`))
  for (let number = 1; number <= workerSlots; number += 1) {
    const lock = lockSlot(number)
    if (lock === null) continue
    return {
      number,
      ...lock,
      async whileVacant(slot, work) {
        const vacant = lockSlot(slot)
        if (vacant === null) return false
        try {
          await work()
          return true
        } finally {
          await vacant.release()
        }
      },
    }
  }
  return null
}

/** SQLite gives the files beside the database the mode of the database itself. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    chmodSync(file, 0o600)
  }
}

/** Two programs that switch a new file to WAL at once get "busy" at once: SQLite does not wait here. */
async function switchToWal(connection: DatabaseSync): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += walRetryMs) {
    try {
      connection.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (primarySqliteCode(error) !== sqliteResult.busy || waitedMs >= startTimeoutMs) {
        throw translateSqliteError(error)
      }
      await wait(walRetryMs)
    }
  }
}
