import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
/** The time that a check is looked at. */

export const presets = ['1h', '3h', '24h', '7d', '30d', '90d'] as const
export type Preset = (typeof presets)[number]

const lengths: Readonly<Record<Preset, number>> = {
  '1h': hourMs,
  '3h': 3 * hourMs,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
}

export const presetNames: Readonly<Record<Preset, string>> = {
  '1h': '1 hour',
  '3h': '3 hours',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
}

/** Up to now, and not from before `since`, the first run of the check; or from one moment to another. */
export type Range = { preset: Preset; since?: number } | { from: number; to: number }

export type TimeWindow = { from: number; to: number }

/** Shorter than this, nothing is measured often enough to be seen. */
const shortestMs = 5 * minuteMs
const longestMs = 400 * dayMs

export function isPreset(value: unknown): value is Preset {
  return presets.some((preset) => preset === value)
}

export function windowOf(range: Range, now: number): TimeWindow {
  if (!('preset' in range)) return range
  // To the minute, so that spans do not shift between two looks within it.
  const to = Math.ceil(now / minuteMs) * minuteMs
  const { preset, since = 0 } = range
  // A check of ten minutes is not a point at the end of an empty day.
  const begin = Math.min(Math.floor(since / minuteMs) * minuteMs, to - shortestMs)
  return { from: Math.max(to - lengths[preset], begin), to }
}

/** As long, and right before it. */
export function windowBefore(range: Range, now: number): TimeWindow {
  const { from, to } = windowOf(range, now)
  return { from: from - (to - from), to: from }
}

/** Whether it begins with the first run, because there is nothing before. */
export function beginsWithData(range: Range, now: number): boolean {
  return 'preset' in range && windowOf(range, now).from > windowOf({ preset: range.preset }, now).from
}

/** The shortest of the presets that reaches back to a moment. */
export function presetSince(at: number, now: number): Preset {
  return presets.find((preset) => lengths[preset] >= now - at) ?? '90d'
}

/** A time that ends now goes on; one that has been chosen stays as it is. */
export function refreshEvery(range: Range): number | false {
  if (!('preset' in range)) return false
  return range.preset === '1h' || range.preset === '3h' ? 30_000 : minuteMs
}

/** A range that somebody marked: not shorter than can be shown, and never turned around. */
export function rangeBetween(left: number, right: number): { from: number; to: number } {
  const [from, to] = [Math.min(left, right), Math.max(left, right)]
  const missing = Math.max(0, shortestMs - (to - from))
  return { from: Math.round(from - missing / 2), to: Math.round(to + missing / 2) }
}

/** Half or twice as long, around a moment. */
export function zoomAround(
  at: number,
  { from, to }: TimeWindow,
  factor: number,
): { from: number; to: number } {
  const half = Math.min(longestMs, (to - from) * factor) / 2
  return rangeBetween(at - half, at + half)
}

const stepsMinutes = [
  1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 480, 720, 1440, 2880, 5760, 10_080, 43_200,
] as const
/** As many as one page of an answer has. */
const mostPoints = 96

/**
 * How far apart the points of a chart are, in minutes: so that they fit in one answer, and no point stands for a
 * time in which nothing was due.
 */
export function intervalFor({ from, to }: TimeWindow, everyMinutes = 0): number {
  const least = Math.max((to - from) / minuteMs / mostPoints, everyMinutes)
  return stepsMinutes.find((step) => step >= least) ?? stepsMinutes[stepsMinutes.length - 1] ?? 1440
}

/** The same for counted verdicts, which are in whole hours where the time is longer than a day. */
export function spanFor(window: TimeWindow): number {
  const minutes = intervalFor(window)
  return window.to - window.from > dayMs ? Math.max(60, minutes) : minutes
}
