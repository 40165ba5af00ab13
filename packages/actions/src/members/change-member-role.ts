import type { AccountMember, AccountMemberUpdate } from '@sonde/schema/accounts/member.ts'
import { findMember, setMemberRole } from '@sonde/store/accounts/members.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { forbidden, notFound } from '../refusal.ts'
import { memberAnswer } from './member-answer.ts'

export async function changeMemberRole(
  deps: ActionDeps,
  actor: Actor,
  { userId, input: { role } }: { userId: string; input: AccountMemberUpdate },
): Promise<AccountMember> {
  const { accountId } = actor
  return await deps.store.write(async (db) => {
    const member = await findMember(db, accountId, userId)
    if (!member) throw notFound('member')
    if (member.role === 'OWNER') throw forbidden('The role of the owner cannot be changed')
    const updatedAt = deps.clock.now()
    if (!(await setMemberRole(db, { accountId, userId, role, updatedAt }))) throw notFound('member')
    await recordChange(db, actor, {
      entityType: 'MEMBER',
      entityId: userId.toLowerCase(),
      entityName: member.name ?? member.email,
      before: { role: member.role },
      after: { role },
    })
    return memberAnswer(accountId, { ...member, role, updatedAt })
  })
}
