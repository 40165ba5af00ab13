import { sql } from 'kysely'
import type { Store } from '../src/engine/store.ts'

/** Ends the connections of that name to the database, as a restart of PostgreSQL does. */
export async function cutConnections(store: Store, applicationName: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${applicationName} and datname = current_database()`.execute(store.read)
}
