import { createHash } from 'node:crypto'
import { InstallationClaim } from '@sonde/schema/user.ts'
import { createValidator } from '@sonde/schema/validator.ts'
import type { Violation } from '@sonde/schema/violation.ts'
import { isUniqueViolation } from '@sonde/store/failures.ts'
import { findLiveSetupToken, useSetupToken } from '@sonde/store/setup-tokens.ts'
import { updateUser } from '@sonde/store/users.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import type { Actor } from '../audit-log/actor.ts'
import { recordDocument } from '../audit-log/record-change.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { hashPassword } from '../users/password.ts'
import { claimedPage, deadLinkPage, formPage } from './setup-page.ts'
import { plainPagePolicy } from '../http/plain-page.ts'

type Fields = { name: string; email: string; password: string }

/**
 * The one-time address of a new installation: whoever has it says who the owner is and sets the password.
 * A plain form, so that it works before anything else does.
 */
export function claimInstallation(app: App, deps: ApiDeps): void {
  const judge = createValidator().compile(InstallationClaim, { complete: true })
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
        ? show(reply, 200, formPage({ values: {}, mistakes: [] }))
        : show(reply, 404, deadLinkPage())
    })

    scope.post(url, options, async (request, reply) => {
      const key = tokenKey(request)
      const live = await findLiveSetupToken(deps.store.read, key)
      if (!live) return show(reply, 404, deadLinkPage())
      const fields = fieldsOf(request.body)
      const mistakes = judge(fields)
      if (mistakes.length > 0) return askAgain(reply, fields, mistakes)
      const passwordHash = await hashPassword(fields.password)
      try {
        const claimed = await deps.store.write(async (db) => {
          if (!(await useSetupToken(db, key))) return false
          const { name, email } = fields
          const { accountId, userId } = live
          if (!(await updateUser(db, { id: userId, name, email, passwordHash, updatedAt: key.now })))
            return false
          await recordDocument(db, claimant({ accountId, userId, at: key.now, request }), 'USER', {
            before: { id: userId },
            after: { id: userId, name, email, password: passwordHash },
          })
          return true
        })
        return claimed ? show(reply, 200, claimedPage(fields.email)) : show(reply, 404, deadLinkPage())
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

/** Known by the one-time address, and by no key. */
function claimant({
  request,
  ...who
}: {
  accountId: string
  userId: string
  at: number
  request: FastifyRequest
}): Actor {
  const { ip: address, id: requestId } = request
  return { ...who, type: 'USER', keyId: null, keyName: null, address, requestId }
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
  return show(reply, 400, formPage({ values: { name, email }, mistakes }))
}

function show(reply: FastifyReply, statusCode: number, html: string): FastifyReply {
  return reply
    .code(statusCode)
    .header('content-security-policy', plainPagePolicy)
    .type('text/html; charset=utf-8')
    .send(html)
}
