import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import type { AccountSettings, AccountSettingsPatch } from '@sonde/schema/accounts/account-settings.ts'
import { findAccountForUpdate, updateAccountSettings } from '@sonde/store/accounts/accounts.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import { findSecondFactor } from '@sonde/store/accounts/second-factors.ts'
import { endSessionsWithoutFactor } from '@sonde/store/accounts/web-sessions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { recordChange } from '../audit/record-change.ts'
import { conflict, forbidden, notFound } from '../refusal.ts'
import { settingsOf } from './account-settings.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function patchAccountSettings(
  deps: ActionDeps,
  actor: Actor,
  { input, role }: { input: AccountSettingsPatch; role: Role },
): Promise<AccountSettings> {
  const { accountId: id } = actor
  return await deps.store.write(async (db) => {
    const before = await findAccountForUpdate(db, id)
    if (before === null) throw notFound('account')
    const { showChannelSecrets } = input
    const isOwnersMatter =
      showChannelSecrets !== undefined && showChannelSecrets !== settingsOf(before).showChannelSecrets
    if (isOwnersMatter && role !== 'OWNER') throw forbidden('Only the owner can change showChannelSecrets')
    if (input.requireSecondFactor === true && !settingsOf(before).requireSecondFactor) {
      await requireFactorOf(db, actor)
      await endSessionsWithoutFactor(db, id)
    }
    const after = { ...before, settings: { ...before.settings, ...input } }
    await updateAccountSettings(db, {
      id: before.id,
      settings: after.settings,
      updatedAt: nextUpdatedAt(before, deps.clock.now()),
    })
    await recordChange(db, actor, {
      entityType: 'ACCOUNT',
      entityId: before.id,
      entityName: before.name,
      before: { settings: settingsOf(before) },
      after: { settings: settingsOf(after) },
    })
    return settingsOf(after)
  })
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
