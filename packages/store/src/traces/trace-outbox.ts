import { chunks } from '@sonde/ground/chunks.ts'
import type { Db } from '../engine/database.ts'
import { rowsPerStatement } from '../engine/statement-limits.ts'

/** A run that has ended and is still to be exported. */
export type RunToExport = {
  id: number
  checkNo: number
  checkId: string
  scheduledAt: number
  origin: string
  sessionId: string | null
  /** Why it failed, for people. */
  error: string | null
}

export type EndedRun = Omit<RunToExport, 'id'> & { accountId: string }

/** The accounts that export their runs. */
export async function listExportingAccounts(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('trace_exports').select('account_id').where('enabled', '=', true).execute()
  return new Set(rows.map((row) => row.account_id))
}

const longestError = 2_000

/** In the write that ends them: those of accounts that export their runs are never forgotten. */
export async function queueForExport(
  db: Db,
  runs: readonly EndedRun[],
  exporting: ReadonlySet<string>,
): Promise<void> {
  const rows = runs
    .filter(({ accountId }) => exporting.has(accountId))
    .map((run) => ({
      account_id: run.accountId,
      check_no: run.checkNo,
      check_id: run.checkId,
      scheduled_at: run.scheduledAt,
      origin: run.origin,
      session_id: run.sessionId,
      error: run.error?.slice(0, longestError).toWellFormed() ?? null,
    }))
  for (const chunk of chunks(rows, rowsPerStatement)) {
    await db.insertInto('trace_outbox').values(chunk).execute()
  }
}

/** The oldest first. */
export async function listRunsToExport(
  db: Db,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<RunToExport[]> {
  const rows = await db
    .selectFrom('trace_outbox')
    .select(['id', 'check_no', 'check_id', 'scheduled_at', 'origin', 'session_id', 'error'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    checkNo: row.check_no,
    checkId: row.check_id,
    scheduledAt: row.scheduled_at,
    origin: row.origin,
    sessionId: row.session_id,
    error: row.error,
  }))
}

/** Each by its number: one that is smaller than theirs may still come, from a write that took longer. */
export async function removeFromOutbox(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('trace_outbox').where('account_id', '=', accountId).where('id', 'in', ids).execute()
}

export async function emptyOutbox(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('trace_outbox').where('account_id', '=', accountId).execute()
}

export async function countRunsToExport(db: Db, accountId: string): Promise<number> {
  const { total } = await db
    .selectFrom('trace_outbox')
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** How many runs of which account are given up, because their results are not kept any longer. */
export async function removeOutdatedRuns(
  db: Db,
  before: number,
): Promise<{ accountId: string; count: number }[]> {
  const rows = await db
    .selectFrom('trace_outbox')
    .select(({ fn }) => ['account_id', fn.countAll<number>().as('count')])
    .where('scheduled_at', '<', before)
    .groupBy('account_id')
    .execute()
  if (rows.length === 0) return []
  await db.deleteFrom('trace_outbox').where('scheduled_at', '<', before).execute()
  return rows.map((row) => ({ accountId: row.account_id, count: Number(row.count) }))
}
