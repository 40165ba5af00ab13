import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'

/** How full the queue of a private location was in one minute. */
export type QueueSample = {
  privateLocationId: string
  /** The beginning of the minute. */
  minuteAt: number
  /** Most runs that waited. */
  queued: number
  /** Longest wait of a waiting run. */
  oldestSeconds: number
  /** Runs that were dropped because nobody leased them in time. */
  dropped: number
  /** Most runs that agents held. */
  inflight: number
}

/** Several servers may sample one minute: the highest figures stand, and what was dropped adds up. Samples
 * of locations that are gone are ignored. */
export async function insertQueueSamples(db: Db, samples: readonly QueueSample[]): Promise<void> {
  if (samples.length === 0) return
  const ids = [...new Set(samples.map(({ privateLocationId }) => privateLocationId))]
  const query = db.selectFrom('private_locations').select('id').where('id', 'in', ids).orderBy('id')
  const present = new Set((await (isSqlite(db) ? query : query.forKeyShare()).execute()).map(({ id }) => id))
  const greater = isSqlite(db) ? sql.raw('max') : sql.raw('greatest')
  // In one order everywhere, so that two servers that write the same rows never wait for each other.
  const inOrder = samples
    .filter(({ privateLocationId }) => present.has(privateLocationId))
    .toSorted(
      (left, right) =>
        left.minuteAt - right.minuteAt || (left.privateLocationId < right.privateLocationId ? -1 : 1),
    )
  for (const sample of inOrder) {
    await db
      .insertInto('queue_samples')
      .values({
        private_location_id: sample.privateLocationId,
        minute_at: sample.minuteAt,
        queued: sample.queued,
        oldest_seconds: sample.oldestSeconds,
        dropped: sample.dropped,
        inflight: sample.inflight,
      })
      .onConflict((conflict) =>
        conflict.columns(['private_location_id', 'minute_at']).doUpdateSet({
          queued: sql`${greater}(queue_samples.queued, excluded.queued)`,
          oldest_seconds: sql`${greater}(queue_samples.oldest_seconds, excluded.oldest_seconds)`,
          dropped: sql`queue_samples.dropped + excluded.dropped`,
          inflight: sql`${greater}(queue_samples.inflight, excluded.inflight)`,
        }),
      )
      .execute()
  }
}

/** From `from` up to but not including `to`, in steps that begin at multiples of `stepMs`, oldest first: the
 * highest figures of each step, and what was dropped in it. A step without samples is left out. */
export async function queueSamples(
  db: Db,
  {
    privateLocationId,
    from,
    to,
    stepMs,
  }: { privateLocationId: string; from: number; to: number; stepMs: number },
): Promise<{ stepAt: number; queued: number; oldestSeconds: number; dropped: number }[]> {
  // As a literal: two parameters would be two different expressions to PostgreSQL.
  const step = sql<number>`minute_at - minute_at % ${sql.lit(stepMs)}`
  const rows = await db
    .selectFrom('queue_samples')
    .select((builder) => [
      step.as('step_at'),
      builder.fn.max('queued').as('queued'),
      builder.fn.max('oldest_seconds').as('oldest_seconds'),
      builder.fn.sum<number>('dropped').as('dropped'),
    ])
    .where('private_location_id', '=', privateLocationId)
    .where('minute_at', '>=', from)
    .where('minute_at', '<', to)
    .groupBy(step)
    .orderBy(step)
    .execute()
  return rows.map((row) => ({
    stepAt: row.step_at,
    queued: row.queued,
    oldestSeconds: row.oldest_seconds,
    dropped: row.dropped,
  }))
}

/** The newest sample of each of these locations, as far as there is one since that moment. */
export async function newestQueueSamples(
  db: Db,
  { privateLocationIds, since }: { privateLocationIds: readonly string[]; since: number },
): Promise<Map<string, Omit<QueueSample, 'dropped'>>> {
  if (privateLocationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('queue_samples')
    .select(['private_location_id', 'minute_at', 'queued', 'oldest_seconds', 'inflight'])
    .where('private_location_id', 'in', privateLocationIds)
    .where('minute_at', '>=', since)
    .orderBy('minute_at')
    .execute()
  return new Map(
    rows.map((row) => [
      row.private_location_id,
      {
        privateLocationId: row.private_location_id,
        minuteAt: row.minute_at,
        queued: row.queued,
        oldestSeconds: row.oldest_seconds,
        inflight: row.inflight,
      },
    ]),
  )
}

export async function forgetQueueSamplesBefore(db: Db, at: number): Promise<void> {
  await db.deleteFrom('queue_samples').where('minute_at', '<', at).execute()
}
