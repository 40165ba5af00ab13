import { minuteMs } from '@sonde/ground/durations.ts'
import {
  enableFactor,
  findSecondFactorForUpdate,
  replaceRecoveryCodes,
  secondFactorSealContext,
} from '@sonde/store/accounts/second-factors.ts'
import { findUserForUpdate } from '@sonde/store/accounts/users.ts'
import { endSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { recordOwnChange } from '../audit/record-own-change.ts'
import { conflict, notFound } from '../refusal.ts'
import { sendSecurityNotice } from '../users/security-notice.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { matchStep } from './totp.ts'

/** Long enough to find the app; short enough that no forgotten screen shows a secret that still counts. */
const pendingMs = 15 * minuteMs

/**
 * Inside a write: turns the pending second factor on when the code is one of it, and ends all sessions of the user
 * except the one that is named. The recovery codes, or null when the code is wrong. `deps.wakeDelivery` is to be called
 * after it.
 */
export async function confirmSetUp(
  db: Db,
  deps: Pick<ActionDeps, 'store' | 'alerting' | 'publicUrl'>,
  actor: UserActor,
  { code, sessionId }: { code: string; sessionId: string | null },
): Promise<string[] | null> {
  const { userId, at } = actor
  const user = await findUserForUpdate(db, userId)
  if (user === null) throw notFound('user')
  const factor = await findSecondFactorForUpdate(db, userId)
  const sealed = factor?.sealedPending ?? null
  if (factor === null || sealed === null || at - (factor.pendingAt ?? 0) > pendingMs) {
    throw conflict('There is no second factor to confirm: set it up again')
  }
  const secret = Buffer.from(deps.store.sealer.open(sealed, secondFactorSealContext(userId)), 'hex')
  const step = matchStep(secret, code.replaceAll(/\s/g, ''), { now: at, lastStep: 0 })
  if (step === null) return null
  await enableFactor(db, { userId, sealed, step, at })
  const recoveryCodes = newRecoveryCodes()
  await replaceRecoveryCodes(db, { userId, hashes: recoveryCodes.map(hashRecoveryCode), at })
  await endSessionsOf(db, { userId, except: sessionId })
  const wasEnabled = factor.enabledAt !== null
  await recordOwnChange(db, actor, {
    entityType: 'USER',
    entityId: userId,
    entityName: user.name ?? user.email,
    before: { secondFactor: wasEnabled ? 'on' : 'off' },
    after: { secondFactor: wasEnabled ? 'replaced' : 'on' },
  })
  await sendSecurityNotice(
    db,
    deps,
    actor,
    wasEnabled ? 'The second factor was replaced.' : 'The second factor was turned on.',
  )
  return recoveryCodes
}
