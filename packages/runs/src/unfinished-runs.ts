import type { Clock } from '@sonde/schema/clock.ts'
import { endSessionRun } from '@sonde/store/check-sessions.ts'
import { deletePendingRuns, type PendingRun, upsertPendingRuns } from '@sonde/store/pending-runs.ts'
import type { Store } from '@sonde/store/store.ts'
import type { DelayedRuns } from './queue/delayed-runs.ts'
import type { MemoryQueue } from './queue/memory-queue.ts'
import { fromPendingRun, toPendingRun } from './results/pending-run.ts'
import { isTooLateFor } from './results/retry.ts'
import type { TicketedRun } from './results/ticket.ts'
import type { Run } from './run.ts'
import type { Scheduler } from './schedule/scheduler.ts'
import type { SessionWatch } from './sessions/session-watch.ts'

/** What becomes of runs that have no result: given up, or kept for the next start of the program. */
export function createUnfinishedRuns(deps: {
  store: Store
  clock: Clock
  queue: MemoryQueue
  delayed: DelayedRuns
  scheduler: Scheduler
  watch: SessionWatch
  configOf(run: TicketedRun): Promise<unknown>
  expiryMs: number
}) {
  const { store, clock, queue, delayed, scheduler, watch } = deps

  /** Runs that will never be made: nothing is stored about them but that a session has lost one. */
  async function giveUp(runs: readonly Run[], state: 'dropped' | 'cancelled', reason: string): Promise<void> {
    if (runs.length === 0) return
    for (const run of runs) {
      if (run.source === 'SCHEDULER') scheduler.closed(run)
    }
    const written = runs.filter((run) => !isFirstOfSchedule(run))
    if (written.length === 0) return
    const at = clock.now()
    await store.write(async (db) => {
      await deletePendingRuns(
        db,
        written.map(({ runId }) => runId),
      )
      for (const { sessionId, runId } of written) {
        // oxlint-disable-next-line no-await-in-loop
        if (sessionId !== null) await endSessionRun(db, { sessionId, runId, state, reason, at })
      }
    })
    for (const { sessionId } of written) if (sessionId !== null) watch.changed(sessionId)
  }

  /** The runs of a check that has changed its mind. Agents that hold others are told only to `cancel`. */
  async function dropOf(checkId: string, held: 'keep' | 'cancel', reason: string): Promise<void> {
    const isOfCheck = (run: Run) => run.checkId === checkId
    await giveUp([...queue.drop(isOfCheck, held), ...delayed.remove(isOfCheck)], 'dropped', reason)
  }

  /** Scheduled runs that nobody holds would be a gap after every restart; the others are kept already. */
  async function keepWaiting(): Promise<void> {
    const waiting = queue.drop(() => true, 'keep').filter(isFirstOfSchedule)
    const now = clock.now()
    if (waiting.length === 0) return
    await store.write((db) =>
      upsertPendingRuns(
        db,
        waiting.map((run) => toPendingRun(run, now)),
      ),
    )
  }

  async function resume(pending: PendingRun): Promise<void> {
    const run = fromPendingRun(pending)
    if (isFirstOfSchedule(run)) {
      await store.write((db) => deletePendingRuns(db, [run.runId]))
      // After a longer rest the next slot is what counts.
      if (clock.now() - pending.dueAt >= deps.expiryMs) return
    }
    const config = await deps.configOf(run)
    if (config === null || isTooLateFor(run, clock.now())) {
      return giveUp([{ ...run, config }], 'dropped', 'The server was away for too long')
    }
    if (run.source === 'SCHEDULER') scheduler.opened(run)
    delayed.add({ ...run, config }, pending.dueAt)
  }

  return { giveUp, dropOf, keepWaiting, resume }
}

function isFirstOfSchedule({ source, attempt }: TicketedRun): boolean {
  return source === 'SCHEDULER' && attempt === 1
}
