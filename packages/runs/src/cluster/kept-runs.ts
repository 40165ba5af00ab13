import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import {
  duePendingRuns,
  markPublished,
  overduePendingRuns,
  pendingRunsPublished,
} from '@sonde/store/cluster/shard-runs.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import type { PendingRun } from '@sonde/store/runs/pending-runs.ts'
import { parcelIdOf } from '../queue/parcels.ts'
import { expiredReason, type ParcelOutcome, type QueueWatcher } from '../queue/run-queue.ts'
import { fromPendingRun } from '../results/pending-run.ts'
import { isTooLateFor } from '../results/retry.ts'
import type { Run, TicketedRun } from '../run.ts'
import type { Scheduler } from '../schedule/scheduler.ts'
import type { UnfinishedRuns } from '../schedule/unfinished-runs.ts'
import type { ParcelPort } from './shard-outbox.ts'

/** Whoever asked for a session publishes its runs; after this long somebody else does. */
const askerMs = 2 * secondMs
/** Far longer than any agent holds a run of the line. */
const longestHoldMs = { uptime: 5 * minuteMs, script: 10 * minuteMs, main: 40 * minuteMs } as const
const pendingAtOnce = 500
/**
 * How long ago a run was published that is published once more, by the same name, in case NATS has lost it with its stream:
 * the name of one that it has, or that somebody has taken since, is known there for two minutes.
 */
const doubtedMs = { least: 90 * secondMs, most: 100 * secondMs } as const

/** When those were published that are in doubt. */
export function doubtedAt(now: number): { from: number; to: number } {
  return { from: now - doubtedMs.most, to: now - doubtedMs.least }
}

/** Runs that are on the disk until they have their result: retries, and those that somebody asked for. */
export function createKeptRuns(deps: {
  store: Pick<Store, 'read'>
  db: Db
  clock: Clock
  log: Logger
  queue: Pick<QueueWatcher, 'held'>
  parcels: ParcelPort
  scheduler: Pick<Scheduler, 'find' | 'opened'>
  unfinished: Pick<UnfinishedRuns, 'giveUp'>
  restore(runs: readonly TicketedRun[]): Promise<readonly (Run | null)[]>
  expiryMs: number
  /** Those that this server has. */
  shards(): readonly number[]
}) {
  const { store, db, clock, log, queue, scheduler, unfinished } = deps
  /** On their way to the queue. */
  const beingPublished = new Set<string>()

  /**
   * Each by itself: who publishes it again gives it the same name. What is not known to be in the queue is published again
   * by whoever has its check.
   */
  async function publish(
    kept: readonly { run: Run; dueAt: number }[],
    isNoted: (outcome: ParcelOutcome) => boolean = (outcome) => outcome !== 'failed',
  ): Promise<void> {
    for (const { run } of kept) beingPublished.add(run.runId)
    try {
      const outcomes = await deps.parcels.publish(
        kept.map(({ run }) => ({ id: parcelIdOf([run]), runs: [run] })),
      )
      const published = kept.filter((_, index) => isNoted(outcomes[index] ?? 'failed'))
      await markPublished(
        db,
        published.map(({ run, dueAt }) => ({ runId: run.runId, dueAt })),
        clock.now(),
      )
    } finally {
      for (const { run } of kept) beingPublished.delete(run.runId)
    }
  }

  /** Other slots do not wait for a queue that is slow. */
  function publishLater(
    ready: readonly { pending: PendingRun; run: Run }[],
    ...rest: [isNoted?: (outcome: ParcelOutcome) => boolean]
  ): void {
    if (ready.length === 0) return
    const kept = ready.map(({ pending, run }) => ({ run, dueAt: pending.dueAt }))
    void publish(kept, ...rest).catch((error: unknown) =>
      log.warn({ err: error }, 'retries were not published yet; retrying'),
    )
  }

  async function restored<Kept extends { run: TicketedRun }>(kept: readonly Kept[]) {
    const runs = await deps.restore(kept.map(({ run }) => run))
    return kept.map((entry, index) => ({ ...entry, whole: runs[index] ?? null }))
  }

  return {
    publish,

    /** Retries whose time has come, and runs of sessions whose server did not live to publish them. */
    async publishDue(): Promise<void> {
      const shards = deps.shards()
      if (shards.length === 0) return
      const now = clock.now()
      const due = (await duePendingRuns(store.read, { shards, at: now, limit: pendingAtOnce }))
        .filter(({ runId }) => !beingPublished.has(runId))
        .map((pending) => ({ pending, run: fromPendingRun(pending) }))
        .filter(({ pending, run }) => run.attempt > 1 || now - pending.dueAt >= askerMs)
      if (due.length === 0) return
      const late: TicketedRun[] = []
      const ready: { pending: PendingRun; run: Run }[] = []
      for (const { pending, run, whole } of await restored(due)) {
        const isOff = run.source === 'SCHEDULER' && scheduler.find(run.checkId)?.isActivated === false
        const isOld = isTooLateFor(run, now) || (run.attempt === 1 && now - pending.dueAt >= deps.expiryMs)
        if (whole === null || isOff || isOld) late.push(run)
        else ready.push({ pending, run: whole })
      }
      for (const { run } of ready) if (run.source === 'SCHEDULER') scheduler.opened(run)
      publishLater(ready)
      if (late.length > 0) await unfinished.giveUp(late, 'dropped', 'Nobody could make the run in time')
    },

    /** Those that should have been taken by now: nobody else knows of them when their stream was lost. */
    async publishDoubted(): Promise<void> {
      const now = clock.now()
      const doubted = (await pendingRunsPublished(store.read, { shards: deps.shards(), ...doubtedAt(now) }))
        .filter(({ runId }) => !beingPublished.has(runId) && queue.held(runId) === null)
        .map((pending) => ({ pending, run: fromPendingRun(pending) }))
        .filter(({ run }) => !isTooLateFor(run, now))
      const ready = (await restored(doubted)).flatMap(({ pending, whole }) =>
        whole === null ? [] : [{ pending, run: whole }],
      )
      // One that is there is not looked at again: its name would be forgotten by then.
      publishLater(ready, (outcome) => outcome === 'new')
    },

    async giveUpOverdue(): Promise<void> {
      const now = clock.now()
      const publishedBefore = now - deps.expiryMs - longestHoldMs.uptime
      const overdue = await overduePendingRuns(store.read, { shards: deps.shards(), publishedBefore })
      const runs = overdue
        .map((pending) => ({ run: fromPendingRun(pending), publishedAt: pending.publishedAt }))
        .filter(({ run, publishedAt }) => now - publishedAt > deps.expiryMs + longestHoldMs[run.queue])
        .map(({ run }) => run)
      if (runs.length > 0) await unfinished.giveUp(runs, 'dropped', expiredReason)
    },
  }
}
