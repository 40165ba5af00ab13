import type { Db } from '../engine/database.ts'

/** Whoever of them is still there has to register again. */
export async function forgetAgents(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('agents').where('id', 'in', ids).execute()
}
