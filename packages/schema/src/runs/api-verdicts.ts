import { invert } from '@sonde/ground/invert.ts'
import type { CheckStatus, RunEnd, TargetVerdict, Verdict } from './verdict.ts'

/** How the public API says it, for whoever answers and for whoever asks. */

export const apiVerdicts = {
  passed: 'PASSED',
  degraded: 'DEGRADED',
  failed: 'FAILED',
  withheld: 'WITHHELD',
} as const satisfies Readonly<Record<Verdict, string>>
export type ApiVerdict = (typeof apiVerdicts)[Verdict]

export const apiStatuses = {
  failed: 'FAILING',
  degraded: 'DEGRADED',
  'no-data': 'NO_DATA',
  passed: 'PASSING',
  paused: 'PAUSED',
} as const satisfies Readonly<Record<CheckStatus, string>>
export type ApiStatus = (typeof apiStatuses)[CheckStatus]

/** What the list of checks is filtered by, which is older than the statuses. */
const statusFilters = {
  passed: 'passing',
  failed: 'failing',
  degraded: 'degraded',
} as const satisfies Readonly<Record<TargetVerdict, string>>
export type StatusFilter = (typeof statusFilters)[TargetVerdict]
/** In the order of the document. */
export const statusFilterNames: readonly StatusFilter[] = Object.values(statusFilters)

const verdictsBack = invert(apiVerdicts)
const statusesBack = invert(apiStatuses)
const statusFiltersBack = invert(statusFilters)

export function verdictOfApi(verdict: ApiVerdict): Verdict {
  return verdictsBack[verdict]
}

export function statusOfApi(status: ApiStatus): CheckStatus {
  return statusesBack[status]
}

export function statusOfFilter(filter: StatusFilter): TargetVerdict {
  return statusFiltersBack[filter]
}

/** In results and sessions, which have a field for each. */
export type EndFlags = Record<'hasErrors' | 'hasFailures' | 'isDegraded' | 'isCancelled', boolean>

export function flagsOf(end: RunEnd): EndFlags {
  return {
    hasErrors: end === 'withheld',
    hasFailures: end === 'failed',
    isDegraded: end === 'degraded',
    isCancelled: end === 'cancelled',
  }
}

/** A field that was not asked for, or that has no value, says nothing. */
export function endOfFlags(flags: {
  readonly [Flag in keyof EndFlags]?: boolean | null | undefined
}): RunEnd {
  if (flags.isCancelled === true) return 'cancelled'
  if (flags.hasErrors === true) return 'withheld'
  if (flags.hasFailures === true) return 'failed'
  return flags.isDegraded === true ? 'degraded' : 'passed'
}
