import { nextSignInStep } from '@sonde/actions/second-factor/read-second-factor.ts'
import { SignInChallenge } from '@sonde/schema/accounts/second-factor.ts'
import { forbidden } from '@sonde/actions/refusal.ts'
import { Session, SessionCreate } from '@sonde/schema/accounts/session.ts'
import { sessionMs } from '@sonde/store/accounts/web-sessions.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { unauthorized, tooManyRequests } from '../http/refusal.ts'
import { verifyUser } from './verify-user.ts'
import { requireOwnPage } from '../http/pages/own-page.ts'
import { sessionAnswer } from './session-answer.ts'
import { setSessionCookie } from '../http/session-cookie.ts'
import { startSession } from './start-session.ts'
import { tryToSignIn } from './try-to-sign-in.ts'

export function createSession(app: App, deps: SignInDeps): void {
  app.post(
    '/v1/session',
    {
      schema: {
        summary: 'Sign in',
        description:
          'Sets the cookie `sonde_session`, which browsers send instead of an API key. With it, requests other than GET, HEAD and OPTIONS need the header `X-CSRF-Token`. After ten wrong attempts within 15 minutes an IP address has to wait; attempts at private status pages and dashboards count too. Users who have a second factor, or need one for an account, get 202 and no cookie yet.',
        tags: ['Session'],
        body: SessionCreate,
        response: publicAnswers({ 200: Session, 202: SignInChallenge }, 401, 403),
      },
      config: { access: publicAccess },
    },
    async (request, reply) => {
      const publicUrl = deps.publicUrl()
      requireOwnPage(request, publicUrl)
      if (deps.oidc?.settings.isOnly === true) {
        throw forbidden(`Sign-in with a password is turned off here: sign in with ${deps.oidc.settings.name}`)
      }
      const attempt = await tryToSignIn(deps, request, request.body.email, () =>
        verifyUser(deps.store.read, request.body),
      )
      if ('retryAfterSeconds' in attempt) throw tooManyRequests(attempt.retryAfterSeconds)
      const { user } = attempt
      if (user === null) throw wrong()
      const next = await nextSignInStep(deps.store.read, user.id)
      if (next !== null) {
        const { challenge, expiresAt } = deps.challenges.issue(user)
        return await reply.code(202).send({ next, challenge, expiresAt: new Date(expiresAt).toISOString() })
      }
      const now = deps.clock.now()
      const token = await deps.store.write((db) => startSession(db, request, { user, now }))
      if (token === null) throw wrong()
      setSessionCookie(request, reply, { token, publicUrl })
      return await sessionAnswer(deps, user, { token, expiresAt: now + sessionMs })
    },
  )
}

function wrong() {
  return unauthorized('E-mail address or password is wrong')
}
