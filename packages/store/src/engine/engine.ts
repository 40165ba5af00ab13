import type { Db } from './database.ts'
import type { ReplicaFigures } from './replica-figures.ts'

/**
 * What a connection is for. On PostgreSQL each purpose has connections of its own, so that a flood of one does not keep the
 * others waiting; SQLite has one writer.
 */
export type PoolPurpose = 'requests' | 'figures' | 'intake' | 'jobs' | 'delivery'

/** See `Store`. */
export type Write = <Result>(
  work: (db: Db) => Promise<Result>,
  options?: WriteOptions<Result>,
) => Promise<Result>

export type WriteOptions<Result> = {
  /** Whether there is something new for those who wait for rows; always, unless told. */
  isNews?(result: Result): boolean
  /** Whose connection it takes; that of requests, unless told. */
  purpose?: PoolPurpose
  /** It is one statement, which PostgreSQL does whole or not at all: to begin and to commit would be two more. */
  isOneStatement?: boolean
}

/** What both databases offer to the store. */
export type Engine = {
  readonly name: 'sqlite' | 'postgres'
  /** Each query sees committed rows only. Refuses transactions. */
  readonly read: Db
  /** The same by way of the connections of that purpose. */
  readOf(purpose: PoolPurpose): Db
  write: Write
  /** All or nothing, and alone among all programs that start on this database. */
  startExclusively<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /** See `Store`. */
  lockRunner(): Promise<RunnerLock | null>
  /** See `Store`. */
  takeWorkerSlot(): Promise<WorkerSlot | null>
  /** See `Store`. */
  openConnections(options: OwnConnections): Db
  /** Null where commits of other programs cannot be noticed for next to nothing. */
  readonly commits: CommitCounter | null
  /** Of every pool of connections that is in use. */
  poolFigures(): PoolFigure[]
  /** Of the replica that figures are read from; null where there is none. */
  replicaFigures(): ReplicaFigures | null
  /** What an operator should know of the database at the start, in sentences. */
  warnings(): Promise<string[]>
  close(): Promise<void>
}

/** Connections beside those of everybody, for work that must neither wait for others nor keep them waiting. */
export type OwnConnections = {
  name: 'sonde' | 'sonde beat' | 'sonde dispatch'
  most: number
  statementTimeoutMs: number
  idleInTransactionTimeoutMs: number
  /** Statements that have a name are planned once, whatever the parameters: for those that ask the same all the time. */
  plansOnce?: boolean
}

export type PoolFigure = { purpose: PoolPurpose; used: number; idle: number; waiting: number }

export type CommitCounter = {
  /** Another number than before when anything was committed since, by whomever. */
  version(): number
  /** Told of every commit of this program, whether it has changed anything or not. */
  listen(listener: CommitListener): void
}

export type CommitListener = {
  /** Nobody else commits from here on to the end of the transaction. */
  onBegin(): void
  /** `isNews`: there may be something in it for those who wait for rows. */
  onCommit(commit: { isNews: boolean }): void
}

/** Held by the one program that runs the checks of a database. Gone with the program, however it ends. */
export type RunnerLock = {
  /** Aborts when the lock was lost: somebody else may run the checks from now on. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** As many programs as can deliver the notifications of one database at once. */
export const workerSlots = 64

/** A numbered slot among the programs that deliver notifications. Gone with the program, however it ends. */
export type WorkerSlot = {
  /** From 1. */
  readonly number: number
  /** Aborts when the slot was lost: somebody else may have it from now on. */
  readonly lost: AbortSignal
  /** Does the work if nobody has that slot, and lets nobody take it meanwhile. False: somebody has it. */
  whileVacant(slot: number, work: () => Promise<void>): Promise<boolean>
  release(): Promise<void>
}

/** An engine, and the words in which to tell the operator about it. */
export type OpenedEngine = {
  engine: Engine
  setting: string
  databaseName: string
  explain(error: unknown): Error
}
