import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { dashboardKeyPrefix } from '@sonde/schema/status-pages/dashboard.ts'
import type { DashboardKeyRow } from '@sonde/store/dashboards/dashboards.ts'
import { hashPassword } from '../users/password.ts'

/** 160 random bits: to be typed once and kept by the browser. */
const randomByteCount = 20

/** A password for a private dashboard. The raw one is for the answer, the rest for the database. */
export async function newDashboardKey(now: number): Promise<{ rawKey: string; row: DashboardKeyRow }> {
  const rawKey = dashboardKeyPrefix + randomBytes(randomByteCount).toString('hex')
  const hash = await hashPassword(rawKey)
  return { rawKey, row: { id: randomUUIDv7(), hash, lastFour: rawKey.slice(-4), createdAt: now } }
}
