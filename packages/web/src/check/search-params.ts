import { isPreset, type Preset, type Range } from '../parts/range.ts'
import type { ResultsFilter } from '../resources/check-result.ts'

/** What the address of the overview says; what it does not say is left to the screen. */
export type OverviewSearch = {
  range?: Preset
  /** Both or none; they stand before `range`. Milliseconds since 1970. */
  from?: number
  to?: number
  /** The locations that have a line. */
  locations?: string[]
  /** The moment that is pinned. Milliseconds since 1970. */
  at?: number
  view?: 'table'
}

type RawSearch = Record<string, unknown>

export function readOverviewSearch(raw: RawSearch): OverviewSearch {
  const locations = readTexts(raw['locations'])
  return {
    ...(isPreset(raw['range']) ? { range: raw['range'] } : {}),
    ...readWindow(raw),
    ...(locations.length === 0 ? {} : { locations }),
    ...(isMoment(raw['at']) ? { at: raw['at'] } : {}),
    ...(raw['view'] === 'table' ? { view: 'table' } : {}),
  }
}

/** What the address says; null where it leaves the choice to the screen. `since` is the first run of the check. */
export function rangeOf({ range, from, to }: OverviewSearch, since: number | null): Range | null {
  if (from !== undefined && to !== undefined) return { from, to }
  if (range === undefined) return null
  return since === null ? { preset: range } : { preset: range, since }
}

export const verdictFilters = ['failed', 'not-failed'] as const
export type VerdictFilter = (typeof verdictFilters)[number]

export const attemptFilters = ['ATTEMPT', 'ALL'] as const
export type AttemptFilter = (typeof attemptFilters)[number]

export type ResultsSearch = {
  verdict?: VerdictFilter
  location?: string
  from?: number
  to?: number
  /** FINAL unless told. */
  attempts?: AttemptFilter
  /** Where this page begins, as the one before told. */
  after?: string
}

export function readResultsSearch(raw: RawSearch): ResultsSearch {
  const verdict = verdictFilters.find((one) => one === raw['verdict'])
  const attempts = attemptFilters.find((one) => one === raw['attempts'])
  const location = readText(raw['location'])
  const after = readText(raw['after'])
  return {
    ...(verdict === undefined ? {} : { verdict }),
    ...(location === null ? {} : { location }),
    ...readWindow(raw),
    ...(attempts === undefined ? {} : { attempts }),
    ...(after === null ? {} : { after }),
  }
}

/** The same as a request. */
export function resultsFilterOf({
  verdict,
  location,
  from,
  to,
  attempts,
  after,
}: ResultsSearch): ResultsFilter {
  return {
    nextId: after,
    location,
    hasFailures: verdict === undefined ? undefined : verdict === 'failed',
    resultType: attempts ?? 'FINAL',
    from,
    to,
  }
}

export type AlertsSearch = { page?: number }

export function readAlertsSearch({ page }: RawSearch): AlertsSearch {
  return typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? { page } : {}
}

/** Either end alone is none. */
function readWindow({ from, to }: RawSearch): { from?: number; to?: number } {
  const isWindow = isMoment(from) && isMoment(to) && from < to
  return isWindow ? { from, to } : {}
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 253_402_300_800_000
}

/** A name made of digits alone arrives as a number. */
function readText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= 1000 ? text : null
}

function readTexts(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => readText(one) ?? []).slice(0, 50)
}
