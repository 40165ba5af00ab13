import { chunks } from '@sonde/ground/chunks.ts'
import type { AlertType } from '@sonde/schema/alerts/alert.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { type LiveChange, noteLiveChanges } from '../live/live-changes.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { rowsPerStatement } from '../engine/statement-limits.ts'

/** An alert that was raised, or a reminder of one. */
export type CheckAlertRow = {
  id: string
  accountId: string
  checkId: string
  checkType: CheckType
  /** Of the check, when it was raised. */
  name: string
  alertType: AlertType
  /** Shared by all alerts from the first problem until the recovery. */
  episodeId: string
  /** When the first run of the episode was due. */
  episodeSince: number
  /** 0: the alert itself. */
  reminderSequence: number
  runLocation: string | null
  responseTime: number | null
  error: string | null
  statusCode: string | null
  resultId: string | null
  /** When the run that decided was due, was started and was judged. */
  dueAt: number
  startedAt: number
  judgedAt: number
  createdAt: number
}

export async function insertCheckAlerts(db: Db, rows: readonly CheckAlertRow[]): Promise<void> {
  for (const chunk of chunks(rows, rowsPerStatement)) {
    await db.insertInto('check_alerts').values(chunk.map(toColumns)).execute()
  }
  const [first] = rows
  if (first !== undefined) await noteLiveChanges(db, rows.map(toLiveChange), first.createdAt)
}

function toLiveChange({ id, accountId, checkId, alertType, createdAt }: CheckAlertRow): LiveChange {
  return { type: 'alert', accountId, checkId, alertId: id, alertType, at: createdAt }
}

/** `from` inclusive, `to` exclusive, by when the alert was raised. */
export type CheckAlertPage = {
  accountId: string
  checkId?: string | undefined
  from: number
  to: number
  limit: number
  offset: number
}

/** One page, newest first, and how many alerts the window holds in all. */
export async function listCheckAlerts(
  db: Db,
  page: CheckAlertPage,
): Promise<{ rows: CheckAlertRow[]; total: number }> {
  const accountId = canonicalUuid(page.accountId)
  const checkId = page.checkId === undefined ? undefined : canonicalUuid(page.checkId)
  if (accountId === null || checkId === null) return { rows: [], total: 0 }
  let matching = db
    .selectFrom('check_alerts')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', page.from)
    .where('created_at', '<', page.to)
  if (checkId !== undefined) matching = matching.where('check_id', '=', checkId)
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await matching
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(toAlert), total: Number(total) }
}

export type AlertStamps = Pick<CheckAlertRow, 'dueAt' | 'startedAt' | 'judgedAt'>

/** By the id of the alert. */
export async function alertStamps(db: Db, ids: readonly string[]): Promise<Map<string, AlertStamps>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('check_alerts')
    .select(['id', 'due_at', 'started_at', 'judged_at'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map((row) => [row.id, { dueAt: row.due_at, startedAt: row.started_at, judgedAt: row.judged_at }]),
  )
}

function toColumns(alert: CheckAlertRow): Database['check_alerts'] {
  return {
    id: alert.id,
    account_id: alert.accountId,
    check_id: alert.checkId,
    check_type: alert.checkType,
    name: alert.name,
    alert_type: alert.alertType,
    episode_id: alert.episodeId,
    episode_since: alert.episodeSince,
    reminder_sequence: alert.reminderSequence,
    run_location: alert.runLocation,
    response_time: alert.responseTime,
    error: alert.error,
    status_code: alert.statusCode,
    result_id: alert.resultId,
    due_at: alert.dueAt,
    started_at: alert.startedAt,
    judged_at: alert.judgedAt,
    created_at: alert.createdAt,
  }
}

function toAlert(row: Selectable<Database['check_alerts']>): CheckAlertRow {
  return {
    id: row.id,
    accountId: row.account_id,
    checkId: row.check_id,
    checkType: row.check_type,
    name: row.name,
    alertType: row.alert_type,
    episodeId: row.episode_id,
    episodeSince: row.episode_since,
    reminderSequence: row.reminder_sequence,
    runLocation: row.run_location,
    responseTime: row.response_time,
    error: row.error,
    statusCode: row.status_code,
    resultId: row.result_id,
    dueAt: row.due_at,
    startedAt: row.started_at,
    judgedAt: row.judged_at,
    createdAt: row.created_at,
  }
}
