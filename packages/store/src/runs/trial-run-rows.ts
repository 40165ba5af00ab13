import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { RetryPlan } from '@sonde/schema/checks/retry-plan.ts'
import type { RunLogLine } from '@sonde/schema/runs/run-log.ts'
import type { TrialRunStatus } from '@sonde/schema/runs/trial-run.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../engine/database.ts'
import { type JsonObject, parseJsonObject } from '../engine/json-column.ts'
import { endOf, storedEnd, type StoredEnd } from '../results/stored-verdicts.ts'

/** One run of a check that nobody has saved. */
export type TrialRunRow = {
  id: string
  accountId: string
  checkType: CheckType
  name: string
  groupId: number | null
  /** As its group lets it run. */
  config: JsonObject
  /** The values of its own variables, sealed. */
  sealedConfig: string | null
  /** As those of a saved check. */
  sealedSecrets: string | null
  place: string
  location: string
  status: TrialRunStatus
  waitingFor: string | null
  createdAt: number
  startedAt: number | null
  endedAt: number | null
  reason: string | null
  result: TrialResult | null
  /** What it has printed so far; empty when it has ended. */
  log: readonly RunLogLine[]
  /** Null: somebody tries one check. */
  session: SessionPart | null
  /** Number of the current attempt, or of the last. */
  attempt: number
  /** Of the next attempt, while it waits for its time. */
  dueAt: number | null
  /** What the attempts before this one found. */
  earlier: readonly EarlierAttempt[]
  /** How it ended; null: it has not, or it was made by a program that did not note it. */
  end: RunEnd | null
}

/** What a run of a test session has beyond others. */
export type SessionPart = {
  id: string
  /** What the code calls the check, or the id of the stored check. */
  checkKey: string
  checkRunId: string
  sourceFile: string | null
  /** Among the runs of its session. */
  position: number
  retry: RetryPlan | null
}

export type EarlierAttempt = { result: TrialResult; reason: string | null }

/** What the run found, without secrets. */
export type TrialResult = {
  verdict: RunEnd
  overMax: boolean | null
  responseTime: number | null
  scheduledAt: number
  startedAt: number
  durationMs: number
  createdAt: number
  detail: unknown
  isStandIn?: boolean | null
}

/** The guarantee behind the cast: a run of a type that nothing here can run has ended, and is read in lists only. */
function typeOf({ check_type: name }: Pick<Selectable<Database['check_tries']>, 'check_type'>): CheckType {
  return name as CheckType
}

export function toTrialRun(row: Selectable<Database['check_tries']>): TrialRunRow {
  return {
    id: row.id,
    accountId: row.account_id,
    checkType: typeOf(row),
    name: row.name,
    groupId: row.group_id,
    config: parseJsonObject(row.config),
    sealedConfig: row.sealed_config,
    sealedSecrets: row.sealed_secrets,
    place: row.place,
    location: row.location,
    status: row.status,
    waitingFor: row.waiting_for,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    reason: row.reason,
    result: row.result === null ? null : toResult(row.result),
    log: row.log === null ? [] : readLog(row.log),
    session:
      row.session_id === null
        ? null
        : {
            id: row.session_id,
            checkKey: row.check_key ?? '',
            checkRunId: row.check_run_id ?? '',
            sourceFile: row.source_file,
            position: row.position ?? 0,
            retry: row.retry === null ? null : readRetry(row.retry),
          },
    attempt: row.attempt,
    dueAt: row.due_at,
    earlier: row.earlier === null ? [] : readEarlier(row.earlier),
    end: row.run_end === null ? null : endOf(row.run_end),
  }
}

/** Safe because nothing but `addTrialRunLog` writes there. */
function readLog(text: string): RunLogLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunLogLine)
}

type StoredResult = Omit<TrialResult, 'verdict'> & { verdict: StoredEnd }
type StoredAttempt = { result: StoredResult; reason: string | null }

function storedForm(result: TrialResult): StoredResult {
  return { ...result, verdict: storedEnd(result.verdict) }
}

export function storedResult(result: TrialResult): string {
  return JSON.stringify(storedForm(result))
}

/** Safe because nothing but `storedResult` writes there. */
function toResult(text: string): TrialResult {
  const stored = JSON.parse(text) as StoredResult
  return { ...stored, verdict: endOf(stored.verdict) }
}

export function storedAttempts(attempts: readonly EarlierAttempt[]): string {
  return JSON.stringify(
    attempts.map(({ result, reason }) => ({ result: storedForm(result), reason }) satisfies StoredAttempt),
  )
}

/** Safe because nothing but `storedAttempts` writes there. */
function readEarlier(text: string): EarlierAttempt[] {
  const stored = JSON.parse(text) as StoredAttempt[]
  return stored.map(({ result, reason }) => ({
    result: { ...result, verdict: endOf(result.verdict) },
    reason,
  }))
}

/** Safe because nothing but `insertTrialRun` writes there. */
function readRetry(text: string): RetryPlan {
  return JSON.parse(text) as RetryPlan
}
