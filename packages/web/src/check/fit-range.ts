import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { presetSince, type Preset } from '../parts/range.ts'

/** From when to when there is data; null each when there is none. */
export type Extent = { firstAt: number | null; lastAt: number | null }

/**
 * How much time a check opens with: three hours while it fails and a day otherwise, never more than the data there is, and
 * as far back as its last run where that is long ago.
 */
export function fitPreset({ firstAt, lastAt }: Extent, isFailing: boolean, now: number): Preset {
  if (firstAt === null || lastAt === null) return '1h'
  const usual = isFailing ? '3h' : '24h'
  const usualMs = isFailing ? 3 * hourMs : dayMs
  if (now - lastAt >= usualMs) return presetSince(lastAt, now)
  return now - firstAt < usualMs ? presetSince(firstAt, now) : usual
}
