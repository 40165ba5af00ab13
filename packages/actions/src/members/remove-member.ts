import { findMember, removeMember as deleteMembership } from '@sonde/store/accounts/members.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { forbidden, notFound } from '../refusal.ts'

export async function removeMember(
  deps: ActionDeps,
  actor: Actor,
  { userId }: { userId: string },
): Promise<void> {
  const { accountId } = actor
  await deps.store.write(async (db) => {
    const member = await findMember(db, accountId, userId)
    if (!member) throw notFound('member')
    if (member.role === 'OWNER') throw forbidden('The owner cannot be removed')
    await deleteMembership(db, accountId, userId)
    await recordChange(db, actor, {
      entityType: 'MEMBER',
      entityId: userId.toLowerCase(),
      entityName: member.name ?? member.email,
      before: { email: member.email, role: member.role },
      after: null,
    })
  })
}
