import { unlinkIdentity } from '@sonde/actions/identities/unlink-identity.ts'
import { conflict, invalidInput } from '@sonde/actions/refusal.ts'
import { readSecondFactor } from '@sonde/actions/second-factor/read-second-factor.ts'
import { IdentityLink, IdentityLinkStart, UserIdentities } from '@sonde/schema/accounts/sign-in-options.ts'
import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { listIdentitiesOf } from '@sonde/store/accounts/identities.ts'
import { Type } from 'typebox'
import { userIdOf } from '../http/access.ts'
import { userActorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { verifyOwnCode } from '../second-factor/verify-own-code.ts'
import type { SignInDeps } from '../session/sign-in-deps.ts'
import { verifyCurrentPassword } from '../users/verify-current-password.ts'
import { ownPath } from './own-path.ts'

const url = '/v1/users/me/identities'
const config = { access: { kind: 'user' } } as const

/** How a user who has a password connects the identity provider to the own user, and disconnects it. */
export function ownIdentityRoutes(app: App, deps: SignInDeps): void {
  app.get(
    url,
    {
      schema: {
        summary: 'List the identity providers you can sign in with',
        tags: ['Users'],
        response: answers({ 200: UserIdentities }),
      },
      config,
    },
    async (request) => {
      const rows = await listIdentitiesOf(deps.store.read, userIdOf(request))
      return rows.map(({ id, issuer, subject, email, createdAt, lastUsedAt }) => ({
        id,
        issuer,
        subject,
        email,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
      }))
    },
  )

  app.post(
    url,
    {
      schema: {
        summary: 'Connect the identity provider',
        description:
          'Returns the address to open in the browser within a minute, and sets a cookie for the way back. Needs the password, and a code if you have a second factor: from then on you can sign in with the provider without them.',
        tags: ['Users'],
        body: IdentityLink,
        response: answers({ 200: IdentityLinkStart }, 409),
      },
      config,
    },
    async (request, reply) => {
      const { provider } = deps
      if (provider === null) throw conflict('No identity provider is configured on this server')
      const { currentPassword, code, next } = request.body
      const user = await verifyCurrentPassword(request, deps, currentPassword)
      const { isEnabled } = await readSecondFactor(deps.store.read, user.id)
      if (isEnabled && code === undefined) {
        throw invalidInput([{ path: 'code', message: 'is required: a code of your second factor' }])
      }
      if (isEnabled && code !== undefined) await verifyOwnCode(request, deps, { user, code })
      const path = ownPath(next, deps.publicUrl())
      provider.cookies.setLink(request, reply, { userId: user.id, next: path })
      return { url: '/oidc/start?link' }
    },
  )

  app.delete(
    `${url}/:id`,
    {
      schema: {
        summary: 'Disconnect an identity provider',
        description: 'Rejected if you have no password, because you could not sign in any more.',
        tags: ['Users'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }, 409),
      },
      config,
    },
    async (request, reply) => {
      await unlinkIdentity(deps, userActorOf(request, deps), { id: request.params.id })
      return reply.code(204).send()
    },
  )
}
