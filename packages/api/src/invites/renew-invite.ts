import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { OpenInvite } from '@sonde/schema/accounts/invite.ts'
import { findInvite, renewInvite as renew } from '@sonde/store/accounts/invites.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf, userIdOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { newInviteToken } from '@sonde/actions/invites/invite-token.ts'
import { inviteLimit, inviteMs, requireInviter } from './inviting.ts'
import { sendInvite } from '@sonde/actions/invites/send-invite.ts'

export function renewInvite(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/accounts/me/invites/:id/renew',
    {
      schema: {
        summary: 'Give an invite a new address',
        description:
          'For another 7 days, in your name. The address that it had before opens nothing any more.',
        tags: ['Accounts'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 200: OpenInvite }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' }, limit: inviteLimit },
      onRequest: requireInviter,
    },
    async (request) => {
      const { id: accountId } = accountOf(request)
      const now = deps.clock.now()
      const key = { accountId, id: request.params.id, now }
      const { token, hash } = newInviteToken()
      const renewed = await deps.store.write(async (db) => {
        const before = await findInvite(db, key)
        if (before === null) throw notFound('invite')
        const expiresAt = now + inviteMs
        await renew(db, { id: before.id, hash, invitedBy: userIdOf(request), updatedAt: now, expiresAt })
        const invite = await findInvite(db, key)
        if (invite === null) throw notFound('invite')
        await recordChange(db, actorOf(request, deps), {
          entityType: 'INVITE',
          entityId: invite.id,
          entityName: invite.email,
          before: { expiresAt: new Date(before.expiresAt).toISOString() },
          after: { expiresAt: new Date(expiresAt).toISOString() },
        })
        return await sendInvite(db, deps, { invite, token, at: now })
      })
      deps.wakeDelivery()
      return renewed
    },
  )
}
