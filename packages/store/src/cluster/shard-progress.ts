import { prepareBatch } from '../engine/batch-statement.ts'
import { readCounter } from '../engine/counters.ts'
import type { Db } from '../engine/database.ts'

/** How far the slots of a shard were dispatched, and how often the clock was set back. */
export type ShardProgress = { shard: number; dispatchedUntil: number; clockEra: number }

/** The same of one server that runs all checks, in `counters`. */
export const scheduleCounters = { dispatchedUntil: 'dispatched_until', clockEra: 'clock_era' } as const

/**
 * Whoever ran the checks last, one server for all of them or several for a shard each: nobody runs again what was
 * dispatched, and nobody counts it as missed. Null where nothing ever was.
 */
export async function readProgress(
  db: Db,
  shards: readonly number[],
): Promise<Map<number, { dispatchedUntil: number | null; clockEra: number }>> {
  const ofAll = await readCounter(db, scheduleCounters.dispatchedUntil)
  const eraOfAll = (await readCounter(db, scheduleCounters.clockEra)) ?? 0
  const rows = await db.selectFrom('shard_progress').selectAll().execute()
  const byShard = new Map(rows.map((row) => [row.shard, row]))
  return new Map(
    shards.map((shard) => {
      const row = byShard.get(shard)
      const dispatchedUntil = latest(ofAll, row?.dispatched_until ?? null)
      return [shard, { dispatchedUntil, clockEra: Math.max(eraOfAll, row?.clock_era ?? 0) }]
    }),
  )
}

/** The same of all checks together, for a server that runs them alone. */
export async function readLatestProgress(
  db: Db,
): Promise<{ dispatchedUntil: number | null; clockEra: number }> {
  const ofAll = await readCounter(db, scheduleCounters.dispatchedUntil)
  const eraOfAll = (await readCounter(db, scheduleCounters.clockEra)) ?? 0
  const rows = await db.selectFrom('shard_progress').selectAll().execute()
  return {
    dispatchedUntil: rows.reduce((until, row) => latest(until, row.dispatched_until), ofAll),
    clockEra: Math.max(eraOfAll, ...rows.map((row) => row.clock_era)),
  }
}

/** With `progressColumns` from this parameter on; also a part of a statement that writes more. */
export function setProgressText(first: number, condition = 'true'): string {
  return `
  insert into shard_progress (shard, dispatched_until, clock_era)
  select * from unnest($${first}::integer[], $${first + 1}::bigint[], $${first + 2}::integer[]) as new(shard)
  where ${condition}
  order by new.shard
  on conflict (shard) do update set
    dispatched_until = case
      when excluded.clock_era > shard_progress.clock_era then excluded.dispatched_until
      else greatest(excluded.dispatched_until, shard_progress.dispatched_until) end,
    clock_era = greatest(excluded.clock_era, shard_progress.clock_era)`
}

const upsert = prepareBatch(setProgressText(1))

/** Inside a transaction that has fenced these shards. Goes back only with the clock, in another era. */
export async function setProgress(db: Db, progress: readonly ShardProgress[]): Promise<void> {
  if (progress.length > 0) await upsert(db, progressColumns(progress))
}

export function progressColumns(progress: readonly ShardProgress[]): [number[], number[], number[]] {
  return [
    progress.map(({ shard }) => shard),
    progress.map(({ dispatchedUntil }) => dispatchedUntil),
    progress.map(({ clockEra }) => clockEra),
  ]
}

function latest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.max(one, other)
}
