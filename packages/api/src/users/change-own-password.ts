import { changeOwnPassword } from '@sonde/actions/users/change-own-password.ts'
import { OwnPasswordChange } from '@sonde/schema/accounts/user.ts'
import type { ApiDeps } from '../api-deps.ts'
import { userActorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import { sessionIdOf } from '../session/session-id.ts'
import { verifyCurrentPassword } from './verify-current-password.ts'

export function changeOwnPasswordRoute(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  app.put(
    '/v1/users/me/password',
    {
      schema: {
        summary: 'Change your password',
        description: 'Ends all your other sessions. API keys keep working.',
        tags: ['Users'],
        body: OwnPasswordChange,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'user' } },
    },
    async (request, reply) => {
      const verifyPassword = (password: string) => verifyCurrentPassword(request, deps, password)
      const order = { input: request.body, sessionId: sessionIdOf(request) }
      await changeOwnPassword({ ...deps, verifyPassword }, userActorOf(request, deps), order)
      return reply.code(204).send()
    },
  )
}
