import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { addressKey } from '../http/rate-limiting.ts'
import { isAtHome } from '../public-access/at-home.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'

/** What `find` found by the password of the user with this address, null counting as a wrong one; or how long whoever guessed too often has to wait. */
export async function tryToSignIn<User>(
  deps: Pick<ApiDeps, 'store' | 'clock'> & { tries: SignInTries },
  { ip }: Pick<FastifyRequest, 'ip'>,
  address: string,
  find: () => Promise<User | null>,
): Promise<{ user: User | null } | { retryAfterSeconds: number }> {
  const outcome: { user: User | null } = { user: null }
  const email = address.trim()
  const key = {
    visitor: addressKey(ip),
    target: { kind: 'user', name: email },
    isAtHome: await isAtHome(deps, { ip, email }),
  } as const
  const attempt = await deps.tries.attempt(key, async () => {
    outcome.user = await find()
    return outcome.user !== null
  })
  return 'retryAfterSeconds' in attempt ? attempt : outcome
}
