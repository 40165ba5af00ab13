import { beginSetUp } from '@sonde/actions/second-factor/begin-set-up.ts'
import { confirmSetUp } from '@sonde/actions/second-factor/confirm-set-up.ts'
import { nextSignInStep } from '@sonde/actions/second-factor/read-second-factor.ts'
import { useSecondFactor } from '@sonde/actions/second-factor/use-second-factor.ts'
import type { UserActor } from '@sonde/actions/actor.ts'
import {
  SecondFactorFirstSession,
  SecondFactorSecret,
  SecondFactorSignIn,
  SecondFactorSignInSetUp,
} from '@sonde/schema/accounts/second-factor.ts'
import { Session } from '@sonde/schema/accounts/session.ts'
import type { UserRow } from '@sonde/store/accounts/users.ts'
import { sessionMs } from '@sonde/store/accounts/web-sessions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { requireOwnPage } from '../http/pages/own-page.ts'
import { unauthorized } from '../http/refusal.ts'
import { setSessionCookie } from '../http/session-cookie.ts'
import type { SignInDeps } from '../session/sign-in-deps.ts'
import { sessionAnswer } from '../session/session-answer.ts'
import { startSession } from '../session/start-session.ts'
import { passed } from './sign-in-challenge.ts'
import { tryCode } from './try-code.ts'

const url = '/v1/session/second-factor'
const config = { access: publicAccess }

/** The second step of a sign-in, for somebody whose password was right. */
export function signInWithCodeRoutes(app: App, deps: SignInDeps): void {
  app.post(
    url,
    {
      schema: {
        summary: 'Sign in with the second factor',
        description:
          'After `POST /v1/session` has returned 202. A code works once. After ten wrong codes within 15 minutes, recovery codes included, no further codes are accepted for this user from anywhere.',
        tags: ['Session'],
        body: SecondFactorSignIn,
        response: publicAnswers({ 200: Session }, 401, 403),
      },
      config,
    },
    async (request, reply) => {
      requireOwnPage(request, deps.publicUrl())
      const { challenge, code } = request.body
      const user = await deps.challenges.userOf(challenge)
      const actor = actorAt(request, user)
      const token = await tryCode(deps.tries, request, user, () =>
        deps.store.write(async (db) => {
          if (!(await useSecondFactor(db, deps, actor, { code }))) return null
          const started = await startSession(db, request, { user, now: actor.at })
          if (started === null) throw passed()
          return started
        }),
      )
      if (token === null) throw wrong()
      deps.wakeDelivery()
      return await answer(request, reply, { user, token, now: actor.at })
    },
  )

  app.post(
    `${url}/set-up`,
    {
      schema: {
        summary: 'Set up the second factor that an account requires, while signing in',
        tags: ['Session'],
        body: SecondFactorSignInSetUp,
        response: publicAnswers({ 200: SecondFactorSecret }, 403),
      },
      config,
    },
    async (request) => {
      requireOwnPage(request, deps.publicUrl())
      const user = await deps.challenges.userOf(request.body.challenge)
      await requireNoFactor(user)
      return await beginSetUp(deps, { userId: user.id, at: deps.clock.now() })
    },
  )

  app.post(
    `${url}/confirm`,
    {
      schema: {
        summary: 'Confirm the second factor and sign in',
        tags: ['Session'],
        body: SecondFactorSignIn,
        response: publicAnswers({ 200: SecondFactorFirstSession }, 401, 403, 409),
      },
      config,
    },
    async (request, reply) => {
      requireOwnPage(request, deps.publicUrl())
      const { challenge, code } = request.body
      const user = await deps.challenges.userOf(challenge)
      await requireNoFactor(user)
      const actor = actorAt(request, user)
      const begun = await tryCode(deps.tries, request, user, () =>
        deps.store.write(async (db) => {
          const recoveryCodes = await confirmSetUp(db, deps, actor, { code, sessionId: null })
          if (recoveryCodes === null) return null
          const token = await startSession(db, request, { user, now: actor.at })
          if (token === null) throw passed()
          return { recoveryCodes, token }
        }),
      )
      if (begun === null) throw wrong()
      deps.wakeDelivery()
      const session = await answer(request, reply, { user, token: begun.token, now: actor.at })
      return { session, recoveryCodes: begun.recoveryCodes }
    },
  )

  /** In another tab it may have been set up meanwhile: from then on a code of it is what opens. */
  async function requireNoFactor({ id }: UserRow): Promise<void> {
    if ((await nextSignInStep(deps.store.read, id)) === 'SECOND_FACTOR') throw passed()
  }

  function actorAt({ ip: address, id: requestId }: FastifyRequest, { id: userId }: UserRow): UserActor {
    return { type: 'USER', userId, keyId: null, keyName: null, address, requestId, at: deps.clock.now() }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { user, token, now }: { user: UserRow; token: string; now: number },
  ) {
    setSessionCookie(request, reply, { token, publicUrl: deps.publicUrl() })
    return await sessionAnswer(deps, user, { token, expiresAt: now + sessionMs })
  }
}

function wrong() {
  return unauthorized('The code is wrong or was already used')
}
