import { deleteFactor } from '@sonde/store/accounts/second-factors.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { recordOwnChange } from '../audit/record-own-change.ts'
import { conflict } from '../refusal.ts'
import { sendSecurityNotice } from '../users/security-notice.ts'
import { accountsRequiringFactor } from './read-second-factor.ts'
import type { VerifyOwner } from './verify-owner.ts'
import type { SecondFactorProof } from '@sonde/schema/accounts/second-factor.ts'

/** Needs the password and a code. Refused while an account of the user requires it: a new one can be set up instead. */
export async function disableSecondFactor(
  deps: Pick<ActionDeps, 'store' | 'alerting' | 'publicUrl' | 'wakeDelivery'> & { verifyOwner: VerifyOwner },
  actor: UserActor,
  { input }: { input: SecondFactorProof },
): Promise<void> {
  const user = await deps.verifyOwner(input)
  await deps.store.write(async (db) => {
    const [requiring] = await accountsRequiringFactor(db, user.id)
    if (requiring !== undefined) {
      throw conflict(`${requiring.name} requires a second factor: set up a new one to replace it`)
    }
    await deleteFactor(db, user.id)
    await recordOwnChange(db, actor, {
      entityType: 'USER',
      entityId: user.id,
      entityName: user.name ?? user.email,
      before: { secondFactor: 'on' },
      after: { secondFactor: 'off' },
    })
    await sendSecurityNotice(db, deps, actor, 'The second factor was turned off.')
  })
  deps.wakeDelivery()
}
