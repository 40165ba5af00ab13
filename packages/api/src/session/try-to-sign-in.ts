import type { FastifyRequest } from 'fastify'
import { addressKey } from '../http/rate-limiting.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'

/** What `find` found by the password of the user with this address, null counting as a wrong one; or how long whoever guessed too often has to wait. */
export async function tryToSignIn<User>(
  tries: SignInTries,
  { ip }: Pick<FastifyRequest, 'ip'>,
  email: string,
  find: () => Promise<User | null>,
): Promise<{ user: User | null } | { retryAfterSeconds: number }> {
  const outcome: { user: User | null } = { user: null }
  const target = { kind: 'user', name: email.trim() } as const
  const attempt = await tries.attempt({ visitor: addressKey(ip), target }, async () => {
    outcome.user = await find()
    return outcome.user !== null
  })
  return 'retryAfterSeconds' in attempt ? attempt : outcome
}
