import type { Verdict, VerdictCounts } from '@sonde/schema/runs/verdict.ts'
import { verdictWord } from '../parts/status/verdict-looks.ts'
import type { CheckVerdicts } from '../resources/check-stats.ts'

/** One column of the strip; `counts` is null where there was no result. */
export type Span = { startsAt: number; endsAt: number; counts: VerdictCounts | null }

/** All spans of a time, those without any result included. */
export function spansOf({
  from,
  to,
  intervalMinutes,
  spans,
}: Pick<CheckVerdicts, 'from' | 'to' | 'intervalMinutes' | 'spans'>): Span[] {
  const widthMs = intervalMinutes * 60_000
  const first = Math.floor(Date.parse(from) / widthMs) * widthMs
  const countsByStart = new Map(spans.map(({ startsAt, ...counts }) => [Date.parse(startsAt), counts]))
  const length = Math.max(0, Math.ceil((Date.parse(to) - first) / widthMs))
  return Array.from({ length }, (_, index) => {
    const startsAt = first + index * widthMs
    return { startsAt, endsAt: startsAt + widthMs, counts: countsByStart.get(startsAt) ?? null }
  })
}

/** Worst first, as they lie in a column from its top. */
const columnOrder = ['failed', 'degraded', 'withheld', 'passed'] as const satisfies readonly Verdict[]

/** Percent of a column. What is there at all is to be seen, however small. */
export function sharesOf(counts: VerdictCounts): { name: Verdict; percent: number }[] {
  const least = 12
  const present = columnOrder.filter((name) => counts[name] > 0)
  const total = present.reduce((sum, name) => sum + counts[name], 0)
  const shares = present.map((name) => ({ name, percent: Math.max(least, (counts[name] / total) * 100) }))
  const sum = shares.reduce((all, { percent }) => all + percent, 0)
  return shares.map(({ name, percent }) => ({ name, percent: (percent / sum) * 100 }))
}

/** `2 failed, 58 passed` */
export function wordsOf(
  counts: VerdictCounts | null,
  wordOf: (verdict: Verdict) => string = verdictWord,
): string {
  if (counts === null) return 'no result'
  return columnOrder
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${wordOf(name)}`)
    .join(', ')
}

/** `1 of 97 intervals has failures, 3 have no result` */
export function summarizeSpans(spans: readonly Span[]): string {
  const failures = spans.filter(({ counts }) => (counts?.failed ?? 0) > 0).length
  const silent = spans.filter(({ counts }) => counts === null).length
  const have = (count: number) => (count === 1 ? 'has' : 'have')
  const noun = spans.length === 1 ? 'interval' : 'intervals'
  return `${failures} of ${spans.length} ${noun} ${have(failures)} failures, ${silent} ${have(silent)} no result`
}
