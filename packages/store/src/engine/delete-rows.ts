import { chunks } from '@sonde/ground/chunks.ts'
import { sql } from 'kysely'
import type { Database, Db } from './database.ts'
import { keysPerStatement } from './statement-limits.ts'

/** Inside `write`: what foreign keys hang on the rows goes with them. Returns how many there were. */
export async function deleteRows(
  db: Db,
  table: keyof Database & string,
  rows: readonly { readonly id: string | number }[],
): Promise<number> {
  let count = 0n
  for (const chunk of chunks(rows, keysPerStatement)) {
    const ids = sql.join(chunk.map(({ id }) => id))
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in (${ids})`.execute(
      db,
    )
    count += numAffectedRows
  }
  return Number(count)
}
