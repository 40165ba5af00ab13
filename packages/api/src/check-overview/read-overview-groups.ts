import type { CheckOverviewGroups, CheckOverviewGroupsQuery } from '@sonde/schema/checks/check-overview.ts'
import { type CheckStatus, checkStatuses } from '@sonde/schema/runs/verdict.ts'
import { groupNames } from '@sonde/store/checks/check-groups.ts'
import { countOverviewBy } from '@sonde/store/checks/check-overview.ts'
import { foldForSearch } from '@sonde/store/engine/text-search.ts'
import type { ApiDeps } from '../api-deps.ts'
import { offsetOf } from '../http/paging.ts'
import { countOf, filterOf, readSums, shownCounts } from './read-overview.ts'

type Head = { name: string | null; byStatus: Readonly<Record<CheckStatus, number>> }

/** The checks that match, counted by group or by tag: the heads of a list whose rows are read head by head. */
export async function readOverviewGroups(
  { store: { read } }: Pick<ApiDeps, 'store'>,
  accountId: string,
  query: CheckOverviewGroupsQuery,
): Promise<CheckOverviewGroups> {
  const { by, sort, limit } = query
  const filter = filterOf(accountId, query)
  const [sums, found, names] = await Promise.all([
    readSums(read, filter),
    countOverviewBy(read, by, filter),
    by === 'group' ? groupNames(read, accountId) : new Map<number, string>(),
  ])
  const heads = found
    .map(({ key, byStatus }) => ({
      group: typeof key === 'number' ? { id: key, name: names.get(key) ?? String(key) } : null,
      tag: typeof key === 'string' ? key : null,
      name: typeof key === 'number' ? (names.get(key) ?? String(key)) : key,
      byStatus,
      total: countOf(byStatus, filter),
    }))
    .filter(({ total }) => total > 0)
    .toSorted(
      (left, right) => (sort === 'status' ? worstOf(left) - worstOf(right) : 0) || byName(left, right),
    )
  const offset = offsetOf(query)
  return {
    groups: heads.slice(offset, offset + limit).map(({ group, tag, total, byStatus }) => ({
      group,
      tag,
      total,
      counts: shownCounts(byStatus),
    })),
    groupCount: heads.length,
    ...sums,
  }
}

/** The place of the worst status that a check of it has: paused checks say nothing about it. */
function worstOf({ byStatus }: Head): number {
  const worst = checkStatuses.findIndex((status) => status !== 'paused' && byStatus[status] > 0)
  return worst === -1 ? checkStatuses.length : worst
}

/** By the same letters as checks; those without a group or tag are last. */
function byName(left: Head, right: Head): number {
  if (left.name === null || right.name === null) {
    return left.name === right.name ? 0 : left.name === null ? 1 : -1
  }
  const [first, second] = [foldForSearch(left.name), foldForSearch(right.name)]
  return first < second ? -1 : first > second ? 1 : left.name < right.name ? -1 : 1
}
