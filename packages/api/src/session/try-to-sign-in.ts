import type { FastifyRequest } from 'fastify'
import { addressKey } from '../http/rate-limiting.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'

/** All places where a password of a user is asked for: whoever guesses at one guesses at all. */
const attemptScope = 'session'

/** What `find` found by a password, null counting as a wrong one; or how long whoever guessed too often has to wait. */
export async function tryToSignIn<User>(
  tries: SignInTries,
  { ip }: Pick<FastifyRequest, 'ip'>,
  find: () => Promise<User | null>,
): Promise<{ user: User | null } | { retryAfterSeconds: number }> {
  const outcome: { user: User | null } = { user: null }
  const attempt = await tries.attempt({ visitor: addressKey(ip), page: attemptScope }, async () => {
    outcome.user = await find()
    return outcome.user !== null
  })
  return 'retryAfterSeconds' in attempt ? attempt : outcome
}
