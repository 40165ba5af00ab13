import { sql } from 'kysely'
import { prepareBatch } from '../engine/batch-statement.ts'
import type { Db } from '../engine/database.ts'
import type { RunKey } from '../runs/left-out-slots.ts'
import { type PendingRun, toPending } from '../runs/pending-runs.ts'
import { shardCount } from './shard-leases.ts'

export function shardOf(checkNo: number): number {
  return checkNo % shardCount
}

/** Runs of these shards that are due and were not published, oldest first. */
export async function duePendingRuns(
  db: Db,
  { shards, at, limit }: { shards: readonly number[]; at: number; limit: number },
): Promise<PendingRun[]> {
  const rows = await db
    .selectFrom('pending_runs')
    .selectAll()
    .where(inShards(shards))
    .where('published_at', 'is', null)
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(toPending)
}

/** All that were not given up, published or not. */
export async function pendingRunsOf(db: Db, shards: readonly number[]): Promise<PendingRun[]> {
  const rows = await db.selectFrom('pending_runs').selectAll().where(inShards(shards)).execute()
  return rows.map(toPending)
}

/** Runs of these shards that were published after `from` and until `to`. */
export async function pendingRunsPublished(
  db: Db,
  { shards, from, to }: { shards: readonly number[]; from: number; to: number },
): Promise<PendingRun[]> {
  const rows = await db
    .selectFrom('pending_runs')
    .selectAll()
    .where(inShards(shards))
    .where('published_at', '>', from)
    .where('published_at', '<=', to)
    .limit(1_000)
    .execute()
  return rows.map(toPending)
}

/** Runs of these shards that were published so long ago that nobody can be making them. */
export async function overduePendingRuns(
  db: Db,
  { shards, publishedBefore }: { shards: readonly number[]; publishedBefore: number },
): Promise<(PendingRun & { publishedAt: number })[]> {
  const rows = await db
    .selectFrom('pending_runs')
    .selectAll()
    .where(inShards(shards))
    .where('published_at', '<', publishedBefore)
    .limit(1_000)
    .execute()
  return rows.map((row) => ({ ...toPending(row), publishedAt: row.published_at ?? 0 }))
}

/** Only those that nothing has taken the place of meanwhile. */
const markBatch = prepareBatch(`
  update pending_runs set published_at = new.at
  from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as new(run_id, due_at, at)
  where pending_runs.run_id = new.run_id and pending_runs.due_at = new.due_at`)

export async function markPublished(
  db: Db,
  runs: readonly Pick<PendingRun, 'runId' | 'dueAt'>[],
  at: number,
): Promise<void> {
  if (runs.length === 0) return
  await markBatch(db, [runs.map(({ runId }) => runId), runs.map(({ dueAt }) => dueAt), runs.map(() => at)])
}

function selectThose(condition: string) {
  const select = prepareBatch<{ check_no: number; scheduled_at: number; origin: string }>(`
    select results.check_no, results.scheduled_at, results.origin from results
    join unnest($1::bigint[], $2::bigint[], $3::text[]) as run(check_no, scheduled_at, origin)
      on run.check_no = results.check_no and run.scheduled_at = results.scheduled_at and run.origin = results.origin
    where ${condition}`)
  return async (db: Db, runs: readonly RunKey[]): Promise<RunKey[]> => {
    if (runs.length === 0) return []
    const { rows } = await select(db, [
      runs.map(({ checkNo }) => checkNo),
      runs.map(({ scheduledAt }) => scheduledAt),
      runs.map(({ origin }) => origin),
    ])
    return rows.map((row) => ({
      checkNo: row.check_no,
      scheduledAt: row.scheduled_at,
      origin: row.origin,
    }))
  }
}

/** Those of these runs that have their last result. */
export const runsWithResult = selectThose('results.is_final')

/** Those of these runs that have the result of their first attempt. */
export const runsWithFirstResult = selectThose('results.attempt = 1')

function inShards(shards: readonly number[]) {
  return sql<boolean>`(check_no % 64) = any(${shards}::bigint[])`
}
