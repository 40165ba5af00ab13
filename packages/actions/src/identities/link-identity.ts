import { randomUUIDv7 } from 'node:crypto'
import { findIdentity, insertIdentity } from '@sonde/store/accounts/identities.ts'
import { findUserForUpdate } from '@sonde/store/accounts/users.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { sendSecurityNotice } from '../users/security-notice.ts'
import type { Identity } from './identity-rules.ts'
import { recordIdentity } from './record-identity.ts'

/** Inside a write: connects the identity to the user who asked for it. `deps.wakeDelivery` is to be called after it. */
export async function linkIdentity(
  db: Db,
  deps: Pick<ActionDeps, 'alerting' | 'publicUrl'>,
  actor: UserActor,
  { identity }: { identity: Identity },
): Promise<'linked' | 'identity-taken'> {
  const user = await findUserForUpdate(db, actor.userId)
  if (user === null) return 'identity-taken'
  const known = await findIdentity(db, identity)
  if (known !== null) return known.userId === user.id ? 'linked' : 'identity-taken'
  const { issuer, subject, verifiedEmail } = identity
  const { at } = actor
  const id = randomUUIDv7()
  await insertIdentity(db, {
    id,
    userId: user.id,
    issuer,
    subject,
    email: verifiedEmail,
    createdAt: at,
    lastUsedAt: at,
  })
  await recordIdentity(db, actor, { user, before: null, after: identity })
  await sendSecurityNotice(db, deps, actor, `Sign-in with ${new URL(issuer).host} was connected.`)
  return 'linked'
}
