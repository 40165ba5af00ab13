import type { CheckTypeName } from '@sonde/schema/check-types/check-type.ts'
import type { TrialRunStatus } from '@sonde/schema/runs/trial-run.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import type { Db } from '../engine/database.ts'
import { endOf, storedEnd } from '../results/stored-verdicts.ts'

/** A run of a test session, without what it found. */
export type ListedSessionRun = {
  id: string
  sessionId: string
  checkKey: string
  checkRunId: string
  checkType: CheckTypeName
  name: string
  location: string
  status: TrialRunStatus
  waitingFor: string | null
  attempt: number
  startedAt: number | null
  endedAt: number | null
  reason: string | null
  end: RunEnd | null
  /** Of the last attempt. */
  responseTime: number | null
  hasResult: boolean
}

/** A run that ends before it begins, because nothing here can make it. */
export async function insertRefusedRun(
  db: Db,
  run: Pick<ListedSessionRun, 'id' | 'sessionId' | 'checkKey' | 'checkRunId' | 'checkType' | 'name'> & {
    accountId: string
    place: string
    location: string
    sourceFile: string | null
    position: number
    reason: string
    at: number
  },
): Promise<void> {
  await db
    .insertInto('check_tries')
    .values({
      id: run.id,
      account_id: run.accountId,
      check_type: run.checkType,
      name: run.name,
      group_id: null,
      config: '{}',
      sealed_config: null,
      sealed_secrets: null,
      place: run.place,
      location: run.location,
      status: 'FAILED_TO_RUN',
      waiting_for: null,
      created_at: run.at,
      started_at: null,
      ended_at: run.at,
      reason: run.reason,
      result: null,
      session_id: run.sessionId,
      check_key: run.checkKey,
      check_run_id: run.checkRunId,
      source_file: run.sourceFile,
      position: run.position,
      run_end: storedEnd('withheld'),
    })
    .execute()
}

/** In the order in which they were asked for. */
export async function listSessionRuns(db: Db, sessionIds: readonly string[]): Promise<ListedSessionRun[]> {
  if (sessionIds.length === 0) return []
  const rows = await db
    .selectFrom('check_tries')
    .select(['id', 'session_id', 'check_key', 'check_run_id', 'check_type', 'name', 'location', 'status'])
    .select(['waiting_for', 'attempt', 'started_at', 'ended_at', 'reason', 'run_end', 'response_time'])
    .select((builder) => builder('result', 'is not', null).as('has_result'))
    .where('session_id', 'in', [...sessionIds])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    sessionId: row.session_id ?? '',
    checkKey: row.check_key ?? '',
    checkRunId: row.check_run_id ?? '',
    checkType: row.check_type,
    name: row.name,
    location: row.location,
    status: row.status,
    waitingFor: row.waiting_for,
    attempt: row.attempt,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    reason: row.reason,
    end: row.run_end === null ? null : endOf(row.run_end),
    responseTime: row.response_time,
    hasResult: Boolean(row.has_result),
  }))
}

/** How the runs of these sessions stand: for lists, which show no more than their ids. */
export async function sessionRunEnds(
  db: Db,
  sessionIds: readonly string[],
): Promise<{ id: string; sessionId: string; end: RunEnd | null; isOpen: boolean }[]> {
  if (sessionIds.length === 0) return []
  const rows = await db
    .selectFrom('check_tries')
    .select(['id', 'session_id', 'run_end', 'ended_at'])
    .where('session_id', 'in', [...sessionIds])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    sessionId: row.session_id ?? '',
    end: row.run_end === null ? null : endOf(row.run_end),
    isOpen: row.ended_at === null,
  }))
}
