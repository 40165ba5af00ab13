import { findScheduledByNumber } from '@sonde/store/checks/scheduled-checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { FindPrivateLocation } from './location-pool.ts'
import { isCurrentSnapshot, type RunnableCheck, toRunnableCheck } from './scheduled-check.ts'

/** A check as the database has it at this moment. */
export type StoredCheck = {
  check: RunnableCheck
  /** The snapshot that its runs are made with; null when that is not written yet. */
  snapshot: number | null
}

/** By number. Deleted checks are missing, and types that no agent runs. */
export async function readStoredChecks(
  db: Db,
  numbers: readonly number[],
  find: FindPrivateLocation,
): Promise<ReadonlyMap<number, StoredCheck>> {
  const checks = new Map<number, StoredCheck>()
  if (numbers.length === 0) return checks
  for (const [no, row] of await findScheduledByNumber(db, numbers)) {
    const check = toRunnableCheck(row, find)
    if (check === null) continue
    checks.set(no, { check, snapshot: isCurrentSnapshot(row, check) ? row.snapshot : null })
  }
  return checks
}
