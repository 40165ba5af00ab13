import { takeSnapshots } from '@sonde/store/checks/check-snapshots.ts'
import { setLastOrigins } from '@sonde/store/checks/check-states.ts'
import { readCounter, setCounter, takeNumbers } from '@sonde/store/engine/counters.ts'
import { readLatestProgress, scheduleCounters } from '@sonde/store/cluster/shard-progress.ts'
import { countDueRuns } from '@sonde/store/runs/due-runs.ts'
import { addLeftOutSlots, deleteLeftOutSlots, listLeftOutSlots } from '@sonde/store/runs/left-out-slots.ts'
import { listPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import { matchesRun, type RunMatch } from '../queue/run-queue.ts'
import type { PlannedRetry } from '../results/report.ts'
import type { Run } from '../run.ts'
import { StandingBy } from '../runs.ts'
import { loadChecks } from './load-checks.ts'
import type { DispatchRecord } from './dispatch-record.ts'
import { type SchedulingDeps, wireScheduler } from './wire-scheduler.ts'

const counterNames = {
  /** 1 once slots lie on the second that the id of their check chooses; programs up to 0.6 know nothing of it. */
  slotsSpread: 'slots_spread',
  /** Grows with every server that takes over: whoever has an older one runs nothing any more. */
  runnerEpoch: 'runner_epoch',
} as const

export type Scheduling = ReturnType<typeof createScheduling>

/** Decides what runs and when: slots, retries, runs that nobody takes, and changes of checks. */
export function createScheduling(deps: SchedulingDeps) {
  const { store, clock, queue } = deps
  const { scheduler, delayed, unfinished, changes, ...wired } = wireScheduler(deps, {
    record,
    publish: queue.publish,
  })
  let epoch = 0
  let isSpreadRecorded = false

  async function record(dispatched: DispatchRecord): Promise<ReadonlyMap<number, number>> {
    const snapshots = await store.write(async (db) => {
      // Another server may have taken over while this one was held up: then the slot is that one's.
      if ((await readCounter(db, counterNames.runnerEpoch)) !== epoch) {
        throw new StandingBy('another server runs the checks')
      }
      const numbers = await takeSnapshots(db, dispatched.snapshots)
      await countDueRuns(db, dispatched.due)
      await addLeftOutSlots(db, dispatched.leftOut)
      await deleteLeftOutSlots(db, dispatched.settled)
      await setLastOrigins(db, dispatched.origins)
      for (const { dispatchedUntil, clockEra } of dispatched.progress) {
        await setCounter(db, scheduleCounters.dispatchedUntil, dispatchedUntil)
        await setCounter(db, scheduleCounters.clockEra, clockEra)
      }
      if (!isSpreadRecorded) await setCounter(db, counterNames.slotsSpread, 1)
      return numbers
    })
    isSpreadRecorded = true
    return snapshots
  }

  return {
    ...changes,
    ...wired,

    /** Reads the schedule and what was left of the last time, without doing any of it; tells how much that is. */
    async load(): Promise<{ checks: number; pendingRuns: number }> {
      const checks = await loadChecks(store, scheduler)
      scheduler.loadLeftOut(await listLeftOutSlots(store.read))
      const pending = await listPendingRuns(store.read)
      await unfinished.resume(pending)
      const { clockEra, dispatchedUntil: until } = await readLatestProgress(store.read)
      const wasSpread = (await readCounter(store.read, counterNames.slotsSpread)) === 1
      epoch = await store.write((db) => takeNumbers(db, counterNames.runnerEpoch, 1))
      scheduler.begin(until, { clockEra, wasSpread: wasSpread || until === null })
      return { checks, pendingRuns: pending.length }
    },

    /** Publishes what is due. */
    async dispatch(): Promise<void> {
      await scheduler.tick()
      await unfinished.tryAgain()
      await queue.publish(delayed.takeDue(clock.now()))
    },
    nextAt: (): number => Math.min(scheduler.nextAt() ?? Infinity, delayed.nextAt() ?? Infinity),

    /** The next attempts of runs, which are on the disk already, wait for their time. */
    retry(attempts: readonly PlannedRetry[]): void {
      for (const { run, dueAt } of attempts) delayed.add(run, dueAt)
      if (attempts.length > 0) deps.wake()
    },

    /** The runs of a session, which are on the disk already. */
    publishSession: (runs: readonly Run[]): Promise<void> => queue.publish(runs),

    async cancel(match: RunMatch, reason: string): Promise<void> {
      const waiting = await queue.drop(match, 'keep')
      // Agents end those that they hold, and report them.
      const held = await queue.drop(match, 'cancel')
      const due = delayed.remove((run) => matchesRun(match, run))
      await unfinished.giveUp([...waiting, ...held, ...due], 'cancelled', reason)
      deps.endAsCancelled(waiting)
    },

    keepWaiting: unfinished.keepWaiting,
  }
}
