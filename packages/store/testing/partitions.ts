import { sql } from 'kysely'
import type { Store } from '../src/engine/store.ts'

/** How many rows of a table lie in which of its partitions. PostgreSQL only. */
export async function rowsByPartition(store: Store, table: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ part: string; count: number }>`
    select tableoid::regclass::text as part, count(*)::int as count from ${sql.table(table)}
    group by 1 order by 1`.execute(store.read)
  return Object.fromEntries(rows.map(({ part, count }) => [part, count]))
}

export async function partitionNames(store: Store, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = to_regclass(${table})
    order by 1`.execute(store.read)
  return rows.map(({ name }) => name)
}
