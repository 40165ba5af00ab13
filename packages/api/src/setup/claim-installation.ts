import { createHash } from 'node:crypto'
import { InstallationClaim } from '@sonde/schema/accounts/user.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { findLiveSetupToken, useSetupToken } from '@sonde/store/installation/setup-tokens.ts'
import { updateUser } from '@sonde/store/accounts/users.ts'
import { endSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutKey } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { showPlainPage } from '../http/pages/show-plain-page.ts'
import { setSessionCookie } from '../http/session-cookie.ts'
import { nextSignInStep } from '@sonde/actions/second-factor/read-second-factor.ts'
import { secondStepAddress } from '../second-factor/sign-in-challenge.ts'
import type { SignInDeps } from '../session/sign-in-deps.ts'
import { startSession } from '../session/start-session.ts'
import { hashPassword } from '@sonde/actions/users/password.ts'
import { deadLinkPage, formPage } from './setup-page.ts'

type Fields = { name: string; email: string; password: string }

/**
 * The one-time address of a new installation: whoever has it says who the owner is, sets the password and is signed in.
 * A plain form, so that it works before anything else does.
 */
export function claimInstallation(app: App, deps: SignInDeps): void {
  const validate = createValidator().compile(InstallationClaim, { complete: true })
  const options = { schema: { hide: true }, config: { access: publicAccess } }
  const url = '/setup/:token'

  app.register(async (scope) => {
    // Nothing but the form is read here, where nobody has shown a key.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    )

    scope.get(url, options, async (request, reply) => {
      const live = await findLiveSetupToken(deps.store.read, tokenKey(request))
      return live
        ? showPlainPage(reply, 200, formPage({ values: {}, mistakes: [] }))
        : showPlainPage(reply, 404, deadLinkPage())
    })

    scope.post(url, options, async (request, reply) => {
      const key = tokenKey(request)
      const live = await findLiveSetupToken(deps.store.read, key)
      if (!live) return showPlainPage(reply, 404, deadLinkPage())
      const fields = fieldsOf(request.body)
      const mistakes = validate(fields)
      if (mistakes.length > 0) return askAgain(reply, fields, mistakes)
      const passwordHash = await hashPassword(fields.password)
      try {
        const entry = await deps.store.write(async (db) => {
          if (!(await useSetupToken(db, key))) return null
          const { name, email } = fields
          const { accountId, userId } = live
          if (!(await updateUser(db, { id: userId, name, email, passwordHash, updatedAt: key.now })))
            return null
          await endSessionsOf(db, { userId, except: null })
          await recordDocument(db, withoutKey(request, { accountId, userId, at: key.now }), 'USER', {
            before: { id: userId },
            after: { id: userId, name, email, password: passwordHash },
          })
          const user = { id: userId, passwordHash }
          const next = await nextSignInStep(db, userId)
          if (next !== null) return { address: secondStepAddress(next, deps.challenges.issue(user)) }
          const token = await startSession(db, request, { user, now: key.now })
          return token === null ? null : { token }
        })
        if (entry === null) return showPlainPage(reply, 404, deadLinkPage())
        if ('address' in entry) return reply.redirect(entry.address, 303)
        const { token } = entry
        setSessionCookie(request, reply, { token, publicUrl: deps.publicUrl() })
        return reply.redirect('/', 303)
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        return askAgain(reply, fields, [{ path: 'email', message: 'belongs to another user' }])
      }
    })
  })

  function tokenKey(request: FastifyRequest): { hash: string; now: number } {
    const { token } = request.params as { token: string }
    return { hash: hashSetupToken(token), now: deps.clock.now() }
  }
}

export function hashSetupToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function fieldsOf(body: unknown): Fields {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  const text = (name: string) => (form.get(name) ?? '').replaceAll('\0', '')
  return { name: text('name').trim(), email: text('email').trim(), password: text('password') }
}

function askAgain(
  reply: FastifyReply,
  { name, email }: Fields,
  mistakes: readonly Violation[],
): FastifyReply {
  return showPlainPage(reply, 400, formPage({ values: { name, email }, mistakes }))
}
