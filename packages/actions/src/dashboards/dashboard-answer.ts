import type { Dashboard } from '@sonde/schema/status-pages/dashboard.ts'
import type { DashboardRow } from '@sonde/store/dashboards/dashboards.ts'
import { configOf } from './dashboard-document.ts'

/** `rawKey` is known only in the answer to the write that makes it. */
export function writtenDashboard(row: DashboardRow, rawKey = ''): Dashboard {
  const { key } = row
  return {
    ...configOf(row),
    id: row.id,
    dashboardId: row.dashboardId,
    customUrl: row.customUrl,
    customDomain: row.customDomain,
    isPrivate: key !== null,
    keys:
      key === null
        ? []
        : [
            {
              id: key.id,
              rawKey,
              maskedKey: `...${key.lastFour}`,
              created_at: new Date(key.createdAt).toISOString(),
              // A password never changes: it is replaced.
              updated_at: null,
            },
          ],
    projectBindings: { owner: null, references: [] },
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
  }
}

/** As it is read: a password is shown to whoever makes it, and clients take an empty one for the password itself. */
export function dashboardAnswer(row: DashboardRow): Dashboard {
  const { keys: _keys, ...answer } = writtenDashboard(row)
  return row.key === null ? { ...answer, keys: [] } : answer
}
