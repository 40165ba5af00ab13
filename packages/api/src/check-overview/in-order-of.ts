import type { CheckOverviewRow, OverviewSort } from '@sonde/schema/checks/check-overview.ts'

/**
 * A page was picked by stats that are some minutes old, and shows those of now: it is in order by what it shows.
 * Every other sort is so already.
 */
export function inOrderOf(
  rows: readonly CheckOverviewRow[],
  { sort, order }: { sort: OverviewSort; order: 'asc' | 'desc' },
): CheckOverviewRow[] {
  if (sort !== 'availability' && sort !== 'p95') return [...rows]
  const sign = order === 'asc' ? 1 : -1
  // Equal rows keep their places, which are those of their names.
  return rows.toSorted((left, right) => {
    const [a, b] = [left[sort], right[sort]]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (a - b)
  })
}
