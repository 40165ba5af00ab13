import type {
  ServiceFollows,
  StatusPageService,
  StatusPageServiceDetail,
} from '@sonde/schema/status-pages/status-page-service.ts'
import { followsOfServices } from '@sonde/store/status-pages/service-follows.ts'
import type { Db } from '@sonde/store/engine/store.ts'
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

export function serviceDetail(row: ServiceRow, follows: ServiceFollows | null): StatusPageServiceDetail {
  return { ...serviceAnswer(row), follows }
}

/** Each with what it follows. */
export async function serviceDetails(
  db: Db,
  rows: readonly ServiceRow[],
): Promise<StatusPageServiceDetail[]> {
  const follows = await followsOfServices(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => serviceDetail(row, follows.get(row.id) ?? null))
}
