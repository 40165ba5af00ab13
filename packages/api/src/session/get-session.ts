import { Session } from '@sonde/schema/accounts/session.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import { findSessionCaller } from '@sonde/store/accounts/web-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { unauthorized } from '../http/refusal.ts'
import { sessionAnswer } from './session-answer.ts'
import { readSessionCookie, setSessionCookie } from '../http/session-cookie.ts'
import { hashSessionToken } from '../http/session-token.ts'

export function getSession(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/session',
    {
      schema: {
        summary: 'Show who is signed in',
        description: 'Uses the cookie and ignores any API key. Renews the cookie for another 30 days.',
        tags: ['Session'],
        response: publicAnswers({ 200: Session }, 401),
      },
      config: { access: publicAccess },
    },
    async (request, reply) => {
      const token = readSessionCookie(request)
      const now = deps.clock.now()
      const session =
        token === null
          ? null
          : await findSessionCaller(deps.store.read, { hash: hashSessionToken(token), accountId: null, now })
      const user = session === null ? null : await findUser(deps.store.read, session.userId)
      if (token === null || session === null || user === null) throw unauthorized('Nobody is signed in')
      deps.keyUse.noteSession(session)
      setSessionCookie(request, reply, { token, publicUrl: deps.publicUrl() })
      return await sessionAnswer(deps, user, { token, expiresAt: session.expiresAt })
    },
  )
}
