import type { Clock } from '@sonde/ground/clock.ts'
import { endSessionRuns } from '@sonde/store/runs/check-sessions.ts'
import { deletePendingRuns, type PendingRun, upsertPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { DelayedRuns } from '../queue/delayed-runs.ts'
import { matchesRun, type QueueWatcher } from '../queue/run-queue.ts'
import { fromPendingRun, toPendingRun } from '../results/pending-run.ts'
import type { RestoreRuns } from '../results/restore-runs.ts'
import { isTooLateFor } from '../results/retry.ts'
import type { TicketedRun } from '../run.ts'
import type { Scheduler } from './scheduler.ts'
import type { SessionWatch } from '../sessions/session-watch.ts'

type GivenUp = { run: TicketedRun; state: 'dropped' | 'cancelled'; reason: string }

export type UnfinishedRuns = {
  /**
   * Runs that will never be made. Where an attempt was made before, that one was the last, and its verdict stands,
   * unless the run was cancelled: then it has none. Of the others nothing is stored but that a session has lost one.
   */
  giveUp(runs: readonly TicketedRun[], state: 'dropped' | 'cancelled', reason: string): Promise<void>
  /** Writes down what was given up; what cannot be written is kept for the next time. */
  tryAgain(): Promise<void>
  /** The runs of a check that has changed its mind. Agents that hold others are told only to `cancel`. */
  dropOf(checkId: string, held: 'keep' | 'cancel', reason: string): Promise<void>
  /** Scheduled runs that nobody holds would be a gap after every restart; the others are kept already. */
  keepWaiting(): Promise<void>
  /** Goes on with the runs that the last program has left. */
  resume(kept: readonly PendingRun[]): Promise<void>
}

/** What becomes of runs that have no result: given up, or kept for the next start of the program. */
export function createUnfinishedRuns(deps: {
  store: Store
  clock: Clock
  queue: Pick<QueueWatcher, 'drop'>
  delayed: DelayedRuns
  scheduler: Pick<Scheduler, 'opened' | 'closed'>
  watch: SessionWatch
  restore: RestoreRuns
  /** Makes the attempt before this one the last one of its run. */
  finalizeLast(run: TicketedRun): Promise<void>
  /** These runs will never say anything. */
  gone(runs: readonly TicketedRun[]): Promise<void>
  expiryMs: number
}): UnfinishedRuns {
  const { store, clock, queue, delayed, scheduler, watch } = deps

  /** What was given up and could not be written down yet. */
  let unwritten: GivenUp[] = []

  async function giveUp(
    runs: readonly TicketedRun[],
    state: GivenUp['state'],
    reason: string,
  ): Promise<void> {
    for (const run of runs) {
      if (run.source === 'SCHEDULER') scheduler.closed(run)
    }
    const isToBeTold = (run: TicketedRun) => !isFirstOfSchedule(run) || run.occurrence !== null
    unwritten.push(...runs.filter(isToBeTold).map((run) => ({ run, state, reason })))
    await tryAgain()
  }

  async function tryAgain(): Promise<void> {
    if (unwritten.length === 0) return
    const entries = unwritten
    unwritten = []
    try {
      const [last, unfinished] = [entries.filter(hasVerdict), entries.filter((entry) => !hasVerdict(entry))]
      for (const { run } of last) {
        await deps.finalizeLast(run)
      }
      await deps.gone(unfinished.map(({ run }) => run))
      const at = clock.now()
      await store.write(async (db) => {
        await deletePendingRuns(
          db,
          entries.map(({ run }) => run.runId),
        )
        const ends = entries.flatMap(({ run: { sessionId, runId }, state, reason }) =>
          sessionId === null ? [] : [{ sessionId, runId, state, reason }],
        )
        await endSessionRuns(db, ends, at)
      })
    } catch (error) {
      unwritten = [...entries, ...unwritten]
      throw error
    }
    for (const { run } of entries) if (run.sessionId !== null) watch.changed(run.sessionId)
  }

  async function dropOf(checkId: string, leasePolicy: 'keep' | 'cancel', reason: string): Promise<void> {
    const match = { kind: 'check', checkId } as const
    const waiting = await queue.drop(match, leasePolicy)
    const due = delayed.remove((run) => matchesRun(match, run))
    await giveUp([...waiting, ...due], 'dropped', reason)
  }

  async function keepWaiting(): Promise<void> {
    const waiting = (await queue.drop({ kind: 'all' }, 'keep')).filter(isFirstOfSchedule)
    const now = clock.now()
    if (waiting.length === 0) return
    await store.write((db) =>
      upsertPendingRuns(
        db,
        waiting.map((run) => toPendingRun(run, now)),
      ),
    )
  }

  async function resume(pendingRuns: readonly PendingRun[]): Promise<void> {
    const now = clock.now()
    const runs = pendingRuns.map((pending) => ({ pending, run: fromPendingRun(pending) }))
    const scheduled = runs.filter(({ run }) => isFirstOfSchedule(run))
    if (scheduled.length > 0) {
      await store.write((db) =>
        deletePendingRuns(
          db,
          scheduled.map(({ run }) => run.runId),
        ),
      )
    }
    // After a longer rest the next slot is what counts.
    const resumable = runs.filter(
      ({ pending, run }) => !isFirstOfSchedule(run) || now - pending.dueAt < deps.expiryMs,
    )
    const restored = await deps.restore(resumable.map(({ run }) => run))
    const late: TicketedRun[] = []
    for (const [index, { pending, run }] of resumable.entries()) {
      const whole = restored[index] ?? null
      if (whole === null || isTooLateFor(run, now)) {
        late.push(run)
        continue
      }
      if (run.source === 'SCHEDULER') scheduler.opened(run)
      delayed.add(whole, pending.dueAt)
    }
    if (late.length > 0) await giveUp(late, 'dropped', 'The server was down for too long')
  }

  return { giveUp, tryAgain, dropOf, keepWaiting, resume }
}

function hasVerdict({ run, state }: GivenUp): boolean {
  return run.attempt > 1 && state === 'dropped'
}

function isFirstOfSchedule({ source, attempt }: TicketedRun): boolean {
  return source === 'SCHEDULER' && attempt === 1
}
