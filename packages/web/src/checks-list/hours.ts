import type { OverviewHour } from '../resources/check-overview.ts'

/** The worst that an hour has seen: one look tells where to look. */
export type HourKind = 'failed' | 'degraded' | 'passed' | 'withheld' | 'none'

export function kindOfHour({ passed, degraded, failed, withheld }: OverviewHour): HourKind {
  if (failed > 0) return 'failed'
  if (degraded > 0) return 'degraded'
  if (passed > 0) return 'passed'
  return withheld > 0 ? 'withheld' : 'none'
}

/** `14:00: 58 passed, 2 failed` */
export function describeHour(hour: OverviewHour, formatHour: (at: number) => string): string {
  const parts = [
    [hour.passed, 'passed'],
    [hour.degraded, 'degraded'],
    [hour.failed, 'failed'],
    [hour.withheld, 'not judged'],
  ] as const
  const counts = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return `${formatHour(Date.parse(hour.startsAt))}: ${counts.length === 0 ? 'no results' : counts.join(', ')}`
}

/** All 24 cells in one sentence, for those who do not see them. */
export function describeHours(hours: readonly OverviewHour[], formatHour: (at: number) => string): string {
  const kinds = hours.map(kindOfHour)
  const failures = kinds.filter((kind) => kind === 'failed').length
  const degraded = kinds.filter((kind) => kind === 'degraded').length
  const silent = kinds.filter((kind) => kind === 'none' || kind === 'withheld').length
  const start = `${hours.length} hours:`
  if (silent === hours.length) return `${start} no verdicts`
  const last = hours[kinds.lastIndexOf('failed')]
  const parts = [
    failures === 0 || last === undefined
      ? null
      : `${failures} with failures, last at ${formatHour(Date.parse(last.startsAt))}`,
    degraded === 0 ? null : `${degraded} degraded`,
    failures + degraded > 0 ? null : silent === 0 ? 'all passed' : `${hours.length - silent} passed`,
    silent === 0 ? null : `${silent} without verdicts`,
  ]
  return `${start} ${parts.filter((part) => part !== null).join(', ')}`
}
