import type { QuickRange } from '@sonde/schema/analytics.ts'

/** From inclusive, to exclusive. */
export type TimeWindow = { from: number; to: number }

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** The epoch was a Thursday. */
const firstMondayMs = 4 * dayMs
const weekMs = 7 * dayMs

/** What a named range means at this moment. Weeks begin on Monday; everything is UTC. */
export function windowOf(range: QuickRange, now: number): TimeWindow {
  const monday = now - ((((now - firstMondayMs) % weekMs) + weekMs) % weekMs)
  switch (range) {
    case 'last24Hours':
      return { from: now - dayMs, to: now }
    case 'last7Days':
      return { from: now - 7 * dayMs, to: now }
    case 'last30Days':
      return { from: now - 30 * dayMs, to: now }
    case 'thisWeek':
      return { from: monday, to: now }
    case 'lastWeek':
      return { from: monday - weekMs, to: monday }
    case 'thisMonth':
      return { from: monthOf(now, 0), to: now }
    case 'lastMonth':
      return { from: monthOf(now, -1), to: monthOf(now, 0) }
    default:
      return range satisfies never
  }
}

function monthOf(now: number, offset: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset)
}

/**
 * The part of a window of which anything can be stored: whoever asks for all time must not make anybody walk
 * through it. An hour ahead is for the clocks of servers that are not quite the same.
 */
export function storedPart(
  { from, to }: TimeWindow,
  kept: { now: number; rawRetentionDays: number; rollupRetentionDays: number },
): TimeWindow {
  const keptDays = Math.max(kept.rawRetentionDays, kept.rollupRetentionDays)
  return { from: Math.max(from, kept.now - keptDays * dayMs), to: Math.min(to, kept.now + hourMs) }
}

/** What a query asks for: either end overrides the named range, and fixes the other unless that is given too. */
export function chooseWindow(
  asked: { from?: number | undefined; to?: number | undefined; quickRange: QuickRange },
  now: number,
): TimeWindow {
  if (asked.from === undefined && asked.to === undefined) return windowOf(asked.quickRange, now)
  const to = asked.to ?? now
  return { from: asked.from ?? to - dayMs, to }
}
