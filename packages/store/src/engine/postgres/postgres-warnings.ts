import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** What an operator should know of the server: nothing of it keeps the program from starting. */
export async function postgresWarnings(db: Db, { connections }: { connections: number }): Promise<string[]> {
  const { rows } = await sql<{
    most: number
    others: number
    standbys: number
    synchronous: number
    unknown: number
    commit: string
  }>`
    select
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()) as others,
      (select count(*)::int from pg_stat_replication) as standbys,
      (select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum')) as synchronous,
      (select count(*)::int from pg_stat_replication where sync_state is null) as unknown,
      current_setting('synchronous_commit') as commit`.execute(db)
  const [row] = rows
  if (row === undefined) return []
  const warnings: string[] = []
  if (row.others + connections > row.most) {
    warnings.push(
      `PostgreSQL allows ${row.most} connections (max_connections), ${row.others} are in use, and this server needs up to ${connections}: raise max_connections or lower DATABASE_POOL`,
    )
  }
  // Who may not see the state of standbys is told nothing about them.
  if (row.standbys > 0 && row.unknown === 0 && row.synchronous === 0) {
    warnings.push(
      'PostgreSQL has standbys, but none is synchronous: a standby that is promoted has lost the last results and alerts; set synchronous_standby_names',
    )
  } else if (row.synchronous > 0 && ['off', 'local'].includes(row.commit)) {
    warnings.push(
      `synchronous_commit is ${row.commit}, so that commits do not wait for the synchronous standby: set it to remote_write or on`,
    )
  }
  return warnings
}
