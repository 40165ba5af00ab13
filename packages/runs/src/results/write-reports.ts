import type { AlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import { isCounted } from '@sonde/schema/runs/run-source.ts'
import { type CheckState, lockStates } from '@sonde/store/checks/check-states.ts'
import { isSqlite } from '@sonde/store/engine/engine-of.ts'
import { rowsPerStatement } from '@sonde/store/engine/statement-limits.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import {
  readableDetails,
  writeReferences,
  type WrittenReferences,
} from '@sonde/store/result-details/detail-packer.ts'
import { joinErrorGroups } from '@sonde/store/results/error-groups.ts'
import { insertLongTexts } from '@sonde/store/results/long-texts.ts'
import { insertResults, type ResultRow } from '@sonde/store/results/results.ts'
import { type PlainResults, writePlainResults } from '@sonde/store/results/write-results.ts'
import { endSessionRuns, type SessionRunEnd } from '@sonde/store/runs/check-sessions.ts'
import { reopenHours } from '@sonde/store/runs/due-runs.ts'
import { deletePendingRuns, upsertPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import { type EndedRun, queueForExport } from '@sonde/store/traces/trace-outbox.ts'
import { errorEventsOf } from '../error-groups/error-events.ts'
import type { FindPrivateLocation } from '../schedule/location-pool.ts'
import { applyFinals, type FinalAttempt } from './apply-finals.ts'
import { checkNewsOf } from './check-news.ts'
import { currentFacts, type CurrentFacts } from './current-facts.ts'
import { hourKeyOf, isHourAwaited } from './hour-of-result.ts'
import { type MeasuredReport, resultRowOf } from './measured-report.ts'
import { toPendingRun } from './pending-run.ts'
import { mayRetryElsewhere, planRetry, type RetryPorts } from './plan-retry.ts'
import type { PlannedRetry, Report, StoredReport } from './report.ts'
import { writeStates } from './write-states.ts'

export type WritePorts = RetryPorts & { alerts: AlertIntake; find: FindPrivateLocation }

type Attempt = {
  measured: MeasuredReport
  current: CurrentFacts
  row: ResultRow
  retry: PlannedRetry | null
}

/**
 * Inside a write: results, the states of their checks, retries, the ends of sessions, alerts. In the order of the reports;
 * a check that was deleted while it ran leaves nothing behind (null). With them the references that later details are
 * packed with.
 */
export async function writeReports(
  db: Db,
  reports: readonly MeasuredReport[],
  { now, exporting, ports }: { now: number; exporting: ReadonlySet<string>; ports: WritePorts },
): Promise<{ stored: (StoredReport | null)[]; references: WrittenReferences }> {
  const states = await lockStates(
    db,
    reports.map(({ report }) => report.run.checkNo),
  )
  const elsewhere = new Set(reports.filter(mayRetryElsewhere).map(({ report }) => report.run))
  const facts = await currentFacts(
    db,
    reports.map(({ report }) => report.run),
    { states, needsPool: (run) => elsewhere.has(run), find: ports.find },
  )
  const details = await readableDetails(
    db,
    reports.map(({ packed }) => packed),
  )
  const attempts = reports.map((measured, index): Attempt | null => {
    const [current, detail] = [facts[index] ?? null, details[index]]
    if (current === null || detail === undefined) return null
    return attemptOf(measured, current, { detail, now, ports })
  })
  const present = attempts.filter((attempt) => attempt !== null)
  const rows = present.map(({ row }) => row)
  const plain = plainResultsOf(db, present, { states, alerts: ports.alerts, now })
  const isNew = plain === null ? await insertResults(db, rows) : await writePlainResults(db, plain)
  const areStatesWritten = plain !== null && isNew.every(Boolean)
  const fresh = present.filter((_, index) => isNew[index] === true)
  for (const { measured, row } of fresh) {
    if (measured.longTexts !== null) await insertLongTexts(db, row, measured.longTexts, now)
  }
  const finals = fresh.filter(({ row }) => row.isFinal)
  const countedFinals = finals.filter(({ row }) => isCounted(row.source)).map(finalOf)
  if (countedFinals.length > 0 && !areStatesWritten) {
    await writeStates(db, ports.alerts, { states, ...applyFinals(states, countedFinals, now), now })
  }
  await queueForExport(
    db,
    finals.map(({ measured: { report }, row }) => endedRunOf(report, row)),
    exporting,
  )
  await joinErrorGroups(
    db,
    fresh.flatMap(({ measured, row }) => errorEventsOf(measured, row, now)),
  )
  await writePending(db, fresh)
  await endSessionRuns(db, fresh.flatMap(sessionRunEndOf), now)
  await reopenHours(
    db,
    finals.filter(({ row }) => !isHourAwaited(row, now)).map(({ row }) => hourKeyOf(row)),
  )
  const references = await writeReferences(
    db,
    fresh.map(({ measured }) => measured.packed),
  )
  const newOnes = new Set(fresh)
  const stored = attempts.map((attempt) =>
    attempt === null
      ? null
      : {
          run: attempt.measured.report.run,
          verdict: attempt.measured.verdict,
          isNew: newOnes.has(attempt),
          isCurrent: attempt.current.isCurrent,
          retry: attempt.retry,
        },
  )
  return { stored, references }
}

function attemptOf(
  measured: MeasuredReport,
  current: CurrentFacts,
  { detail, now, ports }: { detail: Uint8Array; now: number; ports: RetryPorts },
): Attempt {
  const retry = planRetry(measured, { facts: current.facts, now, ports })
  return { measured, current, row: resultRowOf(measured, { detail, isFinal: retry === null, now }), retry }
}

function finalOf({ measured, current: { facts }, row }: Attempt): FinalAttempt {
  const { report, kind, detail, completedAt } = measured
  const { ageMs } = report.result
  const statusText = kind.statusTextOf?.(detail) ?? null
  return { run: report.run, row, facts, statusText, ageMs, sentAgeMs: ageMs, completedAt }
}

/**
 * What is written if all of these are new; null where that may be more than a statement takes, or than states and news. On
 * SQLite a statement costs less than to find that out.
 */
function plainResultsOf(
  db: Db,
  attempts: readonly Attempt[],
  { states, alerts, now }: { states: ReadonlyMap<number, CheckState>; alerts: AlertIntake; now: number },
): PlainResults | null {
  if (isSqlite(db) || attempts.length > rowsPerStatement) return null
  const finals = attempts.filter(({ row }) => row.isFinal && isCounted(row.source)).map(finalOf)
  if (finals.length === 0) return null
  const { changedStates, finished } = applyFinals(states, finals, now)
  if (!alerts.isQuiet(finished, states)) return null
  const changed = [...changedStates.values()]
  if (changed.some(({ no, status }) => status !== states.get(no)?.status)) return null
  const news = checkNewsOf({ states, changedStates, finished })
  return { rows: attempts.map(({ row }) => row), states: changed, news, at: now }
}

/** Field by field: few accounts export anything, and the copy of a whole run would be for nothing. */
function endedRunOf({ run }: Report, { reason }: ResultRow): EndedRun {
  const { accountId, checkNo, checkId, scheduledAt, origin, sessionId } = run
  return {
    accountId,
    checkNo,
    checkId,
    scheduledAt,
    origin,
    sessionId,
    error: reason,
  }
}

async function writePending(db: Db, fresh: readonly Attempt[]): Promise<void> {
  await upsertPendingRuns(
    db,
    fresh.flatMap(({ retry }) => (retry === null ? [] : [toPendingRun(retry.run, retry.dueAt)])),
  )
  // Scheduled first attempts were never written down as pending.
  await deletePendingRuns(
    db,
    fresh.flatMap(({ measured, retry }) => {
      const { run } = measured.report
      return retry === null && (run.attempt > 1 || run.source !== 'SCHEDULER') ? [run.runId] : []
    }),
  )
}

function sessionRunEndOf({ measured, row, retry }: Attempt): SessionRunEnd[] {
  const { sessionId, runId } = measured.report.run
  if (sessionId === null || retry !== null) return []
  return [{ sessionId, runId, state: row.verdict, reason: row.reason }]
}
