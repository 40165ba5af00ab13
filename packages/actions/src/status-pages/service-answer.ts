import type { StatusPageService } from '@sonde/schema/status-pages/status-page-service.ts'
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
