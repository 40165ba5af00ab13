import type { Comparison } from '../check-types/assertion.ts'
import type { KumaRow } from './kuma-data.ts'
import { jsonOf } from './kuma-values.ts'

type Range = { low: number; high: number }

/** What a URL monitor takes for an answer without any assertion. */
const fine: Range = { low: 100, high: 399 }

/** Codes between ranges that are excluded one by one. */
const mostExcluded = 20

/**
 * The accepted codes as assertions. Ours must all hold, so that ranges are told exactly when there is little between
 * them; an answer from 400 on is a failure unless the check is turned around.
 */
export function statusCodesOf(
  row: KumaRow,
  differs: (why: string) => void,
): { assertions: object[]; shouldFail: boolean } {
  const ranges = merged(rangesOf(row))
  const [first] = ranges
  const last = ranges.at(-1)
  if (first === undefined || last === undefined) return { assertions: [], shouldFail: false }
  const told = ranges.map(({ low, high }) => (low === high ? `${low}` : `${low}-${high}`)).join(', ')
  if (first.low >= 400) {
    differs('no answer at all passes, too: a check that expects a status from 400 on expects a failure here')
    return { assertions: within(ranges, told, differs), shouldFail: true }
  }
  if (last.high >= 400) differs(`a status from 400 on is a failure here, and was accepted there (${told})`)
  const accepted = ranges
    .filter(({ low }) => low < 400)
    .map(({ low, high }) => ({ low, high: Math.min(high, fine.high) }))
  const isAny = accepted.length === 1 && first.low <= fine.low && last.high >= fine.high
  return { assertions: isAny ? [] : within(accepted, told, differs), shouldFail: false }
}

/** Assertions that hold for the codes of these ranges, and for as few others as possible. */
function within(ranges: readonly Range[], told: string, differs: (why: string) => void): object[] {
  const hull = { low: ranges[0]?.low ?? 0, high: ranges.at(-1)?.high ?? 0 }
  const excluded = ranges.flatMap(({ high }, index) => {
    const next = ranges[index + 1]?.low ?? high + 1
    return Array.from({ length: next - high - 1 }, (_, nth) => high + 1 + nth)
  })
  if (excluded.length > mostExcluded) {
    differs(`accepts every status from ${hull.low} to ${hull.high}, instead of ${told}`)
    return between(hull)
  }
  return [...between(hull), ...excluded.map((code) => assertion('NOT_EQUALS', code))]
}

function between({ low, high }: Range): object[] {
  return low === high
    ? [assertion('EQUALS', low)]
    : [assertion('GREATER_THAN', low - 1), assertion('LESS_THAN', high + 1)]
}

function assertion(comparison: Comparison, code: number): object {
  return { source: 'STATUS_CODE', property: '', regex: null, comparison, target: String(code) }
}

function rangesOf(row: KumaRow): Range[] {
  const listed = jsonOf(row, 'accepted_statuscodes_json')
  if (!Array.isArray(listed)) return []
  return listed.flatMap((entry: unknown) => {
    const match = /^(\d{3})(?:\s*-\s*(\d{3}))?$/.exec(String(entry).trim())
    if (match === null) return []
    const low = Number(match[1])
    return [{ low, high: Number(match[2] ?? low) }]
  })
}

function merged(ranges: readonly Range[]): Range[] {
  const sorted = ranges.filter(({ low, high }) => low <= high).toSorted((a, b) => a.low - b.low)
  const result: Range[] = []
  for (const range of sorted) {
    const before = result.at(-1)
    if (before !== undefined && range.low <= before.high + 1) before.high = Math.max(before.high, range.high)
    else result.push({ ...range })
  }
  return result
}
