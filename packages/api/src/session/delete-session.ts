import { endSession } from '@sonde/store/accounts/web-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { publicAnswers } from '../http/operation.ts'
import { requireOwnPage } from '../http/pages/own-page.ts'
import { clearSessionCookie, readSessionCookie } from '../http/session-cookie.ts'
import { hashSessionToken } from '../http/session-token.ts'

/** Without the token against forged requests: whoever has lost it must still be able to sign out. */
export function deleteSession(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/session',
    {
      schema: {
        summary: 'Sign out',
        description:
          'Ends the session of the cookie and removes the cookie, also if the session has already ended.',
        tags: ['Session'],
        response: publicAnswers({ 204: noContent }, 403),
      },
      config: { access: publicAccess },
    },
    async (request, reply) => {
      const publicUrl = deps.publicUrl()
      requireOwnPage(request, publicUrl)
      const token = readSessionCookie(request)
      if (token !== null) await deps.store.write((db) => endSession(db, hashSessionToken(token)))
      clearSessionCookie(request, reply, { publicUrl })
      return reply.code(204).send()
    },
  )
}
