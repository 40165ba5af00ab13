import type { Db } from '@sonde/store/engine/store.ts'
import { sizeOfOtherVariables } from '@sonde/store/variables/variables.ts'
import { type Refusal, limitReached } from '../refusal.ts'

/** Whoever fills in a run of the account has all of them in memory. */
const mostVariables = 500
const mostValueBytes = 1_000_000

/** Refuses a value that the account has no room for. To be called inside the write that has locked the account. */
export async function requireRoom(
  db: Db,
  variable: { accountId: string; key: string; value: string },
): Promise<void> {
  const others = await sizeOfOtherVariables(db, variable)
  if (others.count >= mostVariables) {
    throw tooMuch(`The account has reached its limit of ${others.count} variables: delete one first`)
  }
  const bytes = others.valueBytes + Buffer.byteLength(variable.value)
  if (bytes > mostValueBytes) {
    throw tooMuch(
      `With this value, the variables of the account would have ${bytes} bytes; at most ${mostValueBytes} are allowed`,
    )
  }
}

function tooMuch(message: string): Refusal {
  return limitReached(message)
}
