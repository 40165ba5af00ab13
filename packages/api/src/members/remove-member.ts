import { removeMember } from '@sonde/actions/members/remove-member.ts'
import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { callerOf, requireRole } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { accountScopes } from './account-scopes.ts'

export function removeMemberRoute(app: App, deps: ApiDeps): void {
  for (const { path, params, access } of accountScopes('READ_ONLY')) {
    app.delete(
      `${path}/members/:userId`,
      {
        schema: {
          summary: 'Remove a member',
          description:
            'Needs the role ADMIN; members can also remove themselves. The owner cannot be removed.',
          tags: ['Accounts'],
          params: Type.Object({ ...params, userId: Uuid() }),
          response: answers({ 204: noContent }),
        },
        config: { access },
        // With the other questions of who may: before anything is said about the rest of the request.
        onRequest: async (request) => {
          const isSelf = callerOf(request).userId === request.params.userId.toLowerCase()
          const account = callerOf(request).account
          if (!isSelf && account) requireRole(account.role, 'ADMIN')
        },
      },
      async (request, reply) => {
        await removeMember(deps, actorOf(request, deps), { userId: request.params.userId })
        return reply.code(204).send()
      },
    )
  }
}
