import { updateOwnUser } from '@sonde/actions/users/update-own-user.ts'
import { OwnUser, OwnUserUpdate } from '@sonde/schema/accounts/user.ts'
import type { ApiDeps } from '../api-deps.ts'
import { userActorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import { verifyCurrentPassword } from './verify-current-password.ts'

export function updateOwnUserRoute(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  app.patch(
    '/v1/users/me',
    {
      schema: {
        summary: 'Change your name or e-mail address',
        description: 'To change the e-mail address, send `currentPassword`.',
        tags: ['Users'],
        body: OwnUserUpdate,
        response: answers({ 200: OwnUser }, 409),
      },
      config: { access: { kind: 'user' } },
    },
    async (request) => {
      const verifyPassword = (password: string) => verifyCurrentPassword(request, deps, password)
      const order = { input: request.body }
      return await updateOwnUser({ ...deps, verifyPassword }, userActorOf(request, deps), order)
    },
  )
}
