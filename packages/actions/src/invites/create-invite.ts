import { randomUUIDv7 } from 'node:crypto'
import type { InviteCreate, OpenInvite } from '@sonde/schema/accounts/invite.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import {
  countLiveInvites,
  deleteInvite,
  findInvite,
  findInviteFor,
  insertInvite,
} from '@sonde/store/accounts/invites.ts'
import { countMembers, findMember } from '@sonde/store/accounts/members.ts'
import { findUserByEmail } from '@sonde/store/accounts/users.ts'
import { requireRoomFor } from '../accounts/account-limits.ts'
import { recordChange } from '../audit/record-change.ts'
import { conflict, notFound } from '../refusal.ts'
import { newInviteToken } from './invite-token.ts'
import { inviteMs } from './invite-duration.ts'
import { sendInvite } from './send-invite.ts'
import { type Actor, userOf } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createInvite(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: InviteCreate },
): Promise<OpenInvite> {
  const { accountId } = actor
  const { role } = input
  const email = input.email.toLowerCase()
  const now = deps.clock.now()
  const { token, hash } = newInviteToken()
  const id = randomUUIDv7()
  try {
    const openInvite = await deps.store.write(async (db) => {
      const user = await findUserByEmail(db, email)
      if (user !== null && (await findMember(db, accountId, user.id)) !== null) {
        throw conflict(`${email} is already a member of this account`)
      }
      const before = await findInviteFor(db, { accountId, email, now })
      if (before?.isLive === true) {
        throw conflict(`${email} is already invited: renew or delete the invite ${before.id}`)
      }
      if (before !== null) await deleteInvite(db, before.id)
      await requireRoomFor(db, {
        accountId,
        limit: 'members',
        most: deps.accountLimits.members,
        count: async () =>
          (await countMembers(db, accountId)) + (await countLiveInvites(db, { accountId, now })),
      })
      await insertInvite(db, {
        id,
        accountId,
        email,
        role,
        hash,
        invitedBy: userOf(actor),
        createdAt: now,
        expiresAt: now + inviteMs,
      })
      await recordChange(db, actor, {
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
    return openInvite
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw conflict(`${email} was invited by somebody else at the same time`)
  }
}
