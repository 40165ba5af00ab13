import type { Dashboard } from '@sonde/schema/status-pages/dashboard.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { DashboardRow } from '@sonde/store/dashboards/dashboards.ts'
import { noBindings, shownBindings } from '../projects/shown-bindings.ts'
import { dashboardFields } from './dashboard-document.ts'

/** `rawKey` is known only in the answer to the write that makes it. */
export function writtenDashboard(row: DashboardRow, rawKey = '', bindings = noBindings): Dashboard {
  const { key } = row
  return {
    ...dashboardFields(row),
    id: row.id,
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
    ...bindings,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
  }
}

/** As it is read: a password is shown to whoever makes it, and clients take an empty one for the password itself. */
export function dashboardAnswer(row: DashboardRow, bindings = noBindings): Dashboard {
  const { keys: _keys, ...answer } = writtenDashboard(row, '', bindings)
  return row.key === null ? { ...answer, keys: [] } : answer
}

/** The same of many, for people of the account: with the projects of code that they belong to. */
export async function dashboardAnswers(db: Db, rows: readonly DashboardRow[]): Promise<Dashboard[]> {
  const bindings = await shownBindings(
    db,
    'dashboard',
    rows.map(({ id }) => id),
  )
  return rows.map((row) => dashboardAnswer(row, bindings(row.id)))
}
