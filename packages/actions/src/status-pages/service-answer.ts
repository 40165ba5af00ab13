import type {
  ServiceFollows,
  StatusPageService,
  StatusPageServiceDetail,
} from '@sonde/schema/status-pages/status-page-service.ts'
import { followsOfServices } from '@sonde/store/status-pages/service-follows.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { noBindings, shownBindings } from '../projects/shown-bindings.ts'
import type { ServiceRow } from '@sonde/store/status-pages/status-page-services.ts'

export function serviceAnswer(row: ServiceRow): StatusPageService {
  return {
    id: row.id,
    accountId: row.accountId,
    name: row.name,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
  }
}

export function serviceDetail(
  row: ServiceRow,
  follows: ServiceFollows | null,
  bindings = noBindings,
): StatusPageServiceDetail {
  return { ...serviceAnswer(row), follows, ...bindings }
}

/** Each with what it follows, and with the projects of code that it belongs to. */
export async function serviceDetails(
  db: Db,
  rows: readonly ServiceRow[],
): Promise<StatusPageServiceDetail[]> {
  const ids = rows.map(({ id }) => id)
  const follows = await followsOfServices(db, ids)
  const bindings = await shownBindings(db, 'status-page-service', ids)
  return rows.map((row) => serviceDetail(row, follows.get(row.id) ?? null, bindings(row.id)))
}
