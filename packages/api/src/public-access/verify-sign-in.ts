import { nextSignInStep } from '@sonde/actions/second-factor/read-second-factor.ts'
import { useSecondFactor } from '@sonde/actions/second-factor/use-second-factor.ts'
import { isPasswordOf } from '@sonde/actions/users/password.ts'
import { findMemberPassword } from '@sonde/store/accounts/member-passwords.ts'
import type { FastifyRequest } from 'fastify'
import { addressKey } from '../http/rate-limiting.ts'
import type { ApiDeps } from '../api-deps.ts'
import { isAtHome } from './at-home.ts'
import type { SignInTries } from './sign-in-tries.ts'
import type { SignInTarget } from './try-gates.ts'

/**
 * Whether the form opens the private page: with its own password, or with the e-mail address and password of a member
 * of its account, and a code where the member signs in with one.
 */
export async function verifySignIn(
  deps: ApiDeps & { tries: SignInTries },
  request: FastifyRequest,
  form: URLSearchParams,
  page: { name: string; accountId: string; passwordHash: string },
): Promise<{ retryAfterSeconds: number } | { isRight: boolean }> {
  const visitor = addressKey(request.ip)
  const password = form.get('password') ?? ''
  const email = textIn(form, 'email')
  const member = email === '' ? null : await findMemberPassword(deps.store.read, { ...page, email })
  const isMemberPasswordOn = deps.oidc?.settings.isOnly !== true
  const ofMember = isMemberPasswordOn ? (member?.passwordHash ?? null) : null
  const stored = email === '' ? page.passwordHash : ofMember
  const key = {
    visitor,
    target: targetOf(email, page.name),
    isAtHome: member !== null && (await isAtHome(deps, { ip: request.ip, email })),
  }
  const attempt = await deps.tries.attempt(key, () => isPasswordOf(password, stored))
  if ('retryAfterSeconds' in attempt || !attempt.isRight || member === null) return attempt
  const step = await nextSignInStep(deps.store.read, member.userId)
  // Who has yet to set a second factor up does so at the sign-in of Sonde itself.
  if (step !== 'SECOND_FACTOR') return { isRight: step === null }
  const { userId } = member
  const { ip: address, id: requestId } = request
  const actor = { type: 'USER', userId, keyId: null, keyName: null, address, requestId } as const
  const code = textIn(form, 'code')
  return await deps.tries.attempt({ visitor, target: { kind: 'code', name: userId } }, () =>
    deps.store.write((db) => useSecondFactor(db, deps, { ...actor, at: deps.clock.now() }, { code })),
  )
}

/** Whose password is in the form: that of the member whom it names, or of the page. */
function targetOf(email: string, page: string): SignInTarget {
  return email === '' ? { kind: 'page', name: page } : { kind: 'user', name: email }
}

function textIn(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\0', '').trim()
}
