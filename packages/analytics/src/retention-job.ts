import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '@sonde/ground/clock.ts'
import { dayMs, hourMs, secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { isStopped, repeatWork, type RepeatingWork } from '@sonde/ground/repeat-work.ts'
import { deleteOldAuditEntries } from '@sonde/store/audit-log/audit-log.ts'
import { readLatestProgress } from '@sonde/store/cluster/shard-progress.ts'
import { readCounter, setCounter } from '@sonde/store/engine/counters.ts'
import { deleteOldErrorGroups } from '@sonde/store/results/error-groups.ts'
import { deleteOldHeartbeatEvents } from '@sonde/store/heartbeats/heartbeat-events.ts'
import { deleteOldAlerts, deleteOldNotifications } from '@sonde/store/notifications/notification-retention.ts'
import {
  countMisplacedRows,
  dropMonthBefore,
  makeMonths,
  type MonthlyTable,
  monthlyTableNames,
  unsortedParts,
} from '@sonde/store/results/monthly-partitions.ts'
import {
  countMisplacedResults,
  deleteOldFromOtherPartition,
  dropPartitionBefore,
  makePartition,
  type PartitionHours,
} from '@sonde/store/results/result-partitions.ts'
import {
  deleteOldLocationEvents,
  deleteOldQueueSamples,
  deleteOldSessions,
  deleteOldestRows,
  deleteSupersededSnapshots,
  endOfTime,
  firstRemovedCheck,
  forgetRemovedCheck,
  highestSnapshottedCheck,
  nextCheckWithRows,
  type TablePart,
} from '@sonde/store/results/results-retention.ts'
import { splitByMonth, takeBackNearEnd } from '@sonde/store/results/split-by-month.ts'
import { deleteUnusedReferences } from '@sonde/store/result-details/reference-rows.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import { trialRunLifeMs } from '@sonde/store/runs/trial-runs.ts'
import {
  deleteOldestArtifacts,
  expireArtifacts,
  nextCheckWithArtifacts,
} from '@sonde/store/artifacts/artifact-retention.ts'
import { forgetGoldenFiles } from '@sonde/store/artifacts/golden-files.ts'
import { forgetOldCode } from '@sonde/store/variables/code-files.ts'
import { rawDeletedBefore } from './raw-horizon.ts'

export type RetentionJob = RepeatingWork & {
  /** Makes room for the results of today and the next two days, and for what is kept of months. Await it before the first run is stored. */
  prepare(): Promise<void>
  /** Deletes everything that is too old, in small steps. */
  runOnce(signal?: AbortSignal): Promise<void>
}

export type RetentionJobDeps = {
  store: Store
  clock: Clock
  log: Logger
  rawRetentionDays: number
  rollupRetentionDays: number
  /** For how many hours of results PostgreSQL gets a partition from now on; 24 unless told. */
  partitionHours?: PartitionHours
  /** Of types of files that are kept for less time than results. */
  fileKeptMs?: ReadonlyMap<string, number>
  /** Between two rounds; an hour unless told. */
  pauseMs?: number
}

const counterNames = { deletedAsOf: 'deleted_as_of' } as const
/** Whoever cannot make one has so long to do something about it. */
const partitionsAheadMs = 2 * dayMs
/** So that there is always one for the month after this one. */
const monthsAheadMs = 35 * dayMs
const queueSampleDays = 15
const locationEventDays = 30
const alertDays = 30
/** Results of a snapshot may be written a while after the next one was made, and stay till their day is over. */
const snapshotMarginMs = 2 * dayMs
/** How long one slice may keep the thread, and every other write, waiting. */
const sliceMs = 10
const checksPerSnapshotStep = 1_000
/** The first round of a day visits every check: not while a server starts, when everybody waits for it. */
const firstAfterMs = 30 * secondMs

export function createRetentionJob(deps: RetentionJobDeps): RetentionJob {
  const { store, clock, log, rawRetentionDays, rollupRetentionDays, pauseMs = hourMs } = deps
  let dailyWorkDoneOn = -1

  async function prepare(): Promise<void> {
    const now = clock.now()
    let at = now
    while (at <= now + partitionsAheadMs)
      at = await store.write((db) => makePartition(db, at, deps.partitionHours))
    if (store.engine !== 'postgres') return
    for (const table of monthlyTableNames)
      await store.write(async (db) => {
        await takeBackNearEnd(db, table, now)
        await makeMonths(db, table, { from: now, to: now + monthsAheadMs })
      })
  }

  /** Of a database from before there were partitions of months. */
  async function splitTables(signal?: AbortSignal): Promise<void> {
    for (const table of monthlyTableNames) {
      if (isStopped(signal)) return
      const now = clock.now()
      const splitting = await splitByMonth(store, table, { now, signal })
      if (splitting === 'is-split')
        await store.write((db) => makeMonths(db, table, { from: now, to: now + monthsAheadMs }))
      if (splitting === 'has-rows-ahead')
        log.warn(
          { table },
          'a table is not split into months: it has rows of a time that is far ahead, from a clock that was wrong',
        )
    }
  }

  /** They are written and read like others, but deleted row by row: somebody has to find out why there was no partition. */
  async function tellOfMisplaced(now: number): Promise<void> {
    const count = await countMisplacedResults(store.read, now - dayMs)
    if (count > 0)
      log.error(
        { count },
        'results of the last day have no partition of their own: it could not be made in time',
      )
    for (const table of monthlyTableNames) {
      const rows = await countMisplacedRows(store.read, table, now - dayMs)
      if (rows > 0)
        log.error(
          { table, count: rows },
          'rows of the last day have no partition of their own: it could not be made in time',
        )
    }
  }

  /**
   * A clock that was set years ahead must not delete history. So time passes for this job by a day at most
   * since the last slot that was run and since its own last round; a server that was off for long catches up
   * round by round. The slots alone prove nothing: the next of them follows the wrong clock at once.
   */
  async function believableNow(): Promise<number> {
    const { dispatchedUntil } = await readLatestProgress(store.read)
    const proofs = [dispatchedUntil, await readCounter(store.read, counterNames.deletedAsOf)]
    return Math.min(clock.now(), ...proofs.flatMap((at) => (at === null ? [] : [at + dayMs])))
  }

  async function runOnce(signal?: AbortSignal): Promise<void> {
    const now = await believableNow()
    await store.write((db) => setCounter(db, counterNames.deletedAsOf, now))
    const rawBefore = rawDeletedBefore(now, rawRetentionDays)
    await prepare()
    if (store.engine === 'postgres') {
      await untilDone(signal, (db) => dropPartitionBefore(db, rawBefore))
      await untilDone(signal, (db) => deleteOldFromOtherPartition(db, rawBefore))
      await splitTables(signal)
      await tellOfMisplaced(now)
    } else {
      await sweep({ table: 'results' }, rawBefore, signal)
    }
    await sweepRemovedChecks(now, signal)
    await sweepFiles(now, signal)
    await untilDone(signal, (db) => deleteOldSessions(db, rawBefore))
    await untilDone(signal, (db) => deleteOldHeartbeatEvents(db, rawBefore))
    await untilDone(signal, (db) => deleteOldQueueSamples(db, now - queueSampleDays * dayMs))
    await untilDone(signal, (db) => deleteOldLocationEvents(db, now - locationEventDays * dayMs))
    await untilDone(signal, (db) => deleteOldNotifications(db, now - alertDays * dayMs))
    await untilDone(signal, (db) => deleteOldAlerts(db, now - alertDays * dayMs))
    await store.write((db) => forgetOldCode(db, { now, before: now - dayMs }))
    await untilDone(signal, (db) => forgetGoldenFiles(db, { now, before: now - dayMs }))
    await untilDone(signal, (db) => deleteOldAuditEntries(db, now - rollupRetentionDays * dayMs))
    await doDailyWork(now, rawBefore, signal)
  }

  /** Visits every check for little: once a day is enough. */
  async function doDailyWork(now: number, rawBefore: number, signal?: AbortSignal): Promise<void> {
    const today = Math.floor(now / dayMs)
    if (today === dailyWorkDoneOn) return
    const rollupsBefore = now - rollupRetentionDays * dayMs
    await sweep({ table: 'result_assets' }, rawBefore, signal)
    await sweepOldFiles(now, rawBefore, signal)
    await dropOrSweep('result_error_groups', rawBefore, signal)
    await untilDone(signal, (db) => deleteOldErrorGroups(db, rawBefore))
    await dropOrSweep('hourly_runs', rawBefore, signal)
    await dropOrSweep('hourly_rollups', rollupsBefore, signal)
    await sweep({ table: 'daily_rollups' }, rollupsBefore, signal)
    const highest = await highestSnapshottedCheck(store.read)
    for (let after = -1; after < highest && !isStopped(signal); after += checksPerSnapshotStep) {
      const range = { after, upTo: after + checksPerSnapshotStep, before: rawBefore - snapshotMarginMs }
      await store.write((db) => deleteSupersededSnapshots(db, range))
      await store.write((db) => deleteUnusedReferences(db, range))
      await nextTurn()
    }
    if (!isStopped(signal)) dailyWorkDoneOn = today
  }

  /** Months go as a whole when the last of their rows is too old; what lies in none of them goes row by row. */
  async function dropOrSweep(table: MonthlyTable, before: number, signal?: AbortSignal): Promise<void> {
    await untilDone(signal, (db) => dropMonthBefore(db, table, before))
    for (const part of await unsortedParts(store.read, table)) await sweep({ table, part }, before, signal)
  }

  async function sweep(table: TablePart, before: number, signal?: AbortSignal): Promise<void> {
    let after = -1
    while (!isStopped(signal)) {
      const { withOldRows, lastSeen, isEnd } = await lookForOldRows(table, before, after)
      await deleteOldRows(table, before, withOldRows, signal)
      if (isEnd) return
      after = lastSeen
      await nextTurn()
    }
  }

  /** Every transaction costs a flush of the disk, so that each takes as many checks as fit into a slice. */
  async function deleteOldRows(
    table: TablePart,
    before: number,
    checkNos: readonly number[],
    signal?: AbortSignal,
  ): Promise<void> {
    let position = 0
    while (position < checkNos.length && !isStopped(signal)) {
      const waiting = checkNos.slice(position)
      position += await store.write(async (db) => {
        const endsAt = performance.now() + sliceMs
        let done = 0
        for (const checkNo of waiting) {
          const mayHaveMore = await deleteOldestRows(db, table, { checkNo, before })
          if (mayHaveMore) break
          done += 1
          if (performance.now() >= endsAt) break
        }
        return done
      })
      await nextTurn()
    }
  }

  /** Goes from check to check without reading their rows, for one slice of time. */
  async function lookForOldRows(table: TablePart, before: number, after: number) {
    const endsAt = performance.now() + sliceMs
    const withOldRows: number[] = []
    let lastSeen = after
    while (performance.now() < endsAt) {
      const next = await nextCheckWithRows(store.read, table, lastSeen)
      if (next === null) return { withOldRows, lastSeen, isEnd: true }
      lastSeen = next.checkNo
      if (next.oldestAt < before) withOldRows.push(next.checkNo)
    }
    return { withOldRows, lastSeen, isEnd: false }
  }

  async function sweepRemovedChecks(now: number, signal?: AbortSignal): Promise<void> {
    while (!isStopped(signal)) {
      const checkNo = await firstRemovedCheck(store.read)
      if (checkNo === null) return
      for (const table of [
        'results',
        'result_assets',
        'result_error_groups',
        'hourly_runs',
        'hourly_rollups',
        'daily_rollups',
      ] as const) {
        await untilDone(signal, (db) => deleteOldestRows(db, { table }, { checkNo, before: endOfTime }))
      }
      await untilDone(signal, (db) => deleteOldestArtifacts(db, { checkNo, before: endOfTime, now }))
      if (!isStopped(signal)) await store.write((db) => forgetRemovedCheck(db, checkNo))
    }
  }

  /** What is kept for less time than results: files of trial runs, and those of types that the operator has named. */
  async function sweepFiles(now: number, signal?: AbortSignal): Promise<void> {
    const before = now - trialRunLifeMs
    await untilDone(signal, (db) => deleteOldestArtifacts(db, { checkNo: 0, before, now }))
    for (const [type, keptMs] of deps.fileKeptMs ?? []) {
      await untilDone(signal, (db) => expireArtifacts(db, { type, before: now - keptMs, now }))
    }
  }

  /** The files go after their results: no row of theirs names a result that is there. */
  async function sweepOldFiles(now: number, before: number, signal?: AbortSignal): Promise<void> {
    let checkNo = 0
    while (!isStopped(signal)) {
      const next = await nextCheckWithArtifacts(store.read, checkNo)
      if (next === null) return
      checkNo = next.checkNo
      if (next.oldestAt >= before) continue
      await untilDone(signal, (db) => deleteOldestArtifacts(db, { checkNo, before, now }))
    }
  }

  /** One step in each transaction, and a turn for everybody else in between. */
  async function untilDone(
    signal: AbortSignal | undefined,
    step: (db: Db) => Promise<boolean>,
  ): Promise<void> {
    while (!isStopped(signal)) {
      const mayHaveMore = await store.write(step)
      if (!mayHaveMore) return
      await nextTurn()
    }
  }

  const name = 'deleting old results'
  return { prepare, runOnce, ...repeatWork({ name, pauseMs, firstAfterMs, log, work: runOnce }) }
}
