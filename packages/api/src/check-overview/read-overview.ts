import type {
  CheckOverview,
  CheckOverviewGroupsQuery,
  CheckOverviewQuery,
} from '@sonde/schema/checks/check-overview.ts'
import { apiStatuses, statusOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { type CheckStatus, checkStatuses } from '@sonde/schema/runs/verdict.ts'
import {
  countOverview,
  overviewChecks,
  type OverviewFilter,
  pickOverview,
} from '@sonde/store/checks/check-overview.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { offsetOf } from '../http/paging.ts'
import { inOrderOf } from './in-order-of.ts'
import { overviewRows, type OverviewDeps } from './overview-rows.ts'

/** One page of the checks of an account. The number of queries does not depend on how many there are. */
export async function readOverview(
  deps: OverviewDeps,
  accountId: string,
  query: CheckOverviewQuery,
): Promise<CheckOverview> {
  const { read } = deps.store
  const { sort, order, limit } = query
  const filter = filterOf(accountId, query)
  const [sums, ids] = await Promise.all([
    readSums(read, filter),
    pickOverview(read, { ...filter, sort, order, limit, offset: offsetOf(query) }),
  ])
  const rows = await overviewRows(deps, await overviewChecks(read, ids))
  return { checks: inOrderOf(rows, { sort, order }), ...sums }
}

export function filterOf(
  accountId: string,
  query: CheckOverviewQuery | CheckOverviewGroupsQuery,
): OverviewFilter {
  return {
    accountId,
    search: query.search,
    checkTypes: query.checkType,
    statuses: query.status?.map(statusOfApi),
    tags: query.tag,
    groupId: query.groupId,
    isGrouped: query.grouped,
    isTagged: query.tagged,
    places: query.location,
    isPlaced: query.located,
    activated: query.activated,
    muted: query.muted,
  }
}

/** What is said of all checks that match, whatever the page. */
export async function readSums(
  db: Db,
  filter: OverviewFilter,
): Promise<Pick<CheckOverview, 'total' | 'counts' | 'mutedCount'>> {
  const { byStatus, muted } = await countOverview(db, filter)
  return { total: countOf(byStatus, filter), counts: shownCounts(byStatus), mutedCount: muted }
}

/** Those of the statuses that are asked for. */
export function countOf(
  byStatus: Readonly<Record<CheckStatus, number>>,
  { statuses = checkStatuses }: Pick<OverviewFilter, 'statuses'>,
): number {
  return [...new Set(statuses)].reduce((sum, status) => sum + byStatus[status], 0)
}

export function shownCounts(counts: Readonly<Record<CheckStatus, number>>): CheckOverview['counts'] {
  const entries = checkStatuses.map((status) => [apiStatuses[status], counts[status]])
  // Safe because every status has an entry.
  return Object.fromEntries(entries) as CheckOverview['counts']
}
