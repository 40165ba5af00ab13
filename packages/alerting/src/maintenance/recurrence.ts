import { dayMs } from '@sonde/ground/durations.ts'
import type { RepeatUnit } from '@sonde/schema/alerts/maintenance-window.ts'

/** What the occurrences of a window follow from. */
export type Recurrence = {
  /** The first occurrence. */
  startsAt: number
  endsAt: number
  /** Null: once. */
  repeatInterval: number | null
  repeatUnit: RepeatUnit | null
  /** A moment of the last day, in the zone, on which an occurrence may start. */
  repeatEndsAt: number | null
  /** Null: UTC. */
  timezone: string | null
}

/** Occurrence number `index`, from 0. */
export type Occurrence = { index: number; startsAt: number; endsAt: number }

const longestUnitMs: Readonly<Record<RepeatUnit, number>> = { DAY: dayMs, WEEK: 7 * dayMs, MONTH: 31 * dayMs }
/** Beyond it no calendar of ours goes. */
const latestYear = 9999

/**
 * The occurrences from the first that ends after `at`, in order, without end where the window has none: take
 * as many as you need.
 */
export function* occurrencesFrom(recurrence: Recurrence, at: number): Generator<Occurrence, void> {
  if (isEmpty(recurrence)) return
  for (let index = firstCandidate(recurrence, at); ; index += 1) {
    const occurrence = occurrenceAt(recurrence, index)
    if (occurrence === null) return
    if (isReal(occurrence) && occurrence.endsAt > at) yield occurrence
  }
}

/** The latest occurrence that has started by `at`; null when none has. */
export function latestStarted(recurrence: Recurrence, at: number): Occurrence | null {
  if (isEmpty(recurrence)) return null
  let latest: Occurrence | null = null
  for (let index = firstCandidate(recurrence, at); ; index += 1) {
    const occurrence = occurrenceAt(recurrence, index)
    if (occurrence === null || occurrence.startsAt > at) return latest
    if (isReal(occurrence)) latest = occurrence
  }
}

/** A window that ends when it starts does nothing: looking for its next occurrence would never end. */
function isEmpty({ startsAt, endsAt }: Recurrence): boolean {
  return endsAt <= startsAt
}

/** A zone that skips a whole day moves the start of that day onto the next one: there is only one of the two. */
function isReal({ startsAt, endsAt }: Occurrence): boolean {
  return endsAt > startsAt
}

/** Null when the window has no such occurrence. */
export function occurrenceAt(recurrence: Recurrence, index: number): Occurrence | null {
  const startsAt = startOf(recurrence, index)
  if (startsAt === null) return null
  // Where a change of clocks takes an hour away, one occurrence ends as the next begins.
  const nextStartsAt = startOf(recurrence, index + 1)
  const endsAt = startsAt + (recurrence.endsAt - recurrence.startsAt)
  return { index, startsAt, endsAt: nextStartsAt === null ? endsAt : Math.min(endsAt, nextStartsAt) }
}

/** Local date and time of the first start, and so many units later: counted from there each time, because a
 * month that was too short must not shorten those that follow. */
function startOf(recurrence: Recurrence, index: number): number | null {
  const { startsAt, repeatInterval, repeatUnit, repeatEndsAt, timezone } = recurrence
  if (index === 0) return startsAt
  if (repeatInterval === null || repeatUnit === null) return null
  const zone = timezone ?? 'UTC'
  const units = index * repeatInterval
  const local = localTime(startsAt, zone).add(
    repeatUnit === 'MONTH' ? { months: units } : { days: repeatUnit === 'WEEK' ? 7 * units : units },
  )
  if (local.year > latestYear) return null
  const isAfterEnd =
    repeatEndsAt !== null &&
    Temporal.PlainDate.compare(local.toPlainDate(), localTime(repeatEndsAt, zone).toPlainDate()) > 0
  // A gap shifts the start forward, and of a doubled hour the first is meant.
  return isAfterEnd ? null : local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

function localTime(at: number, zone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()
}

/** An index at which no later occurrence than the one at `at` stands, a few steps before it at most. */
function firstCandidate({ startsAt, endsAt, repeatInterval, repeatUnit }: Recurrence, at: number): number {
  if (repeatInterval === null || repeatUnit === null) return 0
  const elapsedMs = at - startsAt - (endsAt - startsAt)
  const steps = Math.floor(elapsedMs / (repeatInterval * longestUnitMs[repeatUnit])) - 1
  return Math.max(0, steps)
}
