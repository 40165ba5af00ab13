import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { createDelayedRuns } from '../queue/delayed-runs.ts'
import { expiredReason, type QueuePublisher, type QueueWatcher } from '../queue/run-queue.ts'
import { leaveLocations } from '../results/pool-change.ts'
import type { RestoreRuns } from '../results/restore-runs.ts'
import type { Run, RunName, TicketedRun } from '../run.ts'
import type { SessionWatch } from '../sessions/session-watch.ts'
import { isTrialRun } from '../trial-runs/trial-runs.ts'
import { type ChangeSharing, createChangeFollower } from './change-follower.ts'
import { createDispatchFigures } from './dispatch-figures.ts'
import { createScheduler, type SchedulerDeps } from './scheduler.ts'
import { createUnfinishedRuns } from './unfinished-runs.ts'

export type SchedulingDeps = {
  store: Store
  clock: Clock
  /** Of a clock that nobody can set. */
  steadyMs(): number
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
  /** These runs were cancelled before an agent had them. */
  endAsCancelled(runs: readonly (TicketedRun | Run)[]): void
  /** There may be something to do sooner than was thought. */
  wake(): void
}

/** The schedule, with what it hears from the queue, and those who follow changes and look after unfinished runs. */
export function wireScheduler(
  deps: SchedulingDeps,
  own: Pick<SchedulerDeps, 'record' | 'publish' | 'sharing'> & { changes?: ChangeSharing },
) {
  const { log, queue, registry } = deps
  const delayed = createDelayedRuns()
  /** Runs that nobody will make any more, until that is written down. */
  const expired: Run[] = []
  let droppedCount = 0
  const written = createDispatchFigures(deps)
  const scheduler = createScheduler({
    ...deps,
    find: registry.find,
    isServed: registry.isServed,
    isWaiting: queue.isWaiting,
    held: queue.held,
    claimMs: deps.leaseMs,
    record: written.measured(own.record),
    publish: own.publish,
    ...(own.sharing === undefined ? {} : { sharing: own.sharing }),
  })
  const unfinished = createUnfinishedRuns({ ...deps, delayed, scheduler })
  const changes = createChangeFollower({
    ...deps,
    scheduler,
    unfinished,
    poolChanged: (before, after) => leaveLocations(deps, before, after),
    ...(own.changes === undefined ? {} : { sharing: own.changes }),
  })

  const ofSchedule = ({ source }: RunName) => source === 'SCHEDULER'
  queue.onTaken((runs) => {
    // Also of runs that agents have had since before this program started.
    for (const run of runs.filter(ofSchedule)) scheduler.opened(run)
  })
  queue.onClosed((runs) => {
    for (const run of runs.filter(ofSchedule)) scheduler.closed(run)
  })
  queue.onReturned((leases) => scheduler.returned(leases.filter(({ run }) => ofSchedule(run))))
  queue.onExpired((runs) => {
    const { isOwn = () => true } = own.changes ?? {}
    expired.push(...runs.filter((run) => !isTrialRun(run) && isOwn(run.checkNo)))
  })

  return {
    scheduler,
    delayed,
    unfinished,
    changes,

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

    /** The places that activated checks use. */
    assignedLocations(): ReadonlySet<string> {
      const assigned = new Set<string>()
      for (const { isActivated, pool } of scheduler.checks()) {
        if (isActivated) for (const { place } of pool) assigned.add(place)
      }
      return assigned
    },

    listenAnew: scheduler.listenAnew,
    checkCount: scheduler.size,
    droppedCount: (): number => droppedCount,
    dispatchFigures: written.figures,
  }
}
