import { changeMemberRole } from '@sonde/actions/members/change-member-role.ts'
import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { AccountMember, AccountMemberUpdate } from '@sonde/schema/accounts/member.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { accountScopes } from './account-scopes.ts'

export function changeMemberRoleRoute(app: App, deps: ApiDeps): void {
  for (const { path, params, access } of accountScopes('ADMIN')) {
    app.patch(
      `${path}/members/:userId`,
      {
        schema: {
          summary: 'Change the role of a member',
          description: 'The role OWNER cannot be assigned or removed.',
          tags: ['Accounts'],
          params: Type.Object({ ...params, userId: Uuid() }),
          body: AccountMemberUpdate,
          response: answers({ 200: AccountMember }),
        },
        config: { access },
      },
      async (request) =>
        changeMemberRole(deps, actorOf(request, deps), {
          userId: request.params.userId,
          input: request.body,
        }),
    )
  }
}
