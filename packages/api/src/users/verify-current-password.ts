import { findUser, type UserRow } from '@sonde/store/accounts/users.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { userIdOf } from '../http/access.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { tooManyRequests } from '../http/refusal.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import { tryToSignIn } from '../session/try-to-sign-in.ts'
import { isPasswordOf } from '@sonde/actions/users/password.ts'
import { wrongPassword } from '@sonde/actions/users/verify-password.ts'

/**
 * The user who calls, whose password this is. A wrong one counts as a wrong sign-in: whoever finds a browser open is
 * not to guess here instead.
 */
export async function verifyCurrentPassword(
  request: FastifyRequest,
  deps: Pick<ApiDeps, 'store' | 'clock'> & { tries: SignInTries },
  currentPassword: string,
): Promise<UserRow> {
  const user = await findUser(deps.store.read, userIdOf(request))
  if (user === null) throw notFound('user')
  const attempt = await tryToSignIn(deps, request, user.email, async () =>
    (await isPasswordOf(currentPassword, user.passwordHash)) ? user : null,
  )
  if ('retryAfterSeconds' in attempt) throw tooManyRequests(attempt.retryAfterSeconds)
  if (attempt.user === null) throw wrongPassword()
  return attempt.user
}
