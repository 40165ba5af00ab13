import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'

/**
 * Keeps other servers that start on the same database waiting until this transaction ends. The rows are
 * there since the store was opened. SQLite has one writer at a time anyway.
 */
export async function lockInstallation(db: Db): Promise<void> {
  if (isSqlite(db)) return
  await db.selectFrom('installation').select('key').orderBy('key').forUpdate().execute()
}
