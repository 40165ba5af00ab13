import { countedSourceNumbers } from '@sonde/schema/runs/run-source.ts'
import { noVerdicts, type VerdictCounts, verdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { type Buckets, bucketExpression } from './measured-values.ts'
import { latestStartMs } from './results.ts'
import { endNumber, endOfNumber } from './stored-verdicts.ts'

/** From inclusive, to exclusive. */
type Range = { checkNo: number; from: number; to: number }

/** What final results that count said, by the bucket in which they began; those without any are missing. */
export async function countVerdicts(
  db: Db,
  { checkNo, from, to, buckets }: Range & { buckets: Buckets },
): Promise<Map<number, VerdictCounts>> {
  const found = new Map<number, VerdictCounts>()
  if (from >= to) return found
  const { rows } = await sql<Record<'bucket' | 'verdict' | 'found', number>>`
    select ${bucketExpression(buckets, 'started_at')} as bucket, verdict, count(*) as found from results
    where check_no = ${sql.lit(checkNo)}
      and scheduled_at >= ${sql.lit(from - latestStartMs)} and scheduled_at < ${sql.lit(to)}
      and started_at >= ${sql.lit(from)} and started_at < ${sql.lit(to)}
      and is_final = true and verdict != ${sql.lit(endNumber('cancelled'))}
      and source in (${sql.join(countedSourceNumbers.map((number) => sql.lit(number)))})
    group by 1, 2`.execute(db)
  for (const row of rows) {
    const bucket = Number(row.bucket)
    const known = found.get(bucket) ?? noVerdicts()
    known[verdictOfEnd(endOfNumber(Number(row.verdict)))] += Number(row.found)
    found.set(bucket, known)
  }
  return found
}

/** Of those hours that are computed since their last result, by their beginning. */
export async function rolledUpVerdicts(
  db: Db,
  { checkNo, from, to }: Range,
): Promise<Map<number, VerdictCounts>> {
  const { rows } = await sql<Record<'hour' | 'open' | 'runs' | 'failed' | 'degraded' | 'errors', number>>`
    select hour, sum(case when computed_at is null then 1 else 0 end) as open,
      sum(runs) as runs, sum(failed) as failed, sum(degraded) as degraded, sum(errors) as errors
    from hourly_rollups
    where check_no = ${sql.lit(checkNo)} and hour >= ${sql.lit(from)} and hour < ${sql.lit(to)}
    group by 1`.execute(db)
  return new Map(
    rows
      .filter(({ open }) => Number(open) === 0)
      .map((row) => {
        const [failed, degraded] = [Number(row.failed), Number(row.degraded)]
        const passed = Number(row.runs) - failed - degraded
        return [Number(row.hour), { passed, degraded, failed, withheld: Number(row.errors) }]
      }),
  )
}
