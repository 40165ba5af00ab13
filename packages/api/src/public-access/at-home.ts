import { findUserByEmail } from '@sonde/store/accounts/users.ts'
import { listSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { addressKey } from '../http/rate-limiting.ts'

/**
 * Whether the user with this e-mail address has signed in from the same network before, and still is. Whoever guesses at
 * the user from many others keeps everybody waiting who tries the password, and must not keep the user waiting.
 */
export async function isAtHome(
  { store, clock }: Pick<ApiDeps, 'store' | 'clock'>,
  { ip, email }: { ip: string; email: string },
): Promise<boolean> {
  const user = await findUserByEmail(store.read, email)
  if (user === null) return false
  const sessions = await listSessionsOf(store.read, { userId: user.id, now: clock.now() })
  return sessions.some(({ address }) => address !== null && addressKey(address) === addressKey(ip))
}
