import type { UserRow } from '@sonde/store/accounts/users.ts'
import type { FastifyRequest } from 'fastify'
import { addressKey } from '../http/rate-limiting.ts'
import { tooManyRequests } from '../http/refusal.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'

/** What `use` returns for the code, null counting as a wrong one. Whoever guessed too often is refused. */
export async function tryCode<Result>(
  tries: SignInTries,
  { ip }: Pick<FastifyRequest, 'ip'>,
  user: Pick<UserRow, 'id'>,
  use: () => Promise<Result | null>,
): Promise<Result | null> {
  let result: Result | null = null
  const target = { kind: 'code', name: user.id } as const
  const attempt = await tries.attempt({ visitor: addressKey(ip), target }, async () => {
    result = await use()
    return result !== null
  })
  if ('retryAfterSeconds' in attempt) throw tooManyRequests(attempt.retryAfterSeconds)
  return result
}
