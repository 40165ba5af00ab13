import { beginningOf } from '@sonde/ground/beginning-of.ts'
import { type BrowserRunDetail, mostComparisons } from '@sonde/schema/check-types/browser/result.ts'
import type { RecordedComparison } from './page-evidence.ts'

/** Comparisons as a result tells them: files by the names under which they are kept, null for those that are not. */
export function shownComparisons(
  comparisons: readonly RecordedComparison[],
  names: ReadonlyMap<string, string>,
): Pick<BrowserRunDetail, 'snapshots'> {
  const nameOf = (place: string | null) => (place === null ? null : (names.get(place) ?? null))
  return {
    snapshots: comparisons.slice(0, mostComparisons).map(({ path, state, expected, actual, diff, key }) => ({
      path: beginningOf(path, 1_000),
      state,
      expected: nameOf(expected),
      actual: nameOf(actual),
      diff: nameOf(diff),
      ...(key === undefined ? {} : { key }),
    })),
  }
}
