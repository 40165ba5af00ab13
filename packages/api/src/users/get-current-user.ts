import { CurrentUser } from '@sonde/schema/accounts/user.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import type { ApiDeps } from '../api-deps.ts'
import { callerOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function getCurrentUser(app: App, deps: ApiDeps): void {
  app.get(
    '/next/users/me',
    {
      schema: {
        summary: 'Show who the key belongs to, or who is signed in',
        description: 'A service key belongs to no user: its own id and name are returned.',
        tags: ['Accounts'],
        response: answers({ 200: CurrentUser }),
      },
      config: { access: { kind: 'key' } },
    },
    async (request) => {
      const { userId, via } = callerOf(request)
      if (userId === null && via.kind === 'key') return { id: via.id, name: via.name }
      const user = userId === null ? null : await findUser(deps.store.read, userId)
      if (!user) throw notFound('user')
      return { id: user.id, name: user.name ?? user.email }
    },
  )
}
