import type { KumaRow } from './kuma-data.ts'
import { jsonOf } from './kuma-values.ts'

type Range = { low: number; high: number }

/** What a URL monitor takes for an answer without any assertion. */
const fine: Range = { low: 100, high: 399 }

/**
 * The accepted codes as assertions. Ours must all hold, so that only one range can be told exactly; an answer from 400
 * on is a failure unless the check is turned around.
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
    if (ranges.length > 1)
      differs(`accepts every status from ${first.low} to ${last.high}, instead of ${told}`)
    return { assertions: between({ low: first.low, high: last.high }), shouldFail: true }
  }
  if (last.high >= 400) differs(`a status from 400 on is a failure here, and was accepted there (${told})`)
  const accepted = ranges.filter(({ low }) => low < 400)
  const hull = { low: first.low, high: Math.min(accepted.at(-1)?.high ?? first.high, fine.high) }
  if (accepted.length > 1)
    differs(`accepts every status from ${hull.low} to ${hull.high}, instead of ${told}`)
  const isAny = hull.low <= fine.low && hull.high >= fine.high
  return { assertions: isAny ? [] : between(hull), shouldFail: false }
}

function between({ low, high }: Range): object[] {
  const source = { source: 'STATUS_CODE', property: '', regex: null }
  return low === high
    ? [{ ...source, comparison: 'EQUALS', target: String(low) }]
    : [
        { ...source, comparison: 'GREATER_THAN', target: String(low - 1) },
        { ...source, comparison: 'LESS_THAN', target: String(high + 1) },
      ]
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
