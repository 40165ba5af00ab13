import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { LongTexts } from '@sonde/schema/check-types/long-texts.ts'
import type { Db } from '../engine/database.ts'
import { type AttemptKey, insertAssets, longTextType } from './result-assets.ts'

/** Packed, one row for each. They go with their results: retention removes both. */
export async function insertLongTexts(
  db: Db,
  key: AttemptKey,
  longTexts: LongTexts,
  createdAt: number,
): Promise<void> {
  const rows = Object.entries(longTexts).map(([name, text]) => ({
    name,
    type: longTextType,
    contentType: 'text/plain',
    content: deflateRawSync(text),
  }))
  await insertAssets(db, key, rows, createdAt)
}

/** What lies beside this attempt; null when nothing does. */
export async function longTextsOf(db: Db, key: AttemptKey): Promise<LongTexts | null> {
  const rows = await db
    .selectFrom('result_assets')
    .select(['name', 'content'])
    .where('check_no', '=', key.checkNo)
    .where('scheduled_at', '=', key.scheduledAt)
    .where('origin', '=', key.origin)
    .where('attempt', '=', key.attempt)
    .where('type', '=', longTextType)
    .execute()
  if (rows.length === 0) return null
  return Object.fromEntries(rows.map(({ name, content }) => [name, inflateRawSync(content).toString()]))
}
