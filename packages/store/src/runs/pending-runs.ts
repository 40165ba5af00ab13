import type { Db } from '../engine/database.ts'

/** A run that must not be forgotten when the server stops: one that somebody asked for, or a retry that waits. */
export type PendingRun = { runId: string; checkNo: number; dueAt: number; run: string }

/** A run waits once: its next attempt takes the place of the one before. */
export async function upsertPendingRuns(db: Db, runs: readonly PendingRun[]): Promise<void> {
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
  await db.deleteFrom('pending_runs').where('run_id', 'in', runIds).execute()
}

export async function listPendingRuns(db: Db): Promise<PendingRun[]> {
  const rows = await db.selectFrom('pending_runs').selectAll().orderBy('due_at').execute()
  return rows.map((row) => ({ runId: row.run_id, checkNo: row.check_no, dueAt: row.due_at, run: row.run }))
}
