import {
  countRecoveryCodes,
  findSecondFactorForUpdate,
  secondFactorSealContext,
  useRecoveryCode,
  useStep,
} from '@sonde/store/accounts/second-factors.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { recordOwnChange } from '../audit/record-own-change.ts'
import { sendSecurityNotice } from '../users/security-notice.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { matchStep } from './totp.ts'

/**
 * Inside the write of what the code is for: whether it is a code of the user's app, or a recovery code. Each is used up by
 * it. `deps.wakeDelivery` is to be called after it.
 */
export async function useSecondFactor(
  db: Db,
  deps: Pick<ActionDeps, 'store' | 'alerting' | 'publicUrl'>,
  actor: UserActor,
  { code }: { code: string },
): Promise<boolean> {
  const { userId } = actor
  const factor = await findSecondFactorForUpdate(db, userId)
  if (factor === null || factor.enabledAt === null || factor.sealedSecret === null) return false
  const typed = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(typed)) return await useCodeOfPaper(db, deps, actor, typed)
  const secret = deps.store.sealer.open(factor.sealedSecret, secondFactorSealContext(userId))
  const step = matchStep(Buffer.from(secret, 'hex'), typed, { now: actor.at, lastStep: factor.lastStep })
  return step !== null && (await useStep(db, { userId, step, lastStep: factor.lastStep }))
}

async function useCodeOfPaper(
  db: Db,
  deps: Pick<ActionDeps, 'store' | 'alerting' | 'publicUrl'>,
  actor: UserActor,
  code: string,
): Promise<boolean> {
  const { userId } = actor
  if (!(await useRecoveryCode(db, { userId, hash: hashRecoveryCode(code) }))) return false
  const left = await countRecoveryCodes(db, userId)
  await recordOwnChange(db, actor, {
    entityType: 'USER',
    entityId: userId,
    entityName: null,
    before: { recoveryCodesLeft: left + 1 },
    after: { recoveryCodesLeft: left },
  })
  await sendSecurityNotice(db, deps, actor, `A recovery code was used to sign in. Codes left: ${left}.`)
  return true
}
