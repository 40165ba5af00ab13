import { type Verdict, verdicts } from '@sonde/schema/runs/verdict.ts'
import { verdictWord } from '../../parts/status/verdict-looks.ts'
import type { OverviewHour } from '../../resources/check-overview.ts'

/** The worst that an hour has seen: one look tells where to look. */
export type HourKind = Verdict | 'none'
export const hourKinds = [
  'failed',
  'degraded',
  'passed',
  'withheld',
  'none',
] as const satisfies readonly HourKind[]

export function kindOfHour(hour: OverviewHour): HourKind {
  return hourKinds.find((kind) => kind !== 'none' && hour[kind] > 0) ?? 'none'
}

/** Equal neighbours are one block: 24 small bars are noise, one block with a tick is a fact. `to` is exclusive. */
export function blocksOf(kinds: readonly HourKind[]): { kind: HourKind; from: number; to: number }[] {
  const blocks: { kind: HourKind; from: number; to: number }[] = []
  for (const [index, kind] of kinds.entries()) {
    const last = blocks.at(-1)
    if (last?.kind === kind) last.to = index + 1
    else blocks.push({ kind, from: index, to: index + 1 })
  }
  return blocks
}

/** `14:00: 58 passed, 2 failed` */
export function describeHour(hour: OverviewHour, formatHour: (at: number) => string): string {
  const parts = verdicts
    .filter((verdict) => hour[verdict] > 0)
    .map((verdict) => `${hour[verdict]} ${verdictWord(verdict)}`)
  return `${formatHour(Date.parse(hour.startsAt))}: ${parts.length === 0 ? 'no results' : parts.join(', ')}`
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
