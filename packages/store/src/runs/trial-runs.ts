import { hourMs } from '@sonde/ground/durations.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { ownCode } from '@sonde/schema/checks/written-scripts.ts'
import { mostLiveCharacters, mostLiveLines, type RunLogLine } from '@sonde/schema/runs/run-log.ts'
import type { TrialRunStatus } from '@sonde/schema/runs/trial-run.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { type JsonObject, parseJsonObject } from '../engine/json-column.ts'
import { endOf, storedEnd, type StoredEnd } from '../results/stored-verdicts.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { keepCode } from '../variables/code-files.ts'

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
}

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

/** What the sealed part of a trial run is sealed for. */
export function trialRunSealContext(id: string): string {
  return `check_tries/${id}`
}

/** How long a trial run can be asked for. */
export const trialRunLifeMs = hourMs

export async function insertTrialRun(db: Db, row: Omit<TrialRunRow, 'log'>): Promise<void> {
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
    })
    .execute()
  const codes = ownCode(row.config)
  const { accountId, id } = row
  if (codes.length > 0) await keepCode(db, { accountId, kind: 'trial', id }, codes, row.createdAt)
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

const selectOpen = prepareQuery((db, { limit }: { limit: number }) =>
  db.selectFrom('check_tries').selectAll().where('ended_at', 'is', null).orderBy('created_at').limit(limit),
)

/** Of every account, oldest first. */
export async function openTrialRuns(db: Db, limit: number): Promise<TrialRunRow[]> {
  return (await selectOpen(db, { limit })).rows.map(toTrialRun)
}

export async function countOpenTrialRuns(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('check_tries')
    .select((builder) => builder.fn.countAll<number>().as('open'))
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.open)
}

/** An agent has it, or nobody has any more. */
export async function moveTrialRun(
  db: Db,
  { id, ...to }: { id: string; status: TrialRunStatus; waitingFor: string | null; startedAt: number | null },
): Promise<void> {
  await db
    .updateTable('check_tries')
    .set({ status: to.status, waiting_for: to.waitingFor, started_at: to.startedAt })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
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
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('check_tries')
    .set({
      status: end.status,
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
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Adds lines behind the first `from`; false when others are there already, it has ended, or there is no room. */
export async function addTrialRunLog(
  db: Db,
  { id, from, lines }: { id: string; from: number; lines: readonly RunLogLine[] },
): Promise<boolean> {
  if (from + lines.length > mostLiveLines) return false
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const { numUpdatedRows } = await db
    .updateTable('check_tries')
    .set({
      log: sql<string>`coalesce(log, '') || ${text}`,
      log_lines: from + lines.length,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('log_lines', '=', from)
    .where(sql<boolean>`length(coalesce(log, '')) + ${text.length} <= ${mostLiveCharacters}`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether there is something to tell to somebody who has read so many lines of its log. */
export async function hasTrialRunNews(db: Db, { id, logFrom }: TrialRunNews): Promise<boolean> {
  const row = await db
    .selectFrom('check_tries')
    .select(['ended_at', 'log_lines'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined || row.ended_at !== null || (logFrom !== undefined && row.log_lines > logFrom)
}

/** `logFrom`: lines that are known already; absent: nobody wants to read the log. */
export type TrialRunNews = { id: string; logFrom?: number | undefined }

export async function forgetTrialRunsBefore(db: Db, at: number): Promise<void> {
  await db.deleteFrom('check_tries').where('created_at', '<', at).execute()
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

function toTrialRun(row: Selectable<Database['check_tries']>): TrialRunRow {
  return {
    id: row.id,
    accountId: row.account_id,
    checkType: row.check_type,
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

function storedResult(result: TrialResult): string {
  return JSON.stringify({ ...result, verdict: storedEnd(result.verdict) } satisfies StoredResult)
}

/** Safe because nothing but `storedResult` writes there. */
function toResult(text: string): TrialResult {
  const stored = JSON.parse(text) as StoredResult
  return { ...stored, verdict: endOf(stored.verdict) }
}
