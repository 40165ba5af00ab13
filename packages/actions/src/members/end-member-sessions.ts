import type { Role } from '@sonde/schema/accounts/role.ts'
import { findMember } from '@sonde/store/accounts/members.ts'
import { endSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { forbidden, notFound } from '../refusal.ts'

/** Signs a member out of every browser: they sign in again, if they still can. `role`: of whoever asks for it. */
export async function endMemberSessions(
  deps: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  const { accountId } = actor
  await deps.store.write(async (db) => {
    const member = await findMember(db, accountId, userId)
    if (!member) throw notFound('member')
    if (member.role === 'OWNER' && role !== 'OWNER') throw forbidden('Only the owner can sign the owner out')
    const sessionsEnded = await endSessionsOf(db, { userId: member.userId, except: null })
    await recordChange(db, actor, {
      entityType: 'MEMBER',
      entityId: member.userId,
      entityName: member.name ?? member.email,
      before: {},
      after: { sessionsEnded },
    })
  })
}
