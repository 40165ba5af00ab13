import { deleteIdentity, listIdentitiesOf } from '@sonde/store/accounts/identities.ts'
import { findUserForUpdate } from '@sonde/store/accounts/users.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { conflict, notFound } from '../refusal.ts'
import { sendSecurityNotice } from '../users/security-notice.ts'
import { recordIdentity } from './record-identity.ts'

/** Whoever has no password would have no way in any more. */
export async function unlinkIdentity(
  deps: Pick<ActionDeps, 'store' | 'alerting' | 'publicUrl' | 'wakeDelivery'>,
  actor: UserActor,
  { id }: { id: string },
): Promise<void> {
  await deps.store.write(async (db) => {
    const user = await findUserForUpdate(db, actor.userId)
    const identity = (await listIdentitiesOf(db, actor.userId)).find((one) => one.id === id.toLowerCase())
    if (user === null || identity === undefined) throw notFound('identity')
    if (user.passwordHash === null)
      throw conflict('You have no password, so this is your only way to sign in: set a password first')
    await deleteIdentity(db, { userId: user.id, id: identity.id })
    await recordIdentity(db, actor, { user, before: identity, after: null })
    const { host } = new URL(identity.issuer)
    await sendSecurityNotice(db, deps, actor, `Sign-in with ${host} was disconnected.`)
  })
  deps.wakeDelivery()
}
