import { endMemberSessions } from '@sonde/actions/members/end-member-sessions.ts'
import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { accountScopes } from './account-scopes.ts'

export function endMemberSessionsRoute(app: App, deps: ApiDeps): void {
  for (const { path, params, access } of accountScopes('ADMIN')) {
    app.delete(
      `${path}/members/:userId/sessions`,
      {
        schema: {
          summary: 'Sign a member out everywhere',
          description:
            'Ends all sessions of the member, who can sign in again. API keys keep working. Only the owner can sign the owner out.',
          tags: ['Accounts'],
          params: Type.Object({ ...params, userId: Uuid() }),
          response: answers({ 204: noContent }),
        },
        config: { access },
      },
      async (request, reply) => {
        const { role } = accountOf(request)
        const order = { userId: request.params.userId, role }
        await endMemberSessions(deps, actorOf(request, deps), order)
        return reply.code(204).send()
      },
    )
  }
}
