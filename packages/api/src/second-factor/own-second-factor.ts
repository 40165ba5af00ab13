import { beginSetUp } from '@sonde/actions/second-factor/begin-set-up.ts'
import { confirmSetUp } from '@sonde/actions/second-factor/confirm-set-up.ts'
import { disableSecondFactor } from '@sonde/actions/second-factor/disable-second-factor.ts'
import { readSecondFactor } from '@sonde/actions/second-factor/read-second-factor.ts'
import { renewRecoveryCodes } from '@sonde/actions/second-factor/renew-recovery-codes.ts'
import { wrongCode } from '@sonde/actions/second-factor/verify-owner.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import {
  RecoveryCodes,
  SecondFactor,
  SecondFactorConfirmation,
  SecondFactorProof,
  SecondFactorSecret,
  SecondFactorSetUp,
} from '@sonde/schema/accounts/second-factor.ts'
import type { ApiDeps } from '../api-deps.ts'
import { userIdOf } from '../http/access.ts'
import { userActorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import { sessionIdOf } from '../session/session-id.ts'
import { verifyCurrentPassword } from '../users/verify-current-password.ts'
import { tryCode } from './try-code.ts'
import { ownerVerifier, verifyOwnCode } from './verify-own-code.ts'

const url = '/v1/users/me/second-factor'
const config = { access: { kind: 'user' } } as const

/** What a user who is signed in does about the own second factor. */
export function ownSecondFactorRoutes(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  app.get(
    url,
    {
      schema: {
        summary: 'Show whether you have a second factor',
        tags: ['Users'],
        response: answers({ 200: SecondFactor }),
      },
      config,
    },
    async (request) => await readSecondFactor(deps.store.read, userIdOf(request)),
  )

  app.post(
    url,
    {
      schema: {
        summary: 'Set up a second factor',
        description:
          'Returns the secret for an authenticator app (TOTP, RFC 6238). It takes effect when you confirm a code within 15 minutes. If you already have a second factor, send a code of it: it is replaced.',
        tags: ['Users'],
        body: SecondFactorSetUp,
        response: answers({ 200: SecondFactorSecret }),
      },
      config,
    },
    async (request) => {
      const { currentPassword, code } = request.body
      const user = await verifyCurrentPassword(request, deps, currentPassword)
      const { isEnabled } = await readSecondFactor(deps.store.read, user.id)
      if (isEnabled && code === undefined) {
        throw invalidInput([{ path: 'code', message: 'is required: a code of your current second factor' }])
      }
      if (isEnabled && code !== undefined) await verifyOwnCode(request, deps, { user, code })
      return await beginSetUp(deps, userActorOf(request, deps))
    },
  )

  app.post(
    `${url}/confirm`,
    {
      schema: {
        summary: 'Confirm your second factor',
        description:
          'Needs a code of the secret that was set up. Ends all your other sessions and returns ten recovery codes.',
        tags: ['Users'],
        body: SecondFactorConfirmation,
        response: answers({ 200: RecoveryCodes }, 409),
      },
      config,
    },
    async (request) => {
      const actor = userActorOf(request, deps)
      const order = { code: request.body.code, sessionId: sessionIdOf(request) }
      const recoveryCodes = await tryCode(deps.tries, request, { id: actor.userId }, () =>
        deps.store.write((db) => confirmSetUp(db, deps, actor, order)),
      )
      if (recoveryCodes === null) throw wrongCode()
      deps.wakeDelivery()
      return { recoveryCodes }
    },
  )

  app.post(
    `${url}/recovery-codes`,
    {
      schema: {
        summary: 'Create new recovery codes',
        description: 'The old codes stop working.',
        tags: ['Users'],
        body: SecondFactorProof,
        response: answers({ 200: RecoveryCodes }, 409),
      },
      config,
    },
    async (request) => {
      const verifyOwner = ownerVerifier(request, deps)
      const order = { input: request.body }
      return await renewRecoveryCodes({ ...deps, verifyOwner }, userActorOf(request, deps), order)
    },
  )

  app.post(
    `${url}/disable`,
    {
      schema: {
        summary: 'Turn your second factor off',
        description: 'Rejected while one of your accounts requires a second factor.',
        tags: ['Users'],
        body: SecondFactorProof,
        response: answers({ 204: noContent }, 409),
      },
      config,
    },
    async (request, reply) => {
      const verifyOwner = ownerVerifier(request, deps)
      const order = { input: request.body }
      await disableSecondFactor({ ...deps, verifyOwner }, userActorOf(request, deps), order)
      return reply.code(204).send()
    },
  )
}
