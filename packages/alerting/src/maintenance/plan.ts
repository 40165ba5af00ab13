import { isDeepStrictEqual } from 'node:util'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { longestReminderMinutes } from '@sonde/schema/alerts/maintenance-window.ts'
import type { MaintenanceWindowRow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { MaintenanceRow } from '@sonde/store/maintenance/maintenances.ts'
import { endStep, isActive, type MaintenanceStep } from './lifecycle.ts'
import {
  latestStarted,
  occurrenceAt,
  occurrencesFrom,
  type Occurrence,
  type Recurrence,
} from './recurrence.ts'

/** Made early enough for the longest reminder, and for a server that is away for a day. */
const horizonMs = longestReminderMinutes * minuteMs + dayMs
const mostAhead = 12

type Window = Pick<MaintenanceWindowRow, 'startsAt' | 'endsAt' | 'config'>

function recurrenceOf({ startsAt, endsAt, config }: Window): Recurrence {
  const { repeatInterval, repeatUnit, repeatEndsAt, timezone } = config
  return { startsAt, endsAt, repeatInterval, repeatUnit, repeatEndsAt, timezone }
}

/** The occurrence that is under way, and those to come: the next one, and all others within the horizon. */
export function wantedOccurrences(window: Window, now: number): Occurrence[] {
  const occurrences: Occurrence[] = []
  let ahead = 0
  for (const occurrence of occurrencesFrom(recurrenceOf(window), now)) {
    const isAhead = occurrence.startsAt > now
    if (isAhead && ahead > 0 && (ahead === mostAhead || occurrence.startsAt > now + horizonMs)) break
    occurrences.push(occurrence)
    if (isAhead) ahead += 1
  }
  return occurrences
}

/** The earliest plan that can matter for what `replan` and `wantedOccurrences` decide. */
export function earliestPlan(window: Window, now: number): number {
  const starts = [currentOccurrence(window, now), occurrencesFrom(recurrenceOf(window), now).next().value]
  return Math.min(now, ...starts.map((occurrence) => occurrence?.startsAt ?? now))
}

/** What a change of a window means for the occurrences that it has already. */
export type Replan = {
  /** With new dates. */
  rescheduled: MaintenanceRow[]
  /** With a new status as well. */
  steps: MaintenanceStep[]
  removed: MaintenanceRow[]
}

/**
 * Occurrences that have not begun follow the window, and so does the one under way: it gets the dates that
 * the window now has for this moment, or ends when there are none. What has ended stays as it was, except that
 * a window made longer goes on. Those with dates of their own keep them.
 */
export function replan(before: Window, after: Window, rows: readonly MaintenanceRow[], now: number): Replan {
  const result: Replan = { rescheduled: [], steps: [], removed: [] }
  const [old, next] = [recurrenceOf(before), recurrenceOf(after)]
  if (isDeepStrictEqual(old, next)) return result
  const current = currentOccurrence(after, now)
  const active = rows.filter(({ status, isDeleted }) => isActive(status) && !isDeleted)
  const waiting = rows.filter(({ status, isDeleted }) => status === 'SCHEDULED' || isDeleted)
  const ended = rows.filter((row) => !active.includes(row) && !waiting.includes(row))
  const plannedStarts = new Set(ended.map(({ plannedAt }) => plannedAt))

  const expired = current === null || active.length > 0 ? undefined : ended.find(wasCutOff)
  if (current !== null && expired !== undefined) {
    result.steps.push(goesOn(expired, current, now))
    plannedStarts.add(current.startsAt)
  }
  for (const row of active) {
    if (current === null || plannedStarts.has(current.startsAt)) {
      result.steps.push(endStep(row, { config: after.config, endedAt: now, now }))
    } else {
      plannedStarts.add(current.startsAt)
      result.rescheduled.push(withDates(row, current, now))
    }
  }
  for (const row of waiting) {
    const occurrence = sameOccurrence(row.plannedAt, old, next)
    if (occurrence === null || occurrence.endsAt <= now || plannedStarts.has(occurrence.startsAt)) {
      // Without a place in the new plan: only what was given dates by hand is worth keeping.
      if (!row.isMoved || row.isDeleted) result.removed.push(row)
      continue
    }
    plannedStarts.add(occurrence.startsAt)
    const plannedAt = occurrence.startsAt
    result.rescheduled.push(
      row.isMoved || row.isDeleted ? { ...row, plannedAt } : withDates(row, occurrence, now),
    )
  }
  return result

  /** Over because its time was up, and it is its own time that the change makes longer. */
  function wasCutOff(row: MaintenanceRow): boolean {
    const planned =
      row.status === 'COMPLETED' && !row.isMoved ? occurrenceStartingAt(old, row.plannedAt) : null
    return (
      current !== null &&
      current.endsAt > now &&
      planned?.startsAt === row.startsAt &&
      planned.endsAt === row.endsAt &&
      sameOccurrence(row.plannedAt, old, next)?.startsAt === current.startsAt
    )
  }
}

/** Dates that the window gives: whatever was moved by hand before follows it again. */
function withDates(row: MaintenanceRow, { startsAt, endsAt }: Occurrence, now: number): MaintenanceRow {
  const reminded = startsAt === row.startsAt ? row.reminded : []
  return { ...row, plannedAt: startsAt, startsAt, endsAt, isMoved: false, reminded, updatedAt: now }
}

/** The occurrence of this moment; one that a person must end lasts until the next. */
function currentOccurrence(window: Window, now: number): Occurrence | null {
  const { enabled, autoEnd } = window.config.statusPageVisibility
  const latest = latestStarted(recurrenceOf(window), now)
  return latest !== null && (latest.endsAt > now || (enabled && !autoEnd)) ? latest : null
}

function goesOn(row: MaintenanceRow, current: Occurrence, now: number): MaintenanceStep {
  return {
    before: row,
    after: { ...withDates(row, current, now), status: 'IN_PROGRESS', endedAt: null },
    description: 'The maintenance continues.',
    notifySubscribers: false,
  }
}

/** The occurrence with the same number, as far as numbers still mean the same. */
function sameOccurrence(plannedAt: number, old: Recurrence, next: Recurrence): Occurrence | null {
  const index = occurrenceStartingAt(old, plannedAt)?.index ?? null
  const sameSteps = old.repeatInterval === next.repeatInterval && old.repeatUnit === next.repeatUnit
  return index === null || (index > 0 && !sameSteps) ? null : occurrenceAt(next, index)
}

function occurrenceStartingAt(recurrence: Recurrence, at: number): Occurrence | null {
  const latest = latestStarted(recurrence, at)
  return latest?.startsAt === at ? latest : null
}
