import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'

/** The periods over which a dashboard shows figures, and how long these may be shown before they are read again. */
export const periods = {
  '1h': { lengthMs: hourMs, keptMs: minuteMs, words: '1 hour' },
  '3h': { lengthMs: 3 * hourMs, keptMs: minuteMs, words: '3 hours' },
  '24h': { lengthMs: dayMs, keptMs: minuteMs, words: '24 hours' },
  '7d': { lengthMs: 7 * dayMs, keptMs: 5 * minuteMs, words: '7 days' },
  '30d': { lengthMs: 30 * dayMs, keptMs: 10 * minuteMs, words: '30 days' },
} as const

export type Period = keyof typeof periods

export const defaultPeriod: Period = '24h'

export const periodNames: readonly Period[] = ['1h', '3h', '24h', '7d', '30d']

export function isPeriod(text: string): text is Period {
  return Object.hasOwn(periods, text)
}
