import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../engine/engine-of.ts'

const tables = [
  { table: 'hourly_runs', time: 'hour', storage: null },
  {
    table: 'hourly_rollups',
    time: 'hour',
    storage: 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.1',
  },
  { table: 'result_error_groups', time: 'scheduled_at', storage: null },
] as const

/**
 * Tables that grow with every run get partitions. Those that have rows are left to the running server, which looks at each row once
 * without keeping anybody waiting (`store/results/split-by-month.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db)) return
  for (const { table, time, storage } of tables) {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db)
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) continue
    const [before, other] = [`${table}_before`, `${table}_other`]
    await sql`alter table ${sql.table(table)} rename to ${sql.table(before)}`.execute(db)
    await sql`
      create table ${sql.table(table)} (like ${sql.table(before)} including all)
      partition by range (${sql.ref(time)})`.execute(db)
    await sql`drop table ${sql.table(before)}`.execute(db)
    await sql`
      create table ${sql.table(other)} partition of ${sql.table(table)} default
      ${storage === null ? sql`` : sql`with (${sql.raw(storage)})`}`.execute(db)
  }
}
