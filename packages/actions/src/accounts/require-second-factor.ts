import { findUser } from '@sonde/store/accounts/users.ts'
import { findSecondFactor } from '@sonde/store/accounts/second-factors.ts'
import { endSessionsWithoutFactor } from '@sonde/store/accounts/web-sessions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Actor } from '../actor.ts'
import { conflict } from '../refusal.ts'

/** What comes with the setting `requireSecondFactor` when it is turned on. Inside a write. */
export async function beginRequiringSecondFactor(db: Db, actor: Actor): Promise<void> {
  await requireFactorOf(db, actor)
  await endSessionsWithoutFactor(db, actor.accountId)
}

/** Whoever asks it of others goes first. Who has no password signs in by a provider, or by keys alone. */
async function requireFactorOf(db: Db, { userId }: Actor): Promise<void> {
  const user = userId === null ? null : await findUser(db, userId)
  if (user === null || user.passwordHash === null) return
  const factor = await findSecondFactor(db, user.id)
  if (factor === null || factor.enabledAt === null) {
    throw conflict('Set up your own second factor first: Settings, Security')
  }
}
