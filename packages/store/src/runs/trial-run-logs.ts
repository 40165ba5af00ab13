import { mostLiveCharacters, mostLiveLines, type RunLogLine } from '@sonde/schema/runs/run-log.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'

/** Adds lines behind the first `from`; false when others are there already, it has ended, or there is no room. */
export async function addTrialRunLog(
  db: Db,
  { id, from, lines }: { id: string; from: number; lines: readonly RunLogLine[] },
): Promise<boolean> {
  if (from + lines.length > mostLiveLines) return false
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const { numUpdatedRows } = await db
    .updateTable('check_tries')
    .set({
      log: sql<string>`coalesce(log, '') || ${text}`,
      log_lines: from + lines.length,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('log_lines', '=', from)
    .where(sql<boolean>`length(coalesce(log, '')) + ${text.length} <= ${mostLiveCharacters}`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether there is something to tell to somebody who has read so many lines of its log. */
export async function hasTrialRunNews(db: Db, { id, logFrom }: TrialRunNews): Promise<boolean> {
  const row = await db
    .selectFrom('check_tries')
    .select(['ended_at', 'log_lines'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined || row.ended_at !== null || (logFrom !== undefined && row.log_lines > logFrom)
}

/** `logFrom`: lines that are known already; absent: nobody wants to read the log. */
export type TrialRunNews = { id: string; logFrom?: number | undefined }
