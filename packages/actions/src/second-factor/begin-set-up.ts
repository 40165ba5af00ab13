import type { SecondFactorSecret } from '@sonde/schema/accounts/second-factor.ts'
import { savePendingFactor, secondFactorSealContext } from '@sonde/store/accounts/second-factors.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { notFound } from '../refusal.ts'
import { base32, newTotpSecret, otpauthUrl } from './totp.ts'

/** For somebody who has shown to be the user. What there is counts until a code of the new secret was confirmed. */
export async function beginSetUp(
  deps: Pick<ActionDeps, 'store'>,
  { userId, at }: Pick<UserActor, 'userId' | 'at'>,
): Promise<SecondFactorSecret> {
  const user = await findUser(deps.store.read, userId)
  if (user === null) throw notFound('user')
  const secret = newTotpSecret()
  const sealed = deps.store.sealer.seal(secret.toString('hex'), secondFactorSealContext(user.id))
  await deps.store.write((db) => savePendingFactor(db, { userId: user.id, sealed, at }))
  return { secret: base32(secret), otpauthUrl: otpauthUrl(secret, user.email) }
}
