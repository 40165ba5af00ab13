import type { FastifyRequest } from 'fastify'
import { addressKey } from '../http/rate-limiting.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'

/** All places where a password of a user is asked for: whoever guesses at one guesses at all. */
const place = 'session'

/** What `find` found by a password, null counting as a wrong one; or how long whoever guessed too often has to wait. */
export async function tryToSignIn<Found>(
  tries: SignInTries,
  { ip }: Pick<FastifyRequest, 'ip'>,
  find: () => Promise<Found | null>,
): Promise<{ found: Found | null } | { retryAfterSeconds: number }> {
  const outcome: { found: Found | null } = { found: null }
  const tried = await tries.judge({ visitor: addressKey(ip), page: place }, async () => {
    outcome.found = await find()
    return outcome.found !== null
  })
  return 'retryAfterSeconds' in tried ? tried : outcome
}
