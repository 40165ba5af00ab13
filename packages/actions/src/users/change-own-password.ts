import type { OwnPasswordChange } from '@sonde/schema/accounts/user.ts'
import { findUserForUpdate, updateUser } from '@sonde/store/accounts/users.ts'
import { endSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { Masked } from '../audit/changed-fields.ts'
import { recordOwnChange } from '../audit/record-own-change.ts'
import { hashPassword } from './password.ts'
import { sendSecurityNotice } from './security-notice.ts'
import { type VerifyPassword, wrongPassword } from './verify-password.ts'

/** Ends all sessions of the user except the one that is named. */
export async function changeOwnPassword(
  deps: Pick<ActionDeps, 'store' | 'clock' | 'alerting' | 'publicUrl' | 'wakeDelivery'> & {
    verifyPassword: VerifyPassword
  },
  actor: UserActor,
  { input, sessionId }: { input: OwnPasswordChange; sessionId: string | null },
): Promise<void> {
  const verified = await deps.verifyPassword(input.currentPassword)
  const passwordHash = await hashPassword(input.newPassword)
  await deps.store.write(async (db) => {
    const user = await findUserForUpdate(db, verified.id)
    if (user === null || user.passwordHash !== verified.passwordHash) throw wrongPassword()
    await updateUser(db, { id: user.id, passwordHash, updatedAt: deps.clock.now() })
    await endSessionsOf(db, { userId: user.id, except: sessionId })
    await recordOwnChange(db, actor, {
      entityType: 'USER',
      entityId: user.id,
      entityName: user.name ?? user.email,
      before: { password: new Masked(user.passwordHash) },
      after: { password: new Masked(passwordHash) },
    })
    await sendSecurityNotice(db, deps, actor, 'The password was changed.')
  })
  deps.wakeDelivery()
}
