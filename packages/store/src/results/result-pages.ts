import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { latestStartMs, type ResultRow, toResult } from './results.ts'
import { endNumber } from './stored-verdicts.ts'

export type ResultFilter = {
  checkNo: number
  checkType: CheckType
  /** By the start of the attempt: from inclusive, to exclusive. */
  from?: number | undefined
  to?: number | undefined
  location?: string | undefined
  hasFailures?: boolean | undefined
  resultType: 'FINAL' | 'ATTEMPT' | 'ALL'
}

/** Where a page ends, and the next one begins. */
export type ResultPosition = { startedAt: number; checkRunId: number }

type Query = SelectQueryBuilder<Database, 'results', object>

/**
 * Results of one check, newest start first. Rows lie in the order of their slots, which is nearly that of
 * their starts: the first look finds how far back the page reaches, the second sorts just that much.
 */
export async function resultsBefore(
  db: Db,
  filter: ResultFilter,
  page: { before: ResultPosition | null; limit: number },
): Promise<ResultRow[]> {
  const { before, limit } = page
  const matching = () => {
    const query = matches(db, filter)
    if (before === null) return query
    return query
      .where('scheduled_at', '<=', before.startedAt)
      .where(sql<boolean>`(started_at, check_run_id) < (${before.startedAt}, ${before.checkRunId})`)
  }
  const candidates = await matching()
    .select('started_at')
    .orderBy('scheduled_at', 'desc')
    .limit(limit)
    .execute()
  if (candidates.length === 0) return []
  // Fewer than asked for: these are all there are.
  const oldest =
    candidates.length < limit ? null : Math.min(...candidates.map(({ started_at: startedAt }) => startedAt))
  let query = matching().selectAll()
  if (oldest !== null) {
    query = query.where('scheduled_at', '>=', oldest - latestStartMs).where('started_at', '>=', oldest)
  }
  const rows = await query
    .orderBy('started_at', 'desc')
    .orderBy('check_run_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => toResult(filter.checkType, row))
}

/** One page by number, and how many there are in all. For windows of hours: it counts. */
export async function resultsOfWindow(
  db: Db,
  filter: ResultFilter & { from: number; to: number },
  page: { limit: number; offset: number },
): Promise<{ rows: ResultRow[]; total: number }> {
  const rows = await matches(db, filter)
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('check_run_id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await matches(db, filter)
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map((row) => toResult(filter.checkType, row)), total: Number(total) }
}

function matches(db: Db, filter: ResultFilter): Query {
  let query: Query = db.selectFrom('results').where('check_no', '=', filter.checkNo)
  if (filter.from !== undefined) {
    query = query
      .where('scheduled_at', '>=', filter.from - latestStartMs)
      .where('started_at', '>=', filter.from)
  }
  if (filter.to !== undefined) {
    query = query.where('scheduled_at', '<', filter.to).where('started_at', '<', filter.to)
  }
  if (filter.location !== undefined) {
    query = query.where(sql<boolean>`coalesce(location, origin) = ${filter.location}`)
  }
  if (filter.hasFailures !== undefined) {
    query = query.where('verdict', filter.hasFailures ? '=' : '!=', endNumber('failed'))
  }
  if (filter.resultType !== 'ALL') query = query.where('is_final', '=', filter.resultType === 'FINAL')
  return query
}
