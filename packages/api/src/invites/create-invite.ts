import { randomUUIDv7 } from 'node:crypto'
import { InviteCreate, OpenInvite } from '@sonde/schema/accounts/invite.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { deleteInvite, findInvite, findInviteFor, insertInvite } from '@sonde/store/accounts/invites.ts'
import { findMember } from '@sonde/store/accounts/members.ts'
import { findUserByEmail } from '@sonde/store/accounts/users.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf, userIdOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound, conflict } from '@sonde/actions/refusal.ts'
import { newInviteToken } from '@sonde/actions/invites/invite-token.ts'
import { inviteLimit, inviteMs, requireInviter } from './inviting.ts'
import { sendInvite } from '@sonde/actions/invites/send-invite.ts'

export function createInvite(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/accounts/me/invites',
    {
      schema: {
        summary: 'Invite somebody to the account',
        description:
          'The answer holds the address that lets the person in, for 7 days. It is mailed as well, when the operator has set SMTP_URL. `GET /v1/accounts/me/members` lists invites beside the members. Needs a user: a service key invites nobody.',
        tags: ['Accounts'],
        body: InviteCreate,
        response: answers({ 201: OpenInvite }, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' }, limit: inviteLimit },
      onRequest: requireInviter,
    },
    async (request, reply) => {
      const { id: accountId } = accountOf(request)
      const { role } = request.body
      const email = request.body.email.toLowerCase()
      const now = deps.clock.now()
      const { token, hash } = newInviteToken()
      const id = randomUUIDv7()
      try {
        const made = await deps.store.write(async (db) => {
          const user = await findUserByEmail(db, email)
          if (user !== null && (await findMember(db, accountId, user.id)) !== null) {
            throw conflict(`${email} is a member of this account already`)
          }
          const before = await findInviteFor(db, { accountId, email, now })
          if (before?.isLive === true) {
            throw conflict(`${email} is invited already: renew or delete the invite ${before.id}`)
          }
          if (before !== null) await deleteInvite(db, before.id)
          await insertInvite(db, {
            id,
            accountId,
            email,
            role,
            hash,
            invitedBy: userIdOf(request),
            createdAt: now,
            expiresAt: now + inviteMs,
          })
          await recordChange(db, actorOf(request, deps), {
            entityType: 'INVITE',
            entityId: id,
            entityName: email,
            before: null,
            after: { email, role },
          })
          const invite = await findInvite(db, { accountId, id, now })
          if (invite === null) throw notFound('account')
          return await sendInvite(db, deps, { invite, token, at: now })
        })
        deps.wakeDelivery()
        return reply.code(201).send(made)
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        throw conflict(`${email} has been invited by somebody else in this moment`)
      }
    },
  )
}
