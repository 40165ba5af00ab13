import type { SecondFactorProof } from '@sonde/schema/accounts/second-factor.ts'
import type { UserRow } from '@sonde/store/accounts/users.ts'
import { invalidInput, type Refusal } from '../refusal.ts'

/**
 * Returns the user who acts, whose password and code these are; the code is used up by it. Refuses wrong ones, and whoever
 * has tried too often.
 */
export type VerifyOwner = (proof: SecondFactorProof) => Promise<UserRow>

export function wrongCode(): Refusal {
  return invalidInput([{ path: 'code', message: 'is wrong or was already used' }])
}
