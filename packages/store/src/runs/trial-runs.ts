import { hourMs } from '@sonde/ground/durations.ts'
import { goldenFilesIn } from '@sonde/schema/check-types/browser/golden-files.ts'
import { bundleIn } from '@sonde/schema/check-types/suite/bundle-key.ts'
import { ownCode } from '@sonde/schema/checks/written-scripts.ts'
import type { TrialRunStatus } from '@sonde/schema/runs/trial-run.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import type { Db } from '../engine/database.ts'
import { storedEnd } from '../results/stored-verdicts.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { useBundleOfTrial } from '../artifacts/code-bundles.ts'
import { referToGoldenFiles } from '../artifacts/golden-files.ts'
import { keepCode } from '../variables/code-files.ts'
import {
  storedAttempts,
  storedResult,
  toTrialRun,
  type TrialResult,
  type TrialRunRow,
} from './trial-run-rows.ts'

type SessionFields = Pick<TrialRunRow, 'session' | 'attempt' | 'dueAt' | 'earlier' | 'end'>

/** A run that is being started; without a session unless it says so. */
export type NewTrialRun = Omit<TrialRunRow, 'log' | keyof SessionFields> &
  Partial<Pick<SessionFields, 'session' | 'end'>>

/** What the sealed part of a trial run is sealed for. */
export function trialRunSealContext(id: string): string {
  return `check_tries/${id}`
}

/** How long a trial run can be asked for. */
export const trialRunLifeMs = hourMs

export async function insertTrialRun(db: Db, row: NewTrialRun): Promise<void> {
  const { session = null, end = null } = row
  await db
    .insertInto('check_tries')
    .values({
      id: row.id,
      account_id: row.accountId,
      check_type: row.checkType,
      name: row.name,
      group_id: row.groupId,
      config: JSON.stringify(row.config),
      sealed_config: row.sealedConfig,
      sealed_secrets: row.sealedSecrets,
      place: row.place,
      location: row.location,
      status: row.status,
      waiting_for: row.waitingFor,
      created_at: row.createdAt,
      started_at: row.startedAt,
      ended_at: row.endedAt,
      reason: row.reason,
      result: row.result === null ? null : storedResult(row.result),
      session_id: session?.id ?? null,
      check_key: session?.checkKey ?? null,
      check_run_id: session?.checkRunId ?? null,
      source_file: session?.sourceFile ?? null,
      position: session?.position ?? null,
      retry: session === null || session.retry === null ? null : JSON.stringify(session.retry),
      run_end: end === null ? null : storedEnd(end),
    })
    .execute()
  const codes = ownCode(row.config)
  const goldenHashes = goldenFilesIn(row.config).map(({ sha256 }) => sha256)
  const { accountId, id, createdAt } = row
  const owner = { accountId, kind: 'trial' as const, id }
  if (codes.length > 0) await keepCode(db, owner, codes, createdAt)
  if (goldenHashes.length > 0) await referToGoldenFiles(db, owner, goldenHashes, createdAt)
  const bundle = bundleIn(row.config)
  if (bundle !== null) await useBundleOfTrial(db, owner, bundle.sha256, createdAt)
}

export async function findTrialRun(
  db: Db,
  key: { accountId: string; id: string },
): Promise<TrialRunRow | null> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  const row = await db
    .selectFrom('check_tries')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : toTrialRun(row)
}

const selectOpen = prepareQuery(
  (db, { limit }: { limit: number }) =>
    db
      .selectFrom('check_tries')
      .select(['id', 'place', 'session_id', 'attempt', 'due_at'])
      .where('ended_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit),
  { isPlannedOnce: true },
)

/** As much of an open trial run as says whether there is something to do. */
export type OpenTrialRun = {
  id: string
  place: string
  isOfSession: boolean
  attempt: number
  dueAt: number | null
}

/** Of every account, oldest first. */
export async function openTrialRuns(db: Db, limit: number): Promise<OpenTrialRun[]> {
  return (await selectOpen(db, { limit })).rows.map((row) => ({
    id: row.id,
    place: row.place,
    isOfSession: row.session_id !== null,
    attempt: row.attempt,
    dueAt: row.due_at,
  }))
}

export async function trialRunsById(db: Db, ids: readonly string[]): Promise<TrialRunRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('check_tries')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(toTrialRun)
}

export async function countOpenTrialRuns(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('check_tries')
    .select((builder) => builder.fn.countAll<number>().as('open'))
    .where('account_id', '=', accountId)
    .where('session_id', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.open)
}

/** An agent has it, or nobody has any more. False when it has ended. */
export async function moveTrialRun(
  db: Db,
  { id, ...to }: { id: string; status: TrialRunStatus; waitingFor: string | null; startedAt: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('check_tries')
    .set({ status: to.status, waiting_for: to.waitingFor, started_at: to.startedAt })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Once: what comes after the end changes nothing. False when it had ended before, or is gone. */
export async function endTrialRun(
  db: Db,
  {
    id,
    ...end
  }: {
    id: string
    status: TrialRunStatus
    startedAt: number | null
    endedAt: number
    reason: string | null
    result: TrialResult | null
    /** Absent: whatever attempt it was. */
    attempt?: number
    runEnd?: RunEnd
  },
): Promise<boolean> {
  const { attempt, runEnd } = end
  const { numUpdatedRows } = await db
    .updateTable('check_tries')
    .set({
      status: end.status,
      due_at: null,
      run_end: storedEnd(runEnd ?? end.result?.verdict ?? 'withheld'),
      response_time: end.result?.responseTime ?? null,
      waiting_for: null,
      started_at: end.startedAt,
      ended_at: end.endedAt,
      reason: end.reason,
      result: end.result === null ? null : storedResult(end.result),
      // Nobody needs the values of its variables any more, nor its passwords.
      sealed_config: null,
      sealed_secrets: null,
      // The result has it.
      log: null,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt ?? 0))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * What a run that was cancelled has left, such as its log: its agent tells it after the end. False: it was not cancelled, or has
 * left something before.
 */
export async function addCancelledResult(
  db: Db,
  { id, attempt, result }: { id: string; attempt: number; result: TrialResult },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('check_tries')
    .set({ result: storedResult({ ...result, verdict: 'cancelled', responseTime: null }) })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('run_end', '=', storedEnd('cancelled'))
    .where('result', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** One attempt has failed, and the next one is due. False when that is known, or it has ended. */
export async function retryTrialRun(
  db: Db,
  { id, attempt, dueAt, earlier }: Pick<TrialRunRow, 'id' | 'attempt' | 'earlier'> & { dueAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('check_tries')
    .set({
      status: 'QUEUED',
      waiting_for: null,
      attempt: attempt + 1,
      due_at: dueAt,
      earlier: storedAttempts(earlier),
      log: null,
      log_lines: 0,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('attempt', '=', attempt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function forgetTrialRunsBefore(db: Db, at: number): Promise<void> {
  await db.deleteFrom('check_tries').where('created_at', '<', at).where('session_id', 'is', null).execute()
}

/** Those of an account that have ended, but for the newest. */
export async function forgetOlderTrialRuns(
  db: Db,
  { accountId, kept }: { accountId: string; kept: number },
): Promise<void> {
  const old = await db
    .selectFrom('check_tries')
    .select('id')
    .where('account_id', '=', accountId)
    .where('session_id', 'is', null)
    .where('ended_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .offset(kept)
    // SQLite knows no offset without a limit.
    .limit(1_000)
    .execute()
  if (old.length === 0) return
  await db
    .deleteFrom('check_tries')
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute()
}
