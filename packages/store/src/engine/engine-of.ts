import { type Kysely, SqliteAdapter } from 'kysely'

/** For the few places where the engines differ: locking clauses and column types. */
export function isSqlite<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}
