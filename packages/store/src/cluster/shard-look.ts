import { prepareBatch } from '../engine/batch-statement.ts'
import type { Db } from '../engine/database.ts'
import { changesLookBackMs } from './check-change-log.ts'
import { shardCount } from './shard-leases.ts'

/** What a server that has shards has to look for every second, and mostly does not find. */
export type ShardLook = {
  hasDueRuns: boolean
  /** That were published a while ago, and have no result. */
  hasDoubtedRuns: boolean
  hasDispatches: boolean
  hasChanges: boolean
  hasMaintenances: boolean
  hasReminders: boolean
  hasTrialRuns: boolean
  hasExports: boolean
}

// The first reminder is found by its index, whatever the planner thinks of how many there are.
const look = prepareBatch<ShardLook>(`
  select
    exists (
      select from pending_runs
      where (check_no % ${shardCount}) = any($1::bigint[]) and published_at is null
        and due_at <= ($2::bigint[])[1]) as "hasDueRuns",
    exists (
      select from pending_runs
      where (check_no % ${shardCount}) = any($1::bigint[])
        and published_at > ($6::bigint[])[1] and published_at <= ($6::bigint[])[2]) as "hasDoubtedRuns",
    exists (
      select from dispatches
      where not (writer = any($3::uuid[]) and written_at > ($4::bigint[])[1])) as "hasDispatches",
    exists (
      select from check_change_log
      where at > floor(extract(epoch from clock_timestamp()) * 1000)::bigint - ${changesLookBackMs}
    ) as "hasChanges",
    exists (
      select from maintenances
      where status in ('SCHEDULED', 'IN_PROGRESS', 'VERIFYING') and starts_at <= ($5::bigint[])[1]
    ) as "hasMaintenances",
    coalesce(
      (select min(next_reminder_at) from check_states where next_reminder_at is not null) <= ($2::bigint[])[1],
      false) as "hasReminders",
    exists (select from check_tries where ended_at is null) as "hasTrialRuns",
    exists (select from trace_exports where enabled) as "hasExports"`)

/** In one question: most of what such a look costs is by the statement. */
export async function lookAtShards(
  db: Db,
  {
    shards,
    at,
    writers,
    since,
    soonAt,
    doubted,
  }: {
    shards: readonly number[]
    at: number
    /** As for `listDispatches`. */
    writers: readonly string[]
    since: number
    /** Of maintenances that begin by then. */
    soonAt: number
    /** As for `pendingRunsPublished`. */
    doubted: { from: number; to: number }
  },
): Promise<ShardLook> {
  const { rows } = await look(db, [shards, [at], writers, [since], [soonAt], [doubted.from, doubted.to]])
  const [found] = rows
  if (found === undefined) throw new Error('PostgreSQL did not answer')
  return found
}
