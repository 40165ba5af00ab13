import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Db } from './database.ts'
import type { Write } from './engine.ts'
import { isSqlite } from './engine-of.ts'
import { hasTable, levelOf, noteLevel } from './schema-levels.ts'

/**
 * A migration that takes away what the release before still needs: it drops, renames or forbids. Its name begins with a
 * number of its own, like those that are run at the start.
 */
export type Contraction = Migration & {
  /** The lowest level of programs that do without what it takes away. */
  oldestProgram: number
}

/** A program that was stopped a moment ago may be about to come back with the same release. */
const goneForSeconds = 60

/**
 * Runs the contractions that no living server is in the way of, in their order. Returns the name of the first that has to
 * wait; null when none has.
 */
export async function contractSchema(
  store: { write: Write },
  contractions: Readonly<Record<string, Contraction>>,
): Promise<string | null> {
  for (const [name, contraction] of Object.entries(contractions).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const isDone = await store.write((db) => contract(db, name, contraction))
    if (!isDone) return name
  }
  return null
}

async function contract(db: Db, name: string, contraction: Contraction): Promise<boolean> {
  if (await isOlderServerThere(db, contraction.oldestProgram)) return false
  if (!isSqlite(db)) await sql`set local lock_timeout = '3s'`.execute(db)
  // Before the change: of two servers the second waits here, and then finds that it is done.
  const isNew = await noteLevel(db, { level: levelOf([name]), oldest: contraction.oldestProgram })
  if (isNew) await contraction.up(db)
  return true
}

/** SQLite has one server, which is this one. */
async function isOlderServerThere(db: Db, level: number): Promise<boolean> {
  if (isSqlite(db) || !(await hasTable(db, 'servers'))) return false
  const { rows } = await sql`
    select 1 from servers
    where schema_level < ${level} and seen_at > extract(epoch from clock_timestamp()) * 1000 - ${goneForSeconds * 1000}
    limit 1`.execute(db)
  return rows.length > 0
}
