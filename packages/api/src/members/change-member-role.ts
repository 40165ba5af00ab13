import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { AccountMember, AccountMemberUpdate } from '@sonde/schema/accounts/member.ts'
import { findMember, setMemberRole } from '@sonde/store/accounts/members.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { forbidden, notFound } from '@sonde/actions/refusal.ts'
import { accountScopes } from './account-scopes.ts'
import { memberAnswer } from '@sonde/actions/members/member-answer.ts'

export function changeMemberRole(app: App, deps: ApiDeps): void {
  for (const { path, params, access } of accountScopes('ADMIN')) {
    app.patch(
      `${path}/members/:userId`,
      {
        schema: {
          summary: 'Change the role of a member',
          description: 'OWNER can be neither given nor taken.',
          tags: ['Accounts'],
          params: Type.Object({ ...params, userId: Uuid() }),
          body: AccountMemberUpdate,
          response: answers({ 200: AccountMember }),
        },
        config: { access },
      },
      async (request) => {
        const { id: accountId } = accountOf(request)
        const { userId } = request.params
        return deps.store.write(async (db) => {
          const member = await findMember(db, accountId, userId)
          if (!member) throw notFound('member')
          if (member.role === 'OWNER') throw forbidden('The role of the owner cannot be changed')
          const { role } = request.body
          const updatedAt = deps.clock.now()
          const changed = await setMemberRole(db, { accountId, userId, role, updatedAt })
          if (!changed) throw notFound('member')
          await recordChange(db, actorOf(request, deps), {
            entityType: 'MEMBER',
            entityId: userId.toLowerCase(),
            entityName: member.name ?? member.email,
            before: { role: member.role },
            after: { role },
          })
          return memberAnswer(accountId, { ...member, role, updatedAt })
        })
      },
    )
  }
}
