import type { CheckOverviewRow } from '../resources/check-overview.ts'

/** An agent may be busy, and a result takes its way: so many runs may fail to come before it means something. */
const toleratedRuns = 3
const toleratedMs = 60_000

/** Since when nobody has looked, although a check should run; `isNever`: not once since it was made. */
export type MissingResults = { since: string; isNever: boolean }

/** Null while results come as they should, and where none is due: what is paused, by hand or by maintenance, and heartbeats, which have a clock of their own. */
export function missingResultsOf(
  {
    activated,
    periodSeconds,
    lastResult,
    createdAt,
    maintenance,
  }: Pick<CheckOverviewRow, 'activated' | 'periodSeconds' | 'lastResult' | 'createdAt' | 'maintenance'>,
  now: number,
): MissingResults | null {
  if (!activated || periodSeconds === null || maintenance?.pauses === true) return null
  const since = lastResult?.at ?? createdAt
  const isOverdue = now - Date.parse(since) > toleratedRuns * periodSeconds * 1000 + toleratedMs
  return isOverdue ? { since, isNever: lastResult === null } : null
}
