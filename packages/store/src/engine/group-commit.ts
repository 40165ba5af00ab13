import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from './database.ts'
import type { CommitListener, Write } from './engine.ts'
import { StoreUnavailable } from './failures.ts'
import { primarySqliteCode, sqliteResult, translateSqliteError } from './sqlite/sqlite-errors.ts'

export type GroupCommit = {
  write: Write
  /** Resolves when everything that waits is written; later writes are refused. */
  close(): Promise<void>
}

type Outcome = { isNews: boolean; acknowledge(): void }

type Job = {
  /** Does the work and returns whether it is news, and what to call when it is safely on the disk. */
  run(db: Db): Promise<Outcome>
  fail(error: unknown): void
}

const lockWaitMs = 5_000
const lockRetryMs = 20

/** A batch holds up every write behind it and cannot be read before it ends, so it has a limit. */
const maxBatch = 500

/**
 * Durable commits cost a disk flush each, so all writes that wait when the writer becomes free share one
 * transaction, a savepoint each: a failing one is undone alone, and all are answered after the commit.
 * The work may wait for the database only; whatever else it waits for, every other write waits for too.
 */
export function createGroupCommit(connection: DatabaseSync, db: Db, listener: CommitListener): GroupCommit {
  const statements = prepareStatements(connection)
  const waiting: Job[] = []
  let isRunning = false
  let isClosed = false
  const onIdle: (() => void)[] = []

  async function writeBatches(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch)
      // One after the other is the point: there is one writer.
      await writeBatch(batch).catch((error: unknown) => failAll(batch, translateSqliteError(error)))
      // Lets the requests that came in meanwhile be read, so that they fill the next batch.
      if (waiting.length > 0) await nextTurn()
    }
    isRunning = false
    for (const resolve of onIdle.splice(0)) resolve()
  }

  async function writeBatch(batch: readonly Job[]): Promise<void> {
    // Left over only when the disk failed in the middle of a rollback.
    rollBack()
    await begin()
    listener.onBegin()
    const done: { job: Job; outcome: Outcome }[] = []
    for (const [position, job] of batch.entries()) {
      try {
        if (batch.length > 1) statements.savepoint.run()
        const outcome = await job.run(db)
        if (!connection.isTransaction) throw new StoreUnavailable('the transaction was rolled back')
        if (batch.length > 1) statements.release.run()
        done.push({ job, outcome })
      } catch (error) {
        job.fail(translateSqliteError(error))
        if (!undoLast(batch.length > 1)) {
          failAll(
            done.map(({ job: written }) => written),
            new StoreUnavailable('a write of the same transaction failed', error),
          )
          waiting.unshift(...batch.slice(position + 1))
          return
        }
      }
    }
    if (!connection.isTransaction) return
    try {
      statements.commit.run()
    } catch (error) {
      rollBack()
      failAll(
        done.map(({ job }) => job),
        translateSqliteError(error),
      )
      return
    }
    for (const { outcome } of done) outcome.acknowledge()
    listener.onCommit({ isNews: done.some(({ outcome }) => outcome.isNews) })
  }

  /** Waits for another program that writes to the same file, without holding up everything else. */
  async function begin(): Promise<void> {
    const deadline = performance.now() + lockWaitMs
    for (;;) {
      try {
        statements.begin.run()
        return
      } catch (error) {
        if (primarySqliteCode(error) !== sqliteResult.busy || performance.now() > deadline) throw error
      }
      await delay(lockRetryMs)
    }
  }

  /** False when the whole transaction is gone, and with it the writes before the failed one. */
  function undoLast(hasSavepoint: boolean): boolean {
    if (!hasSavepoint) {
      rollBack()
      return true
    }
    try {
      if (!connection.isTransaction) return false
      statements.rollBackToSavepoint.run()
      statements.release.run()
      return true
    } catch {
      rollBack()
      return false
    }
  }

  function rollBack(): void {
    if (connection.isTransaction) statements.rollBack.run()
  }

  return {
    write(work, { isNews = () => true } = {}) {
      if (isClosed) return Promise.reject(new StoreUnavailable('the store is closed'))
      return new Promise((resolve, reject) => {
        waiting.push({
          run: async (writer) => {
            const result = await work(writer)
            return { isNews: isNews(result), acknowledge: () => resolve(result) }
          },
          fail: reject,
        })
        if (isRunning) return
        isRunning = true
        // Started at once, the first write of a burst would be committed before the others are read.
        void nextTurn().then(writeBatches)
      })
    },
    close() {
      isClosed = true
      return isRunning ? new Promise((resolve) => onIdle.push(resolve)) : Promise.resolve()
    },
  }
}

function failAll(jobs: readonly Job[], error: unknown): void {
  for (const job of jobs) job.fail(error)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

function prepareStatements(
  connection: DatabaseSync,
): Record<'begin' | 'savepoint' | 'release' | 'rollBackToSavepoint' | 'rollBack' | 'commit', StatementSync> {
  return {
    begin: connection.prepare('begin immediate'),
    savepoint: connection.prepare('savepoint one_write'),
    release: connection.prepare('release one_write'),
    rollBackToSavepoint: connection.prepare('rollback to one_write'),
    rollBack: connection.prepare('rollback'),
    commit: connection.prepare('commit'),
  }
}
