import { verdictOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import type { LastResult } from '../resources/check-overview.ts'
import type { ListedResult } from '../resources/check-result.ts'
import type { ResultsSearch } from './search-params.ts'

/** A result that the stream told of, and when. */
export type ReceivedResult = { result: LastResult; receivedAt: number }

/** What was told shortly before a list came may have happened after the list was read. */
const flightMs = 2000

/** How many results a list that begins with the newest lacks by now, of those that it would show. */
export function countFresh(
  events: readonly ReceivedResult[],
  { search, entries, readAt }: { search: ResultsSearch; entries: readonly ListedResult[]; readAt: number },
): number {
  if (search.after !== undefined || search.to !== undefined) return 0
  const keyOf = (at: string, location: string | null | undefined) => `${Date.parse(at)} ${location ?? ''}`
  const listKeys = new Set(
    entries.map(({ startedAt, runLocation }) =>
      startedAt === undefined ? '' : keyOf(startedAt, runLocation),
    ),
  )
  // After a break the stream may tell the same once more.
  const fresh = new Set(
    events
      .filter(({ result, receivedAt }) => receivedAt > readAt - flightMs && isListed(result, search))
      .map(({ result: { at, location } }) => keyOf(at, location)),
  )
  return fresh.difference(listKeys).size
}

/** Whether the list shows it. The stream tells of the last attempts of runs only. */
function isListed({ location, verdict }: LastResult, search: ResultsSearch): boolean {
  if (search.attempts === 'ATTEMPT') return false
  if (search.location !== undefined && search.location !== location) return false
  return (
    search.verdict === undefined || (search.verdict === 'failed') === (verdictOfApi(verdict) === 'failed')
  )
}
