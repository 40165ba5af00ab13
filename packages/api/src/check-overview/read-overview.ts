import type { CheckOverview, CheckOverviewQuery } from '@sonde/schema/checks/check-overview.ts'
import { apiStatuses, statusOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { type CheckStatus, checkStatuses } from '@sonde/schema/runs/verdict.ts'
import { countOverview, overviewChecks, pickOverview } from '@sonde/store/checks/check-overview.ts'
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
  const statuses = query.status?.map(statusOfApi)
  const filter = {
    accountId,
    search: query.search,
    checkTypes: query.checkType,
    statuses,
    tags: query.tag,
    groupId: query.groupId,
    activated: query.activated,
    muted: query.muted,
  }
  const [{ byStatus, muted }, ids] = await Promise.all([
    countOverview(read, filter),
    pickOverview(read, { ...filter, sort, order, limit, offset: offsetOf(query) }),
  ])
  const rows = await overviewRows(deps, await overviewChecks(read, ids))
  const wanted = new Set(statuses ?? checkStatuses)
  return {
    checks: inOrderOf(rows, { sort, order }),
    total: [...wanted].reduce((sum, status) => sum + byStatus[status], 0),
    counts: shownCounts(byStatus),
    mutedCount: muted,
  }
}

function shownCounts(counts: Readonly<Record<CheckStatus, number>>): CheckOverview['counts'] {
  const entries = checkStatuses.map((status) => [apiStatuses[status], counts[status]])
  // Safe because every status has an entry.
  return Object.fromEntries(entries) as CheckOverview['counts']
}
