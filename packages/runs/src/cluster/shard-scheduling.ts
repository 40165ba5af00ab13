import { setTimeout as delay } from 'node:timers/promises'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import {
  forgetLoggedChanges,
  type LoggedChange,
  recentCheckChanges,
} from '@sonde/store/cluster/check-change-log.ts'
import type { Dispatch } from '@sonde/store/cluster/dispatches.ts'
import { type HeldShard, shardCount } from '@sonde/store/cluster/shard-leases.ts'
import { lookAtShards } from '@sonde/store/cluster/shard-look.ts'
import { readProgress } from '@sonde/store/cluster/shard-progress.ts'
import { pendingRunsOf, runsWithResult, shardOf } from '@sonde/store/cluster/shard-runs.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { soonMs } from '@sonde/store/maintenance/maintenances.ts'
import { listLeftOutSlots } from '@sonde/store/runs/left-out-slots.ts'
import type { RunKey } from '@sonde/store/runs/left-out-slots.ts'
import type { PendingRun } from '@sonde/store/runs/pending-runs.ts'
import { matchesRun, type RunMatch } from '../queue/run-queue.ts'
import { fromPendingRun } from '../results/pending-run.ts'
import type { Run } from '../run.ts'
import type { Scheduling } from '../schedule/create-scheduling.ts'
import { loadChecks } from '../schedule/load-checks.ts'
import { newRun } from '../schedule/new-run.ts'
import { readStoredChecks } from '../schedule/stored-checks.ts'
import { type SchedulingDeps, wireScheduler } from '../schedule/wire-scheduler.ts'
import type { ClusterLeases, ShardKeeper } from './cluster-leases.ts'
import type { ClusterTimes } from './cluster-times.ts'
import { createKeptRuns, doubtedAt } from './kept-runs.ts'
import { createShardOutbox, forgottenMs, type ParcelPort } from './shard-outbox.ts'

export type ShardSchedulingDeps = SchedulingDeps & {
  serverId: string
  clusterTimes: ClusterTimes
  leases: Pick<ClusterLeases, 'epochOf' | 'isSure' | 'living'>
  parcels: ParcelPort
}

/** So long they are waited for by whoever asked. */
const answerMs = secondMs
/** A run that nobody has heard of for so long, and that waits for nothing, is over. */
const lostMs = 370 * secondMs
/** What was looked for so long ago was looked for in this turn of the loop. */
const sameTurnMs = secondMs / 2
/** There is a look every second, in the first turn of the loop after that. */
const lastLookMs = 2 * secondMs

export type ShardScheduling = Scheduling & {
  keeper: ShardKeeper
  fencedCount(): number
  unpublishedCount(): number
  /** Whether it was just looked, and there is none. */
  hasNo(what: 'maintenances' | 'reminders' | 'trialRuns' | 'exports'): boolean
  stop(): Promise<void>
}

/** The same as `createScheduling` for a server that has some of the shards, as the leases say. */
export function createShardScheduling(deps: ShardSchedulingDeps): ShardScheduling {
  const { store, clock, log, queue, registry, leases, serverId } = deps
  const db: Db = store.openConnections({
    name: 'sonde dispatch',
    most: 2,
    statementTimeoutMs: 4 * secondMs,
    // A server that stands still must not keep others from taking over.
    idleInTransactionTimeoutMs: 3 * secondMs,
    plansOnce: true,
  })
  const toBegin: HeldShard[] = []
  const begun = new Set<number>()
  const seenChanges = new Map<number, number>()
  const lookedAt = {
    all: -Infinity,
    again: -Infinity,
    doubted: -Infinity,
    overdue: -Infinity,
    forgot: -Infinity,
  }
  /** What the last look has not found. */
  const missing = {
    at: -Infinity,
    changes: false,
    maintenances: false,
    reminders: false,
    trialRuns: false,
    exports: false,
  }
  const outbox = createShardOutbox({
    db,
    serverId,
    clock,
    log,
    leases,
    parcels: deps.parcels,
    latestMs: deps.clusterTimes.latestMs,
    restore: restoreDispatch,
    onFenced: (shards) => void endShards(shards),
    onUndecided(shards) {
      void endShards(shards)
      for (const shard of shards) {
        const epoch = leases.epochOf(shard)
        if (epoch !== null) toBegin.push({ shard, epoch })
      }
    },
  })
  const { scheduler, unfinished, changes, ...wired } = wireScheduler(deps, {
    record: outbox.record,
    publish: async (runs, unwanted) => outbox.publish(runs, unwanted),
    sharing: { shardOf, latestMs: deps.clusterTimes.latestMs, findEnded },
    changes: { isOwn: (checkNo) => begun.has(shardOf(checkNo)), readChanges },
  })

  const kept = createKeptRuns({ ...deps, db, scheduler, unfinished, shards: () => [...begun] })

  async function endShards(shards: readonly number[]): Promise<void> {
    const ended = new Set(shards)
    toBegin.splice(0, toBegin.length, ...toBegin.filter(({ shard }) => !ended.has(shard)))
    for (const shard of shards) begun.delete(shard)
    await Promise.all(shards.map((shard) => scheduler.endShard(shard)))
  }

  /** One at a time: others that this server has go on meanwhile. */
  async function beginNext(): Promise<boolean> {
    const [next] = toBegin
    if (next === undefined) return false
    const { shard, epoch } = next
    // From here on changes are followed, so that none falls between reading and beginning.
    begun.add(shard)
    seenChanges.clear()
    const isHeld = () => leases.epochOf(shard) === epoch && begun.has(shard)
    try {
      await loadChecks(store, scheduler, shard)
      const leftOut = await listLeftOutSlots(store.read)
      const pending = await pendingRunsOf(store.read, [shard])
      const progress = (await readProgress(store.read, [shard])).get(shard)
      if (isHeld()) {
        scheduler.loadLeftOut(leftOut.filter(({ checkNo }) => shardOf(checkNo) === shard))
        for (const each of pending) openPending(each)
        openHeld(shard)
        const { dispatchedUntil = null, clockEra = 0 } = progress ?? {}
        scheduler.begin(dispatchedUntil, { clockEra, shard })
      } else {
        await scheduler.endShard(shard)
      }
    } catch (error) {
      await scheduler.endShard(shard)
      begun.delete(shard)
      throw error
    }
    const index = toBegin.indexOf(next)
    if (index >= 0) toBegin.splice(index, 1)
    return true
  }

  /** A check does not run where a retry of its run waits. */
  function openPending(pending: PendingRun): void {
    const run = fromPendingRun(pending)
    if (run.source === 'SCHEDULER') scheduler.opened(run)
  }

  /** Nor where an agent makes one: this server may have heard of that before the shard was its own. */
  function openHeld(shard: number): void {
    for (const run of queue.heldRuns()) {
      if (run.source === 'SCHEDULER' && shardOf(run.checkNo) === shard) scheduler.opened(run)
    }
  }

  async function restoreDispatch({ runs, slotAt, place }: Dispatch): Promise<Run[]> {
    const stored = await readStoredChecks(
      store.read,
      runs.map(({ checkNo }) => checkNo),
      registry.find,
    )
    const fresh = runs.flatMap(({ checkNo, origin, snapshot, occurrence }) => {
      const check = stored.get(checkNo)?.check
      if (check === undefined || !check.isActivated) return []
      return [
        newRun(
          check,
          { place, location: origin },
          { scheduledAt: slotAt, source: 'SCHEDULER', snapshot, occurrence },
        ),
      ]
    })
    return (await deps.restore(fresh)).filter((run) => run !== null)
  }

  /** With a result, or heard of last so long ago that nothing will come any more. */
  async function findEnded(runs: readonly { runId: string; key: RunKey }[]): Promise<ReadonlySet<string>> {
    const nameOf = ({ checkNo, scheduledAt, origin }: RunKey) => `${checkNo}/${scheduledAt}/${origin}`
    const finals = new Set(
      (
        await runsWithResult(
          store.read,
          runs.map(({ key }) => key),
        )
      ).map(nameOf),
    )
    const old = runs.filter(
      ({ runId, key }) =>
        clock.now() - key.scheduledAt > lostMs && !queue.isWaiting(runId) && queue.held(runId) === null,
    )
    const waiting =
      old.length === 0
        ? new Set<string>()
        : new Set(
            (await pendingRunsOf(store.read, [...new Set(old.map(({ key }) => shardOf(key.checkNo)))])).map(
              ({ runId }) => runId,
            ),
          )
    return new Set([
      ...runs.filter(({ key }) => finals.has(nameOf(key))).map(({ runId }) => runId),
      ...old.filter(({ runId }) => !waiting.has(runId)).map(({ runId }) => runId),
    ])
  }

  async function readChanges(isTold: boolean): Promise<LoggedChange[]> {
    if (!isTold && isMissing('changes')) return []
    const now = clock.now()
    const fresh = (await recentCheckChanges(store.read)).filter(({ no }) => !seenChanges.has(no))
    for (const { no } of fresh) seenChanges.set(no, now)
    for (const [no, at] of seenChanges) if (now - at > 3 * minuteMs) seenChanges.delete(no)
    return fresh
  }

  /** Whether the last look has not found any: that of this turn, unless told. */
  function isMissing(what: Exclude<keyof typeof missing, 'at'>, withinMs = sameTurnMs): boolean {
    return missing[what] && Math.abs(clock.now() - missing.at) < withinMs
  }

  /** One question for all that may have come up since the last second: mostly nothing has. */
  async function lookForMore(): Promise<void> {
    const at = clock.now()
    const found = await lookAtShards(db, {
      shards: [...begun],
      at,
      writers: leases.living().map(({ id }) => id),
      since: at - forgottenMs,
      soonAt: at + soonMs,
      doubted: doubtedAt(at),
    })
    missing.at = at
    missing.changes = !found.hasChanges
    missing.maintenances = !found.hasMaintenances
    missing.reminders = !found.hasReminders
    missing.trialRuns = !found.hasTrialRuns
    missing.exports = !found.hasExports
    if (found.hasDueRuns) await kept.publishDue()
    if (found.hasDoubtedRuns && isDue('doubted', 5 * secondMs)) await kept.publishDoubted()
    const mayHelp = begun.size > 0 && (found.hasDispatches || outbox.hasDoubtful())
    if (mayHelp && isDue('again', 2 * secondMs)) await outbox.publishAgain()
  }

  function isDue(what: keyof typeof lookedAt, everyMs: number): boolean {
    const now = clock.now()
    if (Math.abs(now - lookedAt[what]) < everyMs) return false
    lookedAt[what] = now
    return true
  }

  return {
    ...changes,
    ...wired,
    // What other servers have is loaded when it is this one's.
    load: async () => ({ checks: 0, pendingRuns: 0 }),
    async dispatch() {
      // Others may have the shards by now, and what is late is not lost: it is theirs, or this server's after a beat.
      if (!leases.isSure()) return
      await scheduler.tick()
      if (await beginNext()) {
        await scheduler.tick()
        deps.wake()
      }
      await unfinished.tryAgain()
      if (isDue('all', secondMs)) await lookForMore()
      if (isDue('overdue', minuteMs)) await kept.giveUpOverdue()
      if (isDue('forgot', 10 * minuteMs)) await forgetLoggedChanges(db)
      await outbox.flush()
    },
    nextAt: () => (toBegin.length > 0 ? clock.now() : (scheduler.nextAt() ?? Infinity)),
    // They are on the disk, where the owner of the check looks every second.
    retry: () => {},
    async publishSession(runs) {
      const asked = runs.map((run) => ({ run, dueAt: run.scheduledAt }))
      const sent = kept
        .publish(asked)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'runs of a session were not published yet: who has their check does it'),
        )
      // Who has the shard of their check publishes what is not known to be published.
      await Promise.race([sent, delay(answerMs)])
    },
    async cancel(match: RunMatch, reason: string) {
      const waiting = await queue.drop(match, 'keep')
      // Agents end those that they hold, and report them.
      const held = await queue.drop(match, 'cancel')
      const all = Array.from({ length: shardCount }, (_, shard) => shard)
      const onDisk = (await pendingRunsOf(store.read, all))
        .map(fromPendingRun)
        .filter((run) => matchesRun(match, run))
      const runs = new Map([...onDisk, ...held, ...waiting].map((run) => [run.runId, run]))
      await unfinished.giveUp([...runs.values()], 'cancelled', reason)
      deps.endAsCancelled(waiting)
    },
    // Nothing of it is in the memory of this program alone.
    keepWaiting: async () => {},
    keeper: {
      begin(shards) {
        toBegin.push(...shards)
        deps.wake()
      },
      end: endShards,
    },
    fencedCount: () => outbox.figures().fenced,
    hasNo: (what) => isMissing(what, lastLookMs),
    unpublishedCount: () => outbox.figures().unpublished,
    async stop() {
      await outbox.untilSent()
      await outbox.flush({ isForced: true })
      await db.destroy()
    },
  }
}
