import { prepareBatch } from '../engine/batch-statement.ts'
import type { Db } from '../engine/database.ts'

/** What is known of when pings could be taken, by the names of counters. */
export const signCounters = {
  aliveAt: 'pings_alive_at',
  upSince: 'pings_up_since',
  /** By how much deadlines were moved because the clock was set, in all: each server knows what others have done. */
  stepped: 'pings_clock_stepped_ms',
} as const

const write = prepareBatch<{ upSince: number; steppedMs: number }>(`
  with known as (
    select up.value as up_since, coalesce(stepped.value, 0) as stepped
    from counters as up
    left join counters as stepped on stepped.name = '${signCounters.stepped}'
    where up.name = '${signCounters.upSince}')
  update counters as alive set value = sign.now
  from known, unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
    as sign(now, expected, stepped, smallest_step, longest_silence)
  where alive.name = '${signCounters.aliveAt}'
    and known.up_since <= sign.now
    and sign.now - alive.value > -sign.smallest_step
    and sign.now - alive.value <= sign.longest_silence
    and abs(sign.now - sign.expected - (known.stepped - sign.stepped)) < sign.smallest_step
  returning known.up_since as "upSince", known.stepped as "steppedMs"`)

/**
 * Writes down that pings are taken, if there was no gap and nobody has set the clock, as almost always; null: that was not so,
 * and nothing was written. For PostgreSQL, where each statement costs a way there and back. `expected` is what the clock
 * would show if nobody had set it since `steppedMs` was known.
 */
export async function writePlainSign(
  db: Db,
  sign: {
    now: number
    expected: number
    steppedMs: number
    smallestStepMs: number
    longestSilenceMs: number
  },
): Promise<{ upSince: number; steppedMs: number } | null> {
  const { now, expected, steppedMs, smallestStepMs, longestSilenceMs } = sign
  const { rows } = await write(db, [
    [now],
    [Math.round(expected)],
    [steppedMs],
    [smallestStepMs],
    [longestSilenceMs],
  ])
  return rows[0] ?? null
}
