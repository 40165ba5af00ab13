import { chunks } from '@sonde/ground/chunks.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { type LiveChange, noteLiveChanges } from '../live/live-changes.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { rowsPerStatement } from '../engine/statement-limits.ts'

const columns = listColumns('check_alerts', {
  id: 'id',
  accountId: 'account_id',
  checkId: 'check_id',
  checkType: 'check_type',
  /** Of the check, when it was raised. */
  name: 'name',
  alertType: 'alert_type',
  /** Shared by all alerts from the first problem until the recovery. */
  episodeId: 'episode_id',
  /** When the first run of the episode was due. */
  episodeSince: 'episode_since',
  /** 0: the alert itself. */
  reminderSequence: 'reminder_sequence',
  runLocation: 'run_location',
  responseTime: 'response_time',
  error: 'error',
  statusCode: 'status_code',
  resultId: 'result_id',
  /** When the run that decided was due, was started and had its verdict. */
  dueAt: 'due_at',
  startedAt: 'started_at',
  judgedAt: 'judged_at',
  /** Why nobody was notified; null when somebody was, and where it is not known. */
  nobodyCause: 'nobody_cause',
  createdAt: 'created_at',
})

/** An alert that was raised, or a reminder of one. */
export type CheckAlertRow = RowOf<typeof columns>

export async function insertCheckAlerts(db: Db, rows: readonly CheckAlertRow[]): Promise<void> {
  for (const chunk of chunks(rows, rowsPerStatement)) {
    await db.insertInto('check_alerts').values(chunk.map(columns.write)).execute()
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
    .select(columns.names)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await matching
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(columns.read), total: Number(total) }
}

const stampColumns = columns.pick('dueAt', 'startedAt', 'judgedAt')

export type AlertStamps = RowOf<typeof stampColumns>

/** By the id of the alert. */
export async function alertStamps(db: Db, ids: readonly string[]): Promise<Map<string, AlertStamps>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('check_alerts')
    .select(['id', ...stampColumns.names])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, stampColumns.read(row)]))
}
