import { hourMs } from '@sonde/ground/durations.ts'
import type { LiveCheck } from '@sonde/schema/accounts/live-event.ts'
import { verdictOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { noVerdicts } from '@sonde/schema/runs/verdict.ts'
import type {
  CheckOverview,
  CheckOverviewRow,
  LastResult,
  OverviewHour,
} from '../resources/check-overview.ts'

/** The page with what the events say. Rows that they do not concern stay the same objects, and are not drawn anew. */
export function patchOverview(overview: CheckOverview, events: readonly LiveCheck[]): CheckOverview {
  const byId = Map.groupBy(events, ({ id }) => id)
  if (!overview.checks.some(({ id }) => byId.has(id))) return overview
  const checks = overview.checks.map((row) => (byId.get(row.id) ?? []).reduce(patchRow, row))
  return { ...overview, checks }
}

function patchRow(row: CheckOverviewRow, event: LiveCheck): CheckOverviewRow {
  const { lastResult } = event
  const isNew = lastResult !== null && !isSameResult(row.lastResult, lastResult)
  // A run that was under way when the check was paused may still end: the check stays paused.
  const statusChange = row.activated
    ? {
        status: event.status,
        ...(event.statusSince === undefined ? {} : { statusSince: event.statusSince }),
        // The reason of another status is none of this one; the list is read anew for it.
        problem: event.status === row.status ? row.problem : null,
      }
    : {}
  const hours = isNew ? countIn(row.hours, lastResult) : row.hours
  return {
    ...row,
    ...statusChange,
    // Why a run ended without a verdict is read with the page; with a verdict there is nothing to explain.
    noVerdict: isNew && verdictOfApi(lastResult.verdict) !== 'withheld' ? null : row.noVerdict,
    lastResult: isNew && isNotOlder(lastResult, row.lastResult) ? lastResult : row.lastResult,
    hours,
    heartbeat: isNew ? restarted(row.heartbeat, lastResult) : row.heartbeat,
    responseTimes: row.responseTimes && movedAlong(row.responseTimes, row.hours, hours),
  }
}

/** What was just read may be told once more by the stream. */
function isSameResult(current: LastResult | null, incoming: LastResult): boolean {
  return (
    current !== null &&
    Date.parse(current.at) === Date.parse(incoming.at) &&
    current.location === incoming.location
  )
}

function isNotOlder(incoming: LastResult, current: LastResult | null): boolean {
  return current === null || Date.parse(incoming.at) >= Date.parse(current.at)
}

function countIn(hours: readonly OverviewHour[], { at, verdict }: LastResult): OverviewHour[] {
  const shiftedHours = movedTo(hours, Date.parse(at))
  const field = verdictOfApi(verdict)
  return shiftedHours.map((hour) => {
    const age = Date.parse(at) - Date.parse(hour.startsAt)
    return age >= 0 && age < hourMs ? { ...hour, [field]: hour[field] + 1 } : hour
  })
}

/** When a new hour has begun, the oldest leaves. A page that slept for days is read anew instead. */
function movedTo(hours: readonly OverviewHour[], at: number): readonly OverviewHour[] {
  const last = hours.at(-1)
  if (last === undefined) return hours
  const missing = Math.floor((at - Date.parse(last.startsAt)) / hourMs)
  if (missing <= 0 || missing > hours.length) return hours
  const fresh = Array.from({ length: missing }, (_, index) => ({
    startsAt: new Date(Date.parse(last.startsAt) + (index + 1) * hourMs).toISOString(),
    ...noVerdicts(),
  }))
  return [...hours, ...fresh].slice(-hours.length)
}

/** A ping starts the timer anew. When the next one is expected is read anew with the page. */
function restarted(
  heartbeat: CheckOverviewRow['heartbeat'],
  { at, verdict }: LastResult,
): CheckOverviewRow['heartbeat'] {
  if (heartbeat === null || verdictOfApi(verdict) === 'failed') return heartbeat
  const alertAt = new Date(Date.parse(at) + heartbeat.alertAfterSeconds * 1000).toISOString()
  return { ...heartbeat, lastPingAt: at, expectedAt: null, alertAt }
}

/** The mean of a running hour is read anew with the page: until then it is not known. */
function movedAlong(
  values: (number | null)[],
  before: readonly OverviewHour[],
  after: readonly OverviewHour[],
): (number | null)[] {
  const [first, last] = [before[0], after[0]]
  if (first === undefined || last === undefined || first.startsAt === last.startsAt) return values
  const missing = (Date.parse(last.startsAt) - Date.parse(first.startsAt)) / hourMs
  return [...values, ...Array.from({ length: missing }, () => null)].slice(-values.length)
}

/**
 * Those of the checks with another status that may belong elsewhere in these rows. Rows below a head that shows all it has
 * can only be moved by their own checks, and a single row not at all; in any other list a check may also come in.
 */
export function movedIn(
  { checks, total }: { checks: readonly { id: string }[]; total: number },
  ids: readonly string[],
  { isClosed }: { isClosed: boolean },
): readonly string[] {
  if (!isClosed || total > checks.length) return ids
  return checks.length < 2 ? [] : ids.filter((id) => checks.some((row) => row.id === id))
}

/** Rows stay where somebody reads them: those that were shown keep their order, those that are new come after them. */
export function inStableOrder<Row extends { id: string }>(
  rows: readonly Row[],
  order: readonly string[],
): readonly Row[] {
  const placeOf = new Map(order.map((id, index) => [id, index]))
  return rows.toSorted(
    (left, right) => (placeOf.get(left.id) ?? order.length) - (placeOf.get(right.id) ?? order.length),
  )
}
