import { type DashboardRow, takenByDashboard } from '@sonde/store/dashboards/dashboards.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { type Refusal, conflict } from '../refusal.ts'

/** Inside `write`: no other dashboard of the installation may have the addresses of this one. */
export async function requireFreeAddresses(
  db: Db,
  dashboard: Pick<DashboardRow, 'customUrl' | 'customDomain'> & { id: number | null },
): Promise<void> {
  const conflicting = await takenByDashboard(db, dashboard)
  if (conflicting.customUrl !== null) throw isTaken('customUrl')
  if (conflicting.customDomain !== null) throw isTaken('customDomain')
}

export const addressIsTaken = 'Another dashboard has this customUrl or customDomain'

function isTaken(field: string): Refusal {
  return conflict(`Another dashboard has this ${field}`)
}
