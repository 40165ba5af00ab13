import { deleteInvite as remove, findInvite } from '@sonde/store/accounts/invites.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteInvite(deps: ActionDeps, actor: Actor, { id }: { id: string }): Promise<void> {
  const key = { accountId: actor.accountId, id, now: deps.clock.now() }
  await deps.store.write(async (db) => {
    const invite = await findInvite(db, key)
    if (invite === null || !(await remove(db, invite.id))) throw notFound('invite')
    await recordChange(db, actor, {
      entityType: 'INVITE',
      entityId: invite.id,
      entityName: invite.email,
      before: { email: invite.email, role: invite.role },
      after: null,
    })
  })
}
