import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { deleteInvite as remove, findInvite } from '@sonde/store/accounts/invites.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function deleteInvite(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/accounts/me/invites/:id',
    {
      schema: {
        summary: 'Take an invite back',
        tags: ['Accounts'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.id, now: deps.clock.now() }
      await deps.store.write(async (db) => {
        const invite = await findInvite(db, key)
        if (invite === null || !(await remove(db, invite.id))) throw notFound('invite')
        await recordChange(db, actorOf(request, deps), {
          entityType: 'INVITE',
          entityId: invite.id,
          entityName: invite.email,
          before: { email: invite.email, role: invite.role },
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
