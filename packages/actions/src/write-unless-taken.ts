import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import { conflict } from './refusal.ts'

/** Of two that are written in the same moment with one address, the database lets one have it. */
export async function writeUnlessTaken<Result>(
  store: Store,
  message: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await store.write(work)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw conflict(message)
  }
}
