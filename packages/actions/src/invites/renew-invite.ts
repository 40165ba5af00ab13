import type { OpenInvite } from '@sonde/schema/accounts/invite.ts'
import { findInvite, renewInvite as renew } from '@sonde/store/accounts/invites.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { newInviteToken } from './invite-token.ts'
import { inviteMs } from './invite-duration.ts'
import { sendInvite } from './send-invite.ts'
import { type Actor, userOf } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function renewInvite(
  deps: ActionDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<OpenInvite> {
  const { accountId } = actor
  const now = deps.clock.now()
  const key = { accountId, id, now }
  const { token, hash } = newInviteToken()
  const renewed = await deps.store.write(async (db) => {
    const before = await findInvite(db, key)
    if (before === null) throw notFound('invite')
    const expiresAt = now + inviteMs
    await renew(db, { id: before.id, hash, invitedBy: userOf(actor), updatedAt: now, expiresAt })
    const invite = await findInvite(db, key)
    if (invite === null) throw notFound('invite')
    await recordChange(db, actor, {
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
}
