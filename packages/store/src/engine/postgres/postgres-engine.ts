import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Db } from '../database.ts'
import { type Engine, type PoolPurpose, type RunnerLock, type WorkerSlot, workerSlots } from '../engine.ts'
import { StoreUnavailable } from '../failures.ts'
import { isLockTimeout, isTransactionConflict, StartTimeout } from './postgres-errors.ts'
import { createPostgresHosts, type PostgresHosts } from './postgres-hosts.ts'
import { postgresLocks } from './postgres-locks.ts'
import { connectClient, type OpenedPool, openPool } from './postgres-pool.ts'
import { createReplica, type Replica } from './postgres-replica.ts'
import { postgresWarnings } from './postgres-warnings.ts'

const defaultRequestPool = 10
/** One more for delivery holds the slot of this server. */
const fixedPools = { figures: 4, intake: 4, jobs: 4, delivery: 2 } as const
/** Whoever asks for figures waits so long for those before it, and is then told that there is too much to do. */
const figuresWaitMs = 10_000
/** The right to run the checks, and the slot for delivery. */
const lockConnections = 2
const statementTimeoutMs = 30_000
/** For a server that vanished without a word: a little longer than the server's own limit. */
const answerTimeoutMs = statementTimeoutMs + 5_000
const maxTries = 4
/**
 * A right is held by a connection that says something every few seconds: a firewall that drops it without a
 * word is noticed here well before the server frees the lock, and the server notices the end of a machine.
 */
const lockProbeMs = 3_000
const lockAnswerTimeoutMs = 5_000
const lockIdleTimeoutMs = 20_000

/** How the connections of a server are called in PostgreSQL's own lists. */
export const serverConnections = [
  'sonde',
  'sonde runner',
  'sonde delivery',
  'sonde beat',
  'sonde dispatch',
] as const

export type PostgresOptions = { requestPool?: number; readUrl?: string | null; times?: StartTimes }

/** Connects when first used. */
export function createPostgresEngine(
  databaseUrl: string,
  name: string = serverConnections[0],
  { requestPool = defaultRequestPool, readUrl = null, times = startTimes }: PostgresOptions = {},
): Engine {
  const hosts = createPostgresHosts(databaseUrl)
  const sizes: Readonly<Record<PoolPurpose, number>> = { ...fixedPools, requests: requestPool }
  const pools = new Map<PoolPurpose, OpenedPool>()

  function poolOf(purpose: PoolPurpose): OpenedPool {
    const known = pools.get(purpose)
    if (known !== undefined) return known
    const opened = openPool(hosts, limitsOf(purpose))
    pools.set(purpose, opened)
    return opened
  }

  function limitsOf(purpose: PoolPurpose): PoolConfig {
    return {
      application_name: name,
      max: sizes[purpose],
      statement_timeout: statementTimeoutMs,
      query_timeout: answerTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      ...(purpose === 'figures' ? { connectionTimeoutMillis: figuresWaitMs } : {}),
    }
  }

  /** Looks after itself from the first question on. */
  function replicaAt(address: string): Replica {
    replica ??= createReplica({
      primary: poolOf('figures'),
      replica: openPool(createPostgresHosts(address), limitsOf('figures')),
    })
    return replica
  }

  const running = new Set<Promise<unknown>>()
  let replica: Replica | null = null
  let isClosed = false

  async function writeWithRetries<Result>(
    { db }: OpenedPool,
    work: (db: Db) => Promise<Result>,
    isOneStatement: boolean,
  ): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await (isOneStatement ? work(db) : db.transaction().execute(work))
      } catch (error) {
        if (!isTransactionConflict(error) || tries === maxTries) throw error
      }
    }
  }

  return {
    name: 'postgres',
    read: poolOf('requests').db,
    readOf: (purpose) =>
      purpose === 'figures' && readUrl !== null ? replicaAt(readUrl).db : poolOf(purpose).db,
    async write(work, options) {
      if (isClosed) throw new StoreUnavailable('the store is closed')
      const { purpose = 'requests', isOneStatement = false } = options ?? {}
      const write = writeWithRetries(poolOf(purpose), work, isOneStatement)
      running.add(write)
      try {
        return await write
      } finally {
        running.delete(write)
      }
    },
    async startExclusively(work) {
      // Without time limits: migrating a large database takes as long as it takes.
      const { db: single } = openPool(hosts, { application_name: name, max: 1 })
      try {
        return await startAlone(single, work, times)
      } finally {
        await single.destroy()
      }
    },
    lockRunner: () => lockRunner(hosts),
    takeWorkerSlot: () => takeWorkerSlot(hosts),
    openConnections: ({
      name: application,
      most,
      statementTimeoutMs: limitMs,
      idleInTransactionTimeoutMs,
      plansOnce = false,
    }) =>
      openPool(
        hosts,
        {
          application_name: application,
          max: most,
          connectionTimeoutMillis: Math.min(5_000, limitMs),
          statement_timeout: limitMs,
          query_timeout: limitMs,
          idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
        },
        { plansOnce },
      ).db,
    commits: null,
    poolFigures: () => [...pools].map(([purpose, pool]) => ({ purpose, ...pool.figures() })),
    replicaFigures: () => replica?.figures() ?? null,
    warnings: () =>
      postgresWarnings(poolOf('requests').db, {
        connections: lockConnections + Object.values(sizes).reduce((sum, size) => sum + size, 0),
      }),
    async close() {
      isClosed = true
      await Promise.allSettled(running)
      await replica?.close()
      await Promise.all([...pools.values()].map(({ db }) => db.destroy()))
    },
  }
}

/** How long a program that starts waits for others. */
export type StartTimes = {
  /** For the one that migrates. */
  otherStartMs: number
  /** For a lock on a table: whoever waits longer for one keeps everybody waiting who comes after it. */
  tableLockMs: number
  tries: number
  pauseMs: number
}

const startTimes: StartTimes = { otherStartMs: 600_000, tableLockMs: 3_000, tries: 20, pauseMs: 1_000 }

/** All of it is undone and tried again when a table is locked by somebody for too long. */
async function startAlone<Result>(
  db: Db,
  work: (db: Db) => Promise<Result>,
  { otherStartMs, tableLockMs, tries, pauseMs }: StartTimes,
): Promise<Result> {
  for (let made = 1; ; made += 1) {
    let isAlone = false
    try {
      return await db.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = ${sql.lit(otherStartMs)}`.execute(transaction)
        await sql`select pg_advisory_xact_lock(${sql.lit(postgresLocks.start)})`.execute(transaction)
        isAlone = true
        await sql`set local lock_timeout = ${sql.lit(tableLockMs)}`.execute(transaction)
        return await work(transaction)
      })
    } catch (error) {
      if (!isLockTimeout(error) || (isAlone && made === tries)) throw error
      if (!isAlone) throw new StartTimeout(error)
    }
    await wait(pauseMs)
  }
}

/** On a connection of its own: the server frees the lock when the connection ends, however it ends. */
async function lockRunner(hosts: PostgresHosts): Promise<RunnerLock | null> {
  return await withLockHolder(hosts, serverConnections[1], async ({ ask, lost, release }) =>
    (await tryLock(ask, postgresLocks.runner)) ? { lost, release } : null,
  )
}

/** One connection holds the slot and also asks for those of others. */
async function takeWorkerSlot(hosts: PostgresHosts): Promise<WorkerSlot | null> {
  return await withLockHolder(hosts, serverConnections[2], async ({ ask, lost, release }) => {
    const lockOf = (slot: number) => postgresLocks.workerSlots + slot
    for (let number = 1; number <= workerSlots; number += 1) {
      if (!(await tryLock(ask, lockOf(number)))) continue
      return {
        number,
        lost,
        async whileVacant(slot, work) {
          // The holder of a lock would be given it a second time.
          if (slot === number || !(await tryLock(ask, lockOf(slot)))) return false
          try {
            await work()
            return true
          } finally {
            await ask('select pg_advisory_unlock($1) as done', [lockOf(slot)])
          }
        },
        release,
      }
    }
    return null
  })
}

/** One question at a time; whoever gets no answer has lost the right. */
type Ask = (question: string, values?: readonly unknown[]) => Promise<boolean>

async function tryLock(ask: Ask, lock: number): Promise<boolean> {
  return await ask('select pg_try_advisory_lock($1) as done', [lock])
}

/** The connection is kept for as long as what `take` returns is in use, and ended at once if that is null. */
async function withLockHolder<Taken>(
  hosts: PostgresHosts,
  name: string,
  take: (holder: { ask: Ask; lost: AbortSignal; release: () => Promise<void> }) => Promise<Taken | null>,
): Promise<Taken | null> {
  const lost = new AbortController()
  const client = await connectClient(
    hosts,
    {
      application_name: name,
      query_timeout: lockAnswerTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    },
    (connected) => {
      connected.on('error', lose)
      connected.on('end', lose)
    },
  ).catch((error: unknown) => {
    throw new StoreUnavailable('PostgreSQL did not answer', error)
  })
  let asked: Promise<unknown> = Promise.resolve()
  let probing: NodeJS.Timeout | undefined

  function lose(): void {
    clearInterval(probing)
    if (lost.signal.aborted) return
    lost.abort()
    void client.end()
  }

  async function ask(question: string, values: readonly unknown[] = []): Promise<boolean> {
    const answer = asked.then(async () => {
      try {
        return await client.query<{ done: boolean }>(question, [...values])
      } catch (error) {
        lose()
        throw new StoreUnavailable('PostgreSQL did not answer', error)
      }
    })
    asked = answer.catch(() => undefined)
    const { rows } = await answer
    return rows[0]?.done === true
  }

  const probe = () => ask('select true as done')
  /** What is given back is not lost. */
  async function release(): Promise<void> {
    clearInterval(probing)
    if (lost.signal.aborted) return
    // A connection that does not answer would not end either; this one is ended by force then.
    await probe().catch(() => undefined)
    client.off('end', lose)
    await client.end()
  }
  try {
    await client.query(`set idle_session_timeout = ${lockIdleTimeoutMs}`)
    const taken = await take({ ask, lost: lost.signal, release })
    if (taken !== null) {
      // Without an answer the signal says so.
      probing = setInterval(() => void probe().catch(() => undefined), lockProbeMs)
      return taken
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw new StoreUnavailable('PostgreSQL did not answer', error)
  }
  await release()
  return null
}
