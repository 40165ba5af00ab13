import { prepareBatch } from '../engine/batch-statement.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'

/** A run that must not be forgotten when the server stops: one that somebody asked for, or a retry that waits. */
export type PendingRun = { runId: string; checkNo: number; dueAt: number; run: string }

const upsertBatch = prepareBatch(`
  insert into pending_runs (run_id, check_no, due_at, run)
  select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[]) as new(run_id)
  order by new.run_id
  on conflict (run_id) do update set due_at = excluded.due_at, run = excluded.run, published_at = null`)

const deleteBatch = prepareBatch('delete from pending_runs where run_id = any($1::uuid[])')

/** A run waits once: its next attempt takes the place of the one before. */
export async function upsertPendingRuns(db: Db, runs: readonly PendingRun[]): Promise<void> {
  if (runs.length === 0) return
  if (!isSqlite(db)) {
    // PostgreSQL refuses to change one row twice in one statement: the last one counts.
    const last = [...new Map(runs.map((run) => [run.runId, run])).values()]
    await upsertBatch(db, [
      last.map(({ runId }) => runId),
      last.map(({ checkNo }) => checkNo),
      last.map(({ dueAt }) => dueAt),
      last.map(({ run }) => run),
    ])
    return
  }
  for (const { runId, checkNo, dueAt, run } of runs) {
    await db
      .insertInto('pending_runs')
      .values({ run_id: runId, check_no: checkNo, due_at: dueAt, run })
      .onConflict((conflict) => conflict.column('run_id').doUpdateSet({ due_at: dueAt, run }))
      .execute()
  }
}

export async function deletePendingRuns(db: Db, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  if (isSqlite(db)) await db.deleteFrom('pending_runs').where('run_id', 'in', runIds).execute()
  else await deleteBatch(db, [runIds])
}

/** Those of the runs that are pending. */
export async function findPendingRuns(db: Db, runIds: readonly string[]): Promise<PendingRun[]> {
  if (runIds.length === 0) return []
  const rows = await db.selectFrom('pending_runs').selectAll().where('run_id', 'in', runIds).execute()
  return rows.map((row) => ({ runId: row.run_id, checkNo: row.check_no, dueAt: row.due_at, run: row.run }))
}

export async function listPendingRuns(db: Db): Promise<PendingRun[]> {
  const rows = await db.selectFrom('pending_runs').selectAll().orderBy('due_at').execute()
  return rows.map(toPending)
}

export function toPending(row: Selectable<Database['pending_runs']>): PendingRun {
  return { runId: row.run_id, checkNo: row.check_no, dueAt: row.due_at, run: row.run }
}
