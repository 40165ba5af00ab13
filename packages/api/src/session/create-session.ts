import { Session, SessionCreate } from '@sonde/schema/accounts/session.ts'
import { sessionMs } from '@sonde/store/accounts/web-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { unauthorized, tooManyRequests } from '../http/refusal.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import { verifyUser } from './verify-user.ts'
import { requireOwnPage } from '../http/own-page.ts'
import { sessionAnswer } from './session-answer.ts'
import { setSessionCookie } from '../http/session-cookie.ts'
import { startSession } from './start-session.ts'
import { tryToSignIn } from './try-to-sign-in.ts'

export function createSession(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  app.post(
    '/v1/session',
    {
      schema: {
        summary: 'Sign in',
        description:
          'Sets the cookie `sonde_session`, which browsers send instead of an API key. With it, everything that is neither GET, HEAD nor OPTIONS needs the header `X-CSRF-Token`. After ten wrong tries within 15 minutes an address has to wait, wherever they were made: here, at private status pages or at dashboards.',
        tags: ['Session'],
        body: SessionCreate,
        response: publicAnswers({ 200: Session }, 401, 403),
      },
      config: { access: publicAccess },
    },
    async (request, reply) => {
      const publicUrl = deps.publicUrl()
      requireOwnPage(request, publicUrl)
      const attempt = await tryToSignIn(deps.tries, request, request.body.email, () =>
        verifyUser(deps.store.read, request.body),
      )
      if ('retryAfterSeconds' in attempt) throw tooManyRequests(attempt.retryAfterSeconds)
      const { user } = attempt
      if (user === null) throw wrong()
      const now = deps.clock.now()
      const token = await deps.store.write((db) => startSession(db, request, { user, now }))
      if (token === null) throw wrong()
      setSessionCookie(request, reply, { token, publicUrl })
      return await sessionAnswer(deps.store.read, user, { token, expiresAt: now + sessionMs })
    },
  )
}

function wrong() {
  return unauthorized('E-mail or password is wrong')
}
