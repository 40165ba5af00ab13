import type { UserRow } from '@sonde/store/accounts/users.ts'
import { invalidInput, type Refusal } from '../refusal.ts'

/**
 * Returns the user who acts, whose password this is. Refuses a wrong one, and whoever has tried too often: how tries
 * are counted depends on the way by which somebody comes.
 */
export type VerifyPassword = (currentPassword: string) => Promise<UserRow>

export function wrongPassword(): Refusal {
  return invalidInput([{ path: 'currentPassword', message: 'is wrong' }])
}
