import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { AccountSettings, AccountSettingsPatch } from '@sonde/schema/accounts/account-settings.ts'
import { findAccountForUpdate, updateAccountSettings } from '@sonde/store/accounts/accounts.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { settingsOf } from './account-settings.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function patchAccountSettings(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: AccountSettingsPatch },
): Promise<AccountSettings> {
  const { accountId: id } = actor
  return await deps.store.write(async (db) => {
    const before = await findAccountForUpdate(db, id)
    if (before === null) throw notFound('account')
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
