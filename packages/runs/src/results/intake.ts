import { isDeepStrictEqual } from 'node:util'
import type { AlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import type { FinishedRun } from '@sonde/alerting/raise/finished-run.ts'
import { metricValuesIn, statusCodeIn } from '@sonde/schema/check-types/check-metrics.ts'
import type { RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { isCounted } from '@sonde/schema/runs/run-source.ts'
import { cancelledRuns, endSessionRun } from '@sonde/store/runs/check-sessions.ts'
import type { SessionRunState } from '@sonde/store/runs/session-run-state.ts'
import { findSnapshot } from '@sonde/store/checks/check-snapshots.ts'
import {
  type CheckState,
  lockStates,
  setCheckStatus,
  updateStates,
} from '@sonde/store/checks/check-states.ts'
import { reopenHours } from '@sonde/store/runs/due-runs.ts'
import { type ErrorEvent, joinErrorGroups } from '@sonde/store/results/error-groups.ts'
import { noteCheckNews } from '@sonde/store/live/live-changes.ts'
import { deletePendingRuns, upsertPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import { decodeDetail, encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { insertResults, makeFinal, type ResultRow, type StoredVerdict } from '@sonde/store/results/results.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import { queueForExport } from '@sonde/store/traces/trace-outbox.ts'
import { errorEventsOf } from '../error-groups/error-events.ts'
import type { Run, TicketedRun } from '../run.ts'
import type { ScheduledCheck } from '../schedule/scheduled-check.ts'
import { createExportingAccounts } from '../trace-export/exporting-accounts.ts'
import { inPool, type StatePool, stateAfter } from './check-state.ts'
import { errorIn, finishedRun, goneRun } from './finished-run.ts'
import { hourKeyOf, isHourAwaited } from './hour-of-result.ts'
import { toPendingRun } from './pending-run.ts'
import { createResultNumbers } from './result-numbers.ts'
import { storable } from './storable-text.ts'
import { storedVerdict } from './stored-verdict.ts'
import { datesOf } from './result-dates.ts'
import { type FailedAttempt, isTooLateFor, nextAttemptAt, placeOfRetry } from './retry.ts'
import { writeStates } from './write-states.ts'

/** A result as it came in. `sentAt` is the agent's clock when it sent it. */
export type Report = { run: TicketedRun; result: RunResult; sentAt: number }

/** What became of a report: nothing, when its check is gone or the result was there already. */
export type Settled = {
  run: TicketedRun
  check: ScheduledCheck
  verdict: StoredVerdict
  isNew: boolean
  retry: { run: Run; dueAt: number } | null
}

export type Intake = {
  /** On the disk when it resolves: results, states, retries and sessions, in one transaction. */
  take(reports: readonly Report[]): Promise<(Settled | null)[]>
  /** The retry that was planned will not be made: the attempt before it was the last, and counts. */
  finalizeLast(run: TicketedRun): Promise<void>
  /** These runs will never say anything: what they were begun together with is judged without them. */
  gone(runs: readonly TicketedRun[]): Promise<void>
  /** Locations that a check has left have no say in its status any more. */
  poolChanged(before: ScheduledCheck, after: ScheduledCheck): Promise<void>
}

export type IntakeDeps = {
  store: Store
  clock: Clock
  alerts: AlertIntake
  findCheck(checkId: string): ScheduledCheck | undefined
  isServed(place: string): boolean
  random(): number
}

type Prepared = {
  report: Report
  check: ScheduledCheck
  config: unknown
  row: ResultRow
  errors: readonly ErrorEvent[]
  retry: { run: Run; dueAt: number } | null
  completedAt: number
}

export function createIntake(deps: IntakeDeps): Intake {
  const { store, clock } = deps
  const numbersFor = createResultNumbers(store)
  const exportingAccounts = createExportingAccounts({ store, clock })

  /** The configuration that the run was made with; runs carry only its number through a restart. */
  async function configOf(run: TicketedRun, check: ScheduledCheck): Promise<unknown> {
    if (run.snapshot === check.snapshot) return check.config
    const snapshot = await findSnapshot(store.read, { checkNo: run.checkNo, snapshot: run.snapshot })
    return snapshot?.config ?? check.config
  }

  function prepare(
    report: Report,
    {
      check,
      config,
      isCancelled,
      checkRunId,
      now,
    }: { check: ScheduledCheck; config: unknown; isCancelled: boolean; checkRunId: number; now: number },
  ): Prepared {
    const { run, result } = report
    // Its agent had finished before it heard that nobody wants to know any more.
    const verdict = isCancelled ? 'cancelled' : storedVerdict(result.verdict)
    // An agent that could not even begin has nothing to show.
    const detail = result.detail ?? check.kind.detailOfError(config, result.verdict.reason ?? 'not run')
    const { startedAt, completedAt } = datesOf(report, now)
    const firstStartedAt = run.firstStartedAt ?? startedAt
    const retry =
      verdict === 'failed' && check.isActivated
        ? planRetry(run, check, config, {
            attempt: run.attempt,
            isNetworkError: result.verdict.isNetworkError,
            firstStartedAt,
            endedAt: completedAt,
            now,
          })
        : null
    const row: ResultRow = {
      checkNo: run.checkNo,
      checkType: check.checkType,
      scheduledAt: run.scheduledAt,
      origin: run.origin,
      attempt: run.attempt,
      isFinal: retry === null,
      verdict,
      overMax: result.verdict.overMaxResponseTime,
      source: run.source,
      snapshot: run.snapshot,
      location: run.location,
      startedAt,
      durationMs: result.durationMs,
      createdAt: now,
      checkRunId,
      responseTime: result.verdict.responseTime,
      statusCode: statusCodeIn(check.checkType, detail),
      metrics: metricValuesIn(check.checkType, detail),
      detail: encodeDetail(check.checkType, detail, config),
    }
    const errors = errorEventsOf({ check, row, detail, reason: result.verdict.reason }, now)
    return { report, check, config, row, errors, retry, completedAt }
  }

  function planRetry(
    run: TicketedRun,
    check: ScheduledCheck,
    config: unknown,
    failed: FailedAttempt,
  ): { run: Run; dueAt: number } | null {
    const dueAt = nextAttemptAt(run.retry, failed)
    if (dueAt === null || run.retry === null || isTooLateFor(run, Math.max(dueAt, failed.now))) return null
    const tried = [...run.tried, run.location]
    const place = placeOfRetry(run.retry, { ...run, tried, isParallel: check.isParallel }, check.pool, deps)
    const { firstStartedAt } = failed
    return { run: { ...run, ...place, attempt: run.attempt + 1, firstStartedAt, tried, config }, dueAt }
  }

  async function write(
    db: Db,
    prepared: readonly Prepared[],
    { now, exporting }: { now: number; exporting: ReadonlySet<string> },
  ): Promise<boolean[]> {
    const isNew = await insertResults(
      db,
      prepared.map(({ row }) => row),
    )
    const fresh = prepared.filter((_, index) => isNew[index] === true)
    await applyFinals(
      db,
      fresh.filter(({ row }) => row.isFinal && isCounted(row.source)),
      now,
    )
    await queueForExport(
      db,
      fresh
        .filter(({ row }) => row.isFinal)
        .map(({ report: { run, result } }) => ({ ...run, error: storable(result.verdict.reason) })),
      exporting,
    )
    await joinErrorGroups(
      db,
      fresh.flatMap(({ errors }) => errors),
    )
    await upsertPendingRuns(
      db,
      fresh.flatMap(({ retry }) => (retry === null ? [] : [toPendingRun(retry.run, retry.dueAt)])),
    )
    // Scheduled first attempts were never written down as pending.
    await deletePendingRuns(
      db,
      fresh.flatMap(({ report: { run }, retry }) =>
        retry === null && (run.attempt > 1 || run.source !== 'SCHEDULER') ? [run.runId] : [],
      ),
    )
    for (const { report, row, retry } of fresh) {
      const { sessionId, runId } = report.run
      if (sessionId === null || retry !== null) continue
      const state = sessionStates[row.verdict]
      await endSessionRun(db, {
        sessionId,
        runId,
        state,
        reason: storable(report.result.verdict.reason),
        at: now,
      })
    }
    await reopenHours(
      db,
      fresh.filter(({ row }) => row.isFinal && !isHourAwaited(row, now)).map(({ row }) => hourKeyOf(row)),
    )
    return isNew
  }

  async function applyFinals(db: Db, finals: readonly Prepared[], now: number): Promise<void> {
    if (finals.length === 0) return
    const states = await lockStates(
      db,
      finals.map(({ row }) => row.checkNo),
    )
    const changed = new Map<number, CheckState>()
    const finished: FinishedRun[] = []
    for (const { report, row, check, completedAt } of finals) {
      const before = changed.get(row.checkNo) ?? states.get(row.checkNo)
      if (before === undefined) continue
      finished.push(
        finishedRun(row, {
          run: report.run,
          isParallel: check.isParallel,
          verdicts: before.verdicts,
          reason: storable(report.result.verdict.reason),
          ageMs: report.result.ageMs,
          completedAt,
          lastCompletedAt: before.completedAt,
          judgedAt: now,
        }),
      )
      const after = stateAfter(
        before,
        {
          verdict: row.verdict,
          location: row.location,
          checkRunId: row.checkRunId,
          responseTime: row.responseTime,
          ageMs: report.result.ageMs,
          completedAt,
          receivedAt: now,
        },
        poolOf(check),
      )
      if (after === before) continue
      changed.set(row.checkNo, after)
    }
    await writeStates(db, deps.alerts, { states, changed, finished, now })
  }

  async function setState(db: Db, before: CheckState, after: CheckState): Promise<void> {
    await updateStates(db, [after])
    if (after.status === null || after.status === before.status) return
    await setCheckStatus(db, [after.checkId], after.status)
    const { no: checkNo, status, completedAt } = after
    await noteCheckNews(db, [{ checkNo, status, statusSince: completedAt, lastResult: null }], clock.now())
  }

  return {
    async finalizeLast(run) {
      const now = clock.now()
      const check = deps.findCheck(run.checkId)
      const config = check === undefined ? null : await configOf(run, check)
      const exporting = await exportingAccounts()
      await store.write(async (db) => {
        const row = await makeFinal(db, { ...run, attempt: run.attempt - 1 })
        if (row === null) return
        await reopenHours(db, [hourKeyOf(row)])
        // Of a check that is gone nothing is told, and its results cannot be read without its configuration.
        if (check !== undefined) {
          const error = errorIn(decodeDetail(row.detail, row, config))
          await queueForExport(db, [{ ...run, error }], exporting)
        }
        const states = await lockStates(db, [row.checkNo])
        const before = states.get(row.checkNo)
        if (before === undefined || check === undefined || !isCounted(row.source)) return
        const completedAt = Math.round(row.startedAt + row.durationMs)
        const { verdict, location, checkRunId, responseTime } = row
        const result = { verdict, location, checkRunId, responseTime, completedAt, receivedAt: now }
        const ageMs = now - completedAt
        const after = stateAfter(before, { ...result, ageMs }, poolOf(check))
        const finished = finishedRun(row, {
          run,
          isParallel: check.isParallel,
          verdicts: before.verdicts,
          reason: errorIn(decodeDetail(row.detail, row, config)),
          // It was here in time: only the decision that it was the last attempt comes late.
          ageMs: Math.max(0, row.createdAt - completedAt),
          completedAt,
          lastCompletedAt: before.completedAt,
          judgedAt: now,
        })
        await writeStates(db, deps.alerts, {
          states,
          changed: new Map(after === before ? [] : [[row.checkNo, after]]),
          finished: [finished],
          now,
        })
      })
      deps.alerts.written()
    },

    async gone(runs) {
      const counted = runs.filter((run) => (run.occurrence ?? null) !== null && isCounted(run.source))
      if (counted.length === 0) return
      const now = clock.now()
      await store.write(async (db) => {
        const states = await lockStates(
          db,
          counted.map(({ checkNo }) => checkNo),
        )
        const finished = counted.map((run) =>
          goneRun(run, {
            isParallel: deps.findCheck(run.checkId)?.isParallel === true,
            verdicts: states.get(run.checkNo)?.verdicts ?? {},
            lastCompletedAt: states.get(run.checkNo)?.completedAt ?? null,
            now,
          }),
        )
        await writeStates(db, deps.alerts, { states, changed: new Map(), finished, now })
      })
      deps.alerts.written()
    },

    async poolChanged(before, after) {
      const [had, has] = [poolOf(before), poolOf(after)]
      if (!has.isParallel || isDeepStrictEqual(had, has)) return
      await store.write(async (db) => {
        const state = (await lockStates(db, [after.no])).get(after.no)
        if (state !== undefined) await setState(db, state, inPool(state, has))
      })
    },

    async take(reports) {
      const now = clock.now()
      const known = await Promise.all(
        reports.map(async (report) => {
          const check = deps.findCheck(report.run.checkId)
          // A check that was deleted while it ran leaves nothing behind.
          if (check === undefined || check.no !== report.run.checkNo) return null
          return { report, check, config: await configOf(report.run, check) }
        }),
      )
      const cancelled = await cancelledRuns(
        store.read,
        reports.flatMap(({ run }) => (run.sessionId === null ? [] : [run.runId])),
      )
      const numbers = await numbersFor(reports.length)
      const prepared = known.map((entry, index) =>
        entry === null
          ? null
          : prepare(entry.report, {
              ...entry,
              isCancelled: cancelled.has(entry.report.run.runId),
              checkRunId: numbers[index] ?? 0,
              now,
            }),
      )
      const present = prepared.filter((entry) => entry !== null)
      const exporting = await exportingAccounts()
      const isNew = await store.write((db) => write(db, present, { now, exporting }))
      deps.alerts.written()
      const newness = new Map(present.map((entry, index) => [entry, isNew[index] === true]))
      return prepared.map((entry) =>
        entry === null
          ? null
          : {
              run: entry.report.run,
              check: entry.check,
              verdict: entry.row.verdict,
              isNew: newness.get(entry) === true,
              retry: entry.retry,
            },
      )
    },
  }
}

const sessionStates: Readonly<Record<StoredVerdict, SessionRunState>> = {
  passed: 'passed',
  degraded: 'degraded',
  failed: 'failed',
  error: 'error',
  cancelled: 'cancelled',
}

function poolOf({ isParallel, pool }: ScheduledCheck): StatePool {
  return { isParallel, locations: pool.map(({ location }) => location) }
}
