import {
  type CheckOverview,
  type CheckOverviewQuery,
  overviewStatuses,
} from '@sonde/schema/checks/check-overview.ts'
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
  const filter = {
    accountId,
    search: query.search,
    checkTypes: query.checkType,
    statuses: query.status,
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
  const statuses = query.status === undefined ? overviewStatuses : new Set(query.status)
  return {
    checks: inOrderOf(rows, { sort, order }),
    total: [...statuses].reduce((sum, status) => sum + byStatus[status], 0),
    counts: byStatus,
    mutedCount: muted,
  }
}
