import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { LongTexts } from '@sonde/schema/check-types/long-texts.ts'
import type { Db } from '../engine/database.ts'
import { type AttemptKey, insertAssets, longTextType, namesAttempt } from './result-assets.ts'

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

/** What lies beside this attempt, and whether some of it cannot be read. Null when nothing lies there. */
export async function longTextsOf(
  db: Db,
  key: AttemptKey,
): Promise<{ texts: LongTexts; hasUnreadable: boolean } | null> {
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
  const texts = rows.flatMap(({ name, content }): [string, string][] => {
    const text = unpackText(content)
    return text === null ? [] : [[name, text]]
  })
  return { texts: Object.fromEntries(texts), hasUnreadable: texts.length < rows.length }
}

/** The packed text with this name of each of these attempts, as far as there is one. */
export async function packedTexts(
  db: Db,
  keys: readonly AttemptKey[],
  name: string,
): Promise<(Omit<AttemptKey, 'checkNo'> & { content: Uint8Array })[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('result_assets')
    .select(['scheduled_at', 'origin', 'attempt', 'content'])
    .where('name', '=', name)
    .where('type', '=', longTextType)
    .where(namesAttempt(keys))
    .execute()
  return rows.map((row) => ({
    scheduledAt: row.scheduled_at,
    origin: row.origin,
    attempt: row.attempt,
    content: row.content,
  }))
}

/** Null of one that is damaged. */
export function unpackText(content: Uint8Array): string | null {
  try {
    return inflateRawSync(content).toString()
  } catch {
    return null
  }
}
