import type { HeartbeatState } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { endNumber, endOfNumber } from './stored-verdicts.ts'
import { isShownResult } from '../rollups/recent-hours.ts'

export type LastResultRow = {
  scheduledAt: number
  origin: string
  attempt: number
  startedAt: number
  location: string
  responseTime: number | null
  verdict: RunEnd
  reason: string | null
  isStandIn: boolean | null
}

/**
 * The last final results of these checks that began after their slot `since`, by the numbers of the checks; with this
 * verdict, if one is told.
 */
export async function lastResults(
  db: Db,
  { checkNos, since, verdict }: { checkNos: readonly number[]; since: number; verdict?: RunEnd },
): Promise<Map<number, LastResultRow>> {
  if (checkNos.length === 0) return new Map()
  const isAsked = verdict === undefined ? sql`` : sql`and verdict = ${sql.lit(endNumber(verdict))}`
  const object = isSqlite(db) ? sql.raw('json_object') : sql.raw('json_build_object')
  // Check by check: only then each engine takes the last rows of the index instead of reading all of them.
  const { rows } = await sql<{ no: number; last: unknown }>`
    select no, (
      select ${object}('scheduledAt', scheduled_at, 'origin', origin, 'attempt', attempt,
        'startedAt', started_at, 'location', coalesce(location, origin), 'responseTime', response_time,
        'verdict', verdict, 'reason', reason, 'isStandIn', is_stand_in)
      from results
      where check_no = check_states.no and scheduled_at >= ${sql.lit(since)} and ${isShownResult()} ${isAsked}
      order by scheduled_at desc, check_run_id desc limit 1
    ) as last
    from check_states where no in (${sql.join(checkNos)})`.execute(db)
  return new Map(
    rows.flatMap(({ no, last }) => {
      const value = readLast(last)
      if (value === null) return []
      const { verdict: number, isStandIn, ...row } = value
      return [
        [
          Number(no),
          {
            ...row,
            verdict: endOfNumber(number),
            isStandIn: isStandIn === null ? null : Boolean(isStandIn),
          },
        ],
      ]
    }),
  )
}

type ReadLast = Omit<LastResultRow, 'verdict' | 'isStandIn'> & {
  verdict: number
  isStandIn: boolean | 0 | 1 | null
}

/**
 * SQLite gives it as text, PostgreSQL's driver has read it already. The guarantee behind the cast: the query
 * makes nothing but null and objects of these fields.
 */
function readLast(last: unknown): ReadLast | null {
  return (typeof last === 'string' ? JSON.parse(last) : last) as ReadLast | null
}

export type LastHeartbeatEvent = { id: string; at: number; state: HeartbeatState; reason: string | null }

/** The last events of these heartbeats, by the ids of the checks. */
export async function lastHeartbeatEvents(
  db: Db,
  checkIds: readonly string[],
): Promise<Map<string, LastHeartbeatEvent>> {
  if (checkIds.length === 0) return new Map()
  const { rows } = await sql<Omit<LastHeartbeatEvent, 'at'> & { check_id: string; at: number }>`
    select check_id, id, at, state, reason from heartbeat_events
    where id in (
      select (select id from heartbeat_events where check_id = checks.id order by at desc, id desc limit 1)
      from checks where id in (${sql.join(checkIds)}))`.execute(db)
  return new Map(rows.map(({ check_id: checkId, at, ...event }) => [checkId, { ...event, at: Number(at) }]))
}
