import { type DashboardRow, takenByDashboard } from '@sonde/store/dashboards/dashboards.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import { type Refusal, conflict } from '../refusal.ts'

/** Inside `write`: no other dashboard of the installation may have the addresses of this one. */
export async function requireFreeAddresses(
  db: Db,
  dashboard: Pick<DashboardRow, 'customUrl' | 'customDomain'> & { id: number | null },
): Promise<void> {
  const taken = await takenByDashboard(db, dashboard)
  if (taken.customUrl) throw isTaken('customUrl')
  if (taken.customDomain) throw isTaken('customDomain')
}

/** Two dashboards that are written in the same moment: the database lets one of them have the address. */
export async function writeUnlessTaken<Result>(
  store: Store,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await store.write(work)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw isTaken('customUrl or customDomain')
  }
}

function isTaken(field: string): Refusal {
  return conflict(`Another dashboard has this ${field}`)
}
