import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import type { RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import type { TrialRunNews } from '@sonde/store/runs/trial-run-logs.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** Why a check cannot be run now, for people. */
export class CannotRun extends Error {}

/** This server does not run the checks: another one of the same installation does. */
export class StandingBy extends Error {}

/** Whether checks that are new or activated again run once at once, and not only at their next slot: they do unless told. */
export type FirstRuns = { startsAtOnce?: boolean }

/** Of a server, whoever wrote the checks: an import or a deploy of thousands is not to hold up the runs that are due. */
export const mostFirstRunsEachSecond = 200

/** What the API may ask of the part that runs checks. */
export type Runs = {
  /**
   * Inside the write that creates, changes or deletes a check (null: a private location): makes sure that the
   * server that runs the checks hears of it, whichever server that is and whatever happens to this one.
   */
  announceChange(db: Db, checkId: string | null): Promise<void>
  /** The same for many at once, or for a change of a group, which changes all of its checks. */
  announceChanges(db: Db, checkIds: readonly string[], options?: FirstRuns): Promise<void>
  /** A check was created or changed: its next slot follows the new settings. After the write; never fails. */
  checkWritten(check: CheckRow): Promise<void>
  checkDeleted(checkId: string): Promise<void>
  /** The same for many at once, or for the checks of a group that was changed. */
  checksWritten(checkIds: readonly string[], options?: FirstRuns): Promise<void>
  /** A private location was created, changed or deleted. */
  locationsChanged(): Promise<void>
  /**
   * Runs a check now, once at each of its locations or only at the one named, beside its schedule. Stored
   * before it resolves. Throws `CannotRun` when there is nowhere to run it.
   */
  startSession(request: {
    accountId: string
    checkId: string
    source: RunSource
    onlyAt?: string | undefined
    /** The deployment that the runs are to look at. */
    environment?: RunEnvironment | undefined
    /** A project throws away what it has installed before. */
    refreshesCache?: boolean | undefined
  }): Promise<{ sessionId: string }>
  /** Resolves when the session has ended, or after the wait. */
  waitForSession(sessionId: string, waitMs: number, signal: AbortSignal): Promise<void>
  /** A trial run of a check was written: it is run now, where this server runs the checks. Never fails. */
  trialRunWritten(): Promise<void>
  /** Resolves when the trial run has ended or has printed more than is known, or after the wait. */
  waitForTrialRun(news: TrialRunNews, waitMs: number, signal: AbortSignal): Promise<void>
  /** Gives up the runs that no agent has begun and tells agents about the others. */
  cancelSession(request: {
    accountId: string
    sessionId: string
    runIds: readonly string[] | null
  }): Promise<void>
}
