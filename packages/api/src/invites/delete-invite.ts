import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteInvite } from '@sonde/actions/invites/delete-invite.ts'

export function deleteInviteRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/accounts/me/invites/:id',
    {
      schema: {
        summary: 'Revoke an invite',
        tags: ['Accounts'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      await deleteInvite(deps, actorOf(request, deps), { id: request.params.id })
      return reply.code(204).send()
    },
  )
}
