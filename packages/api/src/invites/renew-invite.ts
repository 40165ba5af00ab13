import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { OpenInvite } from '@sonde/schema/accounts/invite.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { inviteLimit, requireInviter } from './inviting.ts'
import { renewInvite } from '@sonde/actions/invites/renew-invite.ts'

export function renewInviteRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/accounts/me/invites/:id/renew',
    {
      schema: {
        summary: 'Renew an invite',
        description: 'Creates a new link for another 7 days, in your name. The old link stops working.',
        tags: ['Accounts'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 200: OpenInvite }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' }, limit: inviteLimit },
      onRequest: requireInviter,
    },
    async (request) => renewInvite(deps, actorOf(request, deps), { id: request.params.id }),
  )
}
