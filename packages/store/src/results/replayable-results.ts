import { countedSourceNumbers } from '@sonde/schema/runs/run-source.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import type { Db } from '../engine/database.ts'
import { endOfNumber } from './stored-verdicts.ts'

/** A final result, as far as alerting cares. */
export type ReplayableResult = {
  scheduledAt: number
  origin: string
  verdict: RunEnd
  /** When it was here. */
  createdAt: number
  /** Whether this server made it in place of an agent of its location. */
  isStandIn: boolean
}

/**
 * The final results of one check that could alert, in the order of their slots: one page, beginning after a slot
 * and an origin. `from` inclusive, `to` exclusive, by slot.
 */
export async function replayableResults(
  db: Db,
  window: { checkNo: number; from: number; to: number },
  page: { after: { scheduledAt: number; origin: string } | null; limit: number },
): Promise<ReplayableResult[]> {
  let query = db
    .selectFrom('results')
    .select(['scheduled_at', 'origin', 'verdict', 'created_at', 'is_stand_in'])
    .where('check_no', '=', window.checkNo)
    .where('scheduled_at', '<', window.to)
    .where('is_final', '=', true)
    .where('source', 'in', countedSourceNumbers)
  const { after } = page
  query =
    after === null
      ? query.where('scheduled_at', '>=', window.from)
      : query
          .where('scheduled_at', '>=', after.scheduledAt)
          .where((builder) =>
            builder.or([
              builder('scheduled_at', '>', after.scheduledAt),
              builder('origin', '>', after.origin),
            ]),
          )
  const rows = await query.orderBy('scheduled_at').orderBy('origin').limit(page.limit).execute()
  return rows.map((row) => ({
    scheduledAt: row.scheduled_at,
    origin: row.origin,
    verdict: endOfNumber(row.verdict),
    createdAt: row.created_at,
    isStandIn: Boolean(row.is_stand_in),
  }))
}
