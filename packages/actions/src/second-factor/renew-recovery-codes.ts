import type { RecoveryCodes, SecondFactorProof } from '@sonde/schema/accounts/second-factor.ts'
import { replaceRecoveryCodes } from '@sonde/store/accounts/second-factors.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { Masked } from '../audit/changed-fields.ts'
import { recordOwnChange } from '../audit/record-own-change.ts'
import { sendSecurityNotice } from '../users/security-notice.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import type { VerifyOwner } from './verify-owner.ts'

/** Those before open nothing any more. */
export async function renewRecoveryCodes(
  deps: Pick<ActionDeps, 'store' | 'alerting' | 'publicUrl' | 'wakeDelivery'> & { verifyOwner: VerifyOwner },
  actor: UserActor,
  { input }: { input: SecondFactorProof },
): Promise<RecoveryCodes> {
  const user = await deps.verifyOwner(input)
  const recoveryCodes = newRecoveryCodes()
  const hashes = recoveryCodes.map(hashRecoveryCode)
  await deps.store.write(async (db) => {
    await replaceRecoveryCodes(db, { userId: user.id, hashes, at: actor.at })
    await recordOwnChange(db, actor, {
      entityType: 'USER',
      entityId: user.id,
      entityName: user.name ?? user.email,
      before: { recoveryCodes: new Masked('former') },
      after: { recoveryCodes: new Masked('new') },
    })
    await sendSecurityNotice(
      db,
      deps,
      actor,
      'New recovery codes were created. The old codes no longer work.',
    )
  })
  deps.wakeDelivery()
  return { recoveryCodes }
}
