import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { takeSnapshots } from '@sonde/store/checks/check-snapshots.ts'
import { setLastOrigins } from '@sonde/store/checks/check-states.ts'
import { readCounter, setCounter, takeNumbers } from '@sonde/store/engine/counters.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { readLatestProgress, scheduleCounters } from '@sonde/store/cluster/shard-progress.ts'
import { countDueRuns } from '@sonde/store/runs/due-runs.ts'
import { addLeftOutSlots, deleteLeftOutSlots, listLeftOutSlots } from '@sonde/store/runs/left-out-slots.ts'
import { listPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { createDelayedRuns } from '../queue/delayed-runs.ts'
import {
  expiredReason,
  matchesRun,
  type QueuePublisher,
  type QueueWatcher,
  type RunMatch,
} from '../queue/run-queue.ts'
import { leaveLocations } from '../results/pool-change.ts'
import type { PlannedRetry } from '../results/report.ts'
import type { RestoreRuns } from '../results/restore-runs.ts'
import type { Run, TicketedRun } from '../run.ts'
import { StandingBy } from '../runs.ts'
import type { SessionWatch } from '../sessions/session-watch.ts'
import { isTrialRun } from '../trial-runs/trial-runs.ts'
import { createChangeFollower } from './change-follower.ts'
import { loadChecks } from './load-checks.ts'
import { createScheduler, type DispatchRecord, type SchedulerDeps } from './scheduler.ts'
import { createUnfinishedRuns } from './unfinished-runs.ts'

export type SchedulingDeps = {
  store: Store
  clock: Clock
  log: Logger
  queue: QueuePublisher & QueueWatcher
  registry: Pick<AgentRegistry, 'find' | 'isServed'>
  isPaused: SchedulerDeps['isPaused']
  watch: SessionWatch
  restore: RestoreRuns
  finalizeLast(run: TicketedRun): Promise<void>
  gone(runs: readonly TicketedRun[]): Promise<void>
  /** How long a run waits for an agent before it is dropped. */
  expiryMs: number
  /** How long the lease of an agent lasts since its last sign of life. */
  leaseMs: number
  locationsChanged(): Promise<void>
  /** No agent of the place took a run in time. */
  onDropped(place: string): void
  /** Ends a run that no agent of its place knows how to make, with the reason; false: it is only dropped. */
  endAsUnable(run: Run): boolean
  /** There may be something to do sooner than was thought. */
  wake(): void
}

const counterNames = {
  /** 1 once slots lie on the second that the id of their check chooses; programs up to 0.6 know nothing of it. */
  slotsSpread: 'slots_spread',
  /** Grows with every server that takes over: whoever has an older one runs nothing any more. */
  runnerEpoch: 'runner_epoch',
} as const

export type Scheduling = ReturnType<typeof createScheduling>

/** Decides what runs and when: slots, retries, runs that nobody takes, and changes of checks. */
export function createScheduling(deps: SchedulingDeps) {
  const { store, clock, log, queue, registry } = deps
  const delayed = createDelayedRuns()
  /** Runs that nobody will make any more, until that is written down. */
  const expired: Run[] = []
  let epoch = 0
  let isSpreadRecorded = false
  let droppedCount = 0
  const scheduler = createScheduler({
    clock,
    log,
    find: registry.find,
    isServed: registry.isServed,
    isPaused: deps.isPaused,
    isWaiting: queue.isWaiting,
    held: queue.held,
    claimMs: deps.leaseMs,
    record,
    publish: queue.publish,
  })
  const unfinished = createUnfinishedRuns({ ...deps, delayed, scheduler })
  const changes = createChangeFollower({
    ...deps,
    scheduler,
    unfinished,
    poolChanged: (before, after) => leaveLocations(deps, before, after),
  })

  queue.onTaken((runs) => {
    // Also of runs that agents have had since before this program started.
    for (const run of runs) if (run.source === 'SCHEDULER') scheduler.opened(run)
  })
  queue.onClosed((runs) => {
    for (const run of runs) if (run.source === 'SCHEDULER') scheduler.closed(run)
  })
  queue.onReturned((leases) => scheduler.returned(leases.filter(({ run }) => run.source === 'SCHEDULER')))
  queue.onExpired((runs) => void expired.push(...runs.filter((run) => !isTrialRun(run))))

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
    nextAt: (): number => Math.min(scheduler.nextSlotAt() ?? Infinity, delayed.nextAt() ?? Infinity),

    /** The next attempts of runs, which are on the disk already, wait for their time. */
    retry(attempts: readonly PlannedRetry[]): void {
      for (const { run, dueAt } of attempts) delayed.add(run, dueAt)
      if (attempts.length > 0) deps.wake()
    },

    /** The runs of a session, which are on the disk already. */
    publishSession: (runs: readonly Run[]): Promise<void> => queue.publish(runs),

    async giveUpExpired(): Promise<void> {
      const runs = expired.splice(0)
      for (const { place, location, checkId, runId } of runs) {
        deps.onDropped(place)
        droppedCount += 1
        log.warn({ location, checkId, runId }, 'no agent started a run in time: dropped')
      }
      const dropped = runs.filter((run) => !deps.endAsUnable(run))
      await unfinished.giveUp(dropped, 'dropped', expiredReason)
    },

    async cancel(match: RunMatch, reason: string): Promise<void> {
      const waiting = await queue.drop(match, 'cancel')
      const due = delayed.remove((run) => matchesRun(match, run))
      await unfinished.giveUp([...waiting, ...due], 'cancelled', reason)
    },

    keepWaiting: unfinished.keepWaiting,

    /** The places that activated checks use. */
    assignedLocations(): ReadonlySet<string> {
      const assigned = new Set<string>()
      for (const { isActivated, pool } of scheduler.checks()) {
        if (isActivated) for (const { place } of pool) assigned.add(place)
      }
      return assigned
    },

    checkCount: scheduler.size,
    droppedCount: (): number => droppedCount,
  }
}
