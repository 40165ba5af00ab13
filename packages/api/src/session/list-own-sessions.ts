import { UserSessions } from '@sonde/schema/accounts/session.ts'
import { listSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { userIdOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { sessionIdOf } from './session-id.ts'

export function listOwnSessions(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/users/me/sessions',
    {
      schema: {
        summary: 'List your sessions',
        tags: ['Users'],
        response: answers({ 200: UserSessions }),
      },
      config: { access: { kind: 'user' } },
    },
    async (request) => {
      const userId = userIdOf(request)
      const currentId = sessionIdOf(request)
      await deps.keyUse.flush()
      const rows = await listSessionsOf(deps.store.read, { userId, now: deps.clock.now() })
      return rows.map(({ id, createdAt, lastUsedAt, expiresAt, address, userAgent }) => ({
        id,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
        expiresAt: new Date(expiresAt).toISOString(),
        address,
        userAgent,
        isCurrent: id === currentId,
      }))
    },
  )
}
