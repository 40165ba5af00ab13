import { endSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { userIdOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { sessionIdOf } from './session-id.ts'

export function endOtherSessions(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/users/me/sessions',
    {
      schema: {
        summary: 'Sign out everywhere else',
        description: 'Ends all your sessions except the one of this request; with an API key, all of them.',
        tags: ['Users'],
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'user' } },
    },
    async (request, reply) => {
      const sessions = { userId: userIdOf(request), except: sessionIdOf(request) }
      await deps.store.write((db) => endSessionsOf(db, sessions))
      return reply.code(204).send()
    },
  )
}
