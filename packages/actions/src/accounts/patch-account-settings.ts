import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import type { AccountSettings, AccountSettingsPatch } from '@sonde/schema/accounts/account-settings.ts'
import { findAccountForUpdate, updateAccountSettings } from '@sonde/store/accounts/accounts.ts'
import { recordChange } from '../audit/record-change.ts'
import { forbidden, notFound } from '../refusal.ts'
import { settingsOf } from './account-settings.ts'
import { beginRequiringSecondFactor } from './require-second-factor.ts'
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
      await beginRequiringSecondFactor(db, actor)
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
