import { InviteCreate, OpenInvite } from '@sonde/schema/accounts/invite.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { inviteLimit, requireInviter } from './inviting.ts'
import { createInvite } from '@sonde/actions/invites/create-invite.ts'

export function createInviteRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/accounts/me/invites',
    {
      schema: {
        summary: 'Invite somebody to the account',
        description:
          'Returns the link with which the person can join, valid for 7 days. It is also mailed if the operator has set SMTP_URL. `GET /v1/accounts/me/members` lists invites with the members. Needs the key of a user: a service key cannot invite. At most 30 a minute per user and per account, renewals included.',
        tags: ['Accounts'],
        body: InviteCreate,
        response: answers({ 201: OpenInvite }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' }, limit: inviteLimit },
      onRequest: requireInviter,
    },
    async (request, reply) =>
      reply.code(201).send(await createInvite(deps, actorOf(request, deps), { input: request.body })),
  )
}
