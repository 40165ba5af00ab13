import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { findMember, removeMember as deleteMembership } from '@sonde/store/accounts/members.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf, callerOf, requireRole } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { forbidden, notFound } from '@sonde/actions/refusal.ts'
import { accountScopes } from './account-scopes.ts'

export function removeMember(app: App, deps: ApiDeps): void {
  for (const { path, params, access } of accountScopes('READ_ONLY')) {
    app.delete(
      `${path}/members/:userId`,
      {
        schema: {
          summary: 'Remove a member',
          description: 'Needs ADMIN, or to be that member. The owner cannot be removed.',
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
        const account = accountOf(request)
        const { userId } = request.params
        await deps.store.write(async (db) => {
          const member = await findMember(db, account.id, userId)
          if (!member) throw notFound('member')
          if (member.role === 'OWNER') throw forbidden('The owner cannot be removed')
          await deleteMembership(db, account.id, userId)
          await recordChange(db, actorOf(request, deps), {
            entityType: 'MEMBER',
            entityId: userId.toLowerCase(),
            entityName: member.name ?? member.email,
            before: { email: member.email, role: member.role },
            after: null,
          })
        })
        return reply.code(204).send()
      },
    )
  }
}
