import type { Db } from '@sonde/store/store.ts'
import { sizeVariablesToWrite } from '@sonde/store/variables.ts'
import { Refusal } from '../http/refusal.ts'

/** Every run of the account that names one is filled in from all of them. */
export const mostVariables = 500
export const mostValueBytes = 1_000_000

/**
 * Refuses a value that the account has no room for; `before` is the one that it takes the place of, null for a new
 * variable. To be called inside the write, before the variable is locked.
 */
export async function requireRoom(
  db: Db,
  accountId: string,
  { before, after }: { before: string | null; after: string },
): Promise<void> {
  const { count, valueBytes } = await sizeVariablesToWrite(db, accountId)
  if (before === null && count >= mostVariables) {
    throw tooMuch(`The account has ${count} variables, and may have no more than ${mostVariables}`)
  }
  const more = Buffer.byteLength(after) - Buffer.byteLength(before ?? '')
  if (more > 0 && valueBytes + more > mostValueBytes) {
    throw tooMuch(
      `The values of the variables of the account would have ${valueBytes + more} bytes, and may have no more than ${mostValueBytes}`,
    )
  }
}

function tooMuch(message: string): Refusal {
  return new Refusal(402, message, { attributes: {} })
}
