import { OwnPasswordChange } from '@sonde/schema/accounts/user.ts'
import { findUserForUpdate, updateUser } from '@sonde/store/accounts/users.ts'
import { endSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { Masked } from '@sonde/actions/audit/changed-fields.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import { sessionIdOf } from '../session/session-id.ts'
import { judgeCurrentPassword, wrongPassword } from './judge-current-password.ts'
import { hashPassword } from '@sonde/actions/users/password.ts'
import { recordOwnChange } from './record-own-change.ts'

export function changePassword(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  app.put(
    '/v1/users/me/password',
    {
      schema: {
        summary: 'Change your password',
        description: 'Ends all your other sessions. API keys go on working.',
        tags: ['Users'],
        body: OwnPasswordChange,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'user' } },
    },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body
      const judged = await judgeCurrentPassword(request, deps, currentPassword)
      const passwordHash = await hashPassword(newPassword)
      await deps.store.write(async (db) => {
        const user = await findUserForUpdate(db, judged.id)
        if (user === null || user.passwordHash !== judged.passwordHash) throw wrongPassword()
        await updateUser(db, { id: user.id, passwordHash, updatedAt: deps.clock.now() })
        await endSessionsOf(db, { userId: user.id, except: sessionIdOf(request) })
        await recordOwnChange(
          db,
          { user, request, deps },
          {
            before: { password: new Masked(user.passwordHash) },
            after: { password: new Masked(passwordHash) },
          },
        )
      })
      return reply.code(204).send()
    },
  )
}
