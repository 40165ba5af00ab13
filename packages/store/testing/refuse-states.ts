import { sql } from 'kysely'
import type { Store } from '../src/engine/store.ts'

/** Makes the database refuse every change of the status of a check, until the returned function is called. */
export async function refuseStates(store: Store): Promise<() => Promise<void>> {
  const isSqlite = store.engine === 'sqlite'
  await store.write(async (db) => {
    if (isSqlite) {
      await sql`create trigger refuse before update of status on check_states
        begin select raise(abort, 'refused'); end`.execute(db)
      return
    }
    await sql`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'refused'; end $$`.execute(db)
    await sql`create trigger refuse before update of status on check_states
      for each row execute function refuse()`.execute(db)
  })
  return async () => {
    await store.write(async (db) => {
      await (isSqlite ? sql`drop trigger refuse` : sql`drop trigger refuse on check_states`).execute(db)
    })
  }
}
