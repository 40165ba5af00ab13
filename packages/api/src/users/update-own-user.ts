import { OwnUser, OwnUserUpdate } from '@sonde/schema/accounts/user.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { findUser, findUserForUpdate, updateUser } from '@sonde/store/accounts/users.ts'
import type { ApiDeps } from '../api-deps.ts'
import { userIdOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound, invalidInput, conflict } from '@sonde/actions/refusal.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import { judgeCurrentPassword, wrongPassword } from './judge-current-password.ts'
import { recordOwnChange } from './record-own-change.ts'

export function updateOwnUser(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  app.patch(
    '/v1/users/me',
    {
      schema: {
        summary: 'Change your name or e-mail address',
        description: 'Another e-mail address needs `currentPassword`.',
        tags: ['Users'],
        body: OwnUserUpdate,
        response: answers({ 200: OwnUser }, 409),
      },
      config: { access: { kind: 'user' } },
    },
    async (request) => {
      const { currentPassword } = request.body
      const name = request.body.name?.trim()
      const email = request.body.email?.toLowerCase()
      const before = await findUser(deps.store.read, userIdOf(request))
      if (before === null) throw notFound('user')
      const isMoving = email !== undefined && email !== before.email
      if (isMoving && currentPassword === undefined) {
        throw invalidInput([{ path: 'currentPassword', message: 'is needed for another e-mail address' }])
      }
      const judged =
        isMoving && currentPassword !== undefined
          ? await judgeCurrentPassword(request, deps, currentPassword)
          : null
      const change = { ...(name === undefined ? {} : { name }), ...(isMoving ? { email } : {}) }
      try {
        return await deps.store.write(async (db) => {
          const user = await findUserForUpdate(db, before.id)
          if (user === null) throw notFound('user')
          if (judged !== null && judged.passwordHash !== user.passwordHash) throw wrongPassword()
          await updateUser(db, { id: user.id, ...change, updatedAt: deps.clock.now() })
          const shown = { name: user.name, email: user.email }
          const after = { ...shown, ...change }
          await recordOwnChange(db, { user, request, deps }, { before: shown, after })
          return { id: user.id, ...after }
        })
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        throw conflict('This e-mail address belongs to another user')
      }
    },
  )
}
