import { AccountSettings, AccountSettingsPatch } from '@sonde/schema/accounts/account-settings.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import { findAccountForUpdate, updateAccountSettings } from '@sonde/store/accounts/accounts.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { settingsOf } from '@sonde/actions/accounts/account-settings.ts'

export function patchAccountSettings(app: App, deps: ApiDeps): void {
  app.patch(
    '/v1/accounts/me/settings',
    {
      schema: {
        summary: 'Change settings of the account',
        description: 'Changes what is sent and nothing else.',
        tags: ['Accounts'],
        body: AccountSettingsPatch,
        response: answers({ 200: AccountSettings }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => {
      const { id } = accountOf(request)
      return await deps.store.write(async (db) => {
        const before = await findAccountForUpdate(db, id)
        if (before === null) throw notFound('account')
        const after = { ...before, settings: { ...before.settings, ...request.body } }
        await updateAccountSettings(db, {
          id: before.id,
          settings: after.settings,
          updatedAt: laterThan(before, deps.clock.now()),
        })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'ACCOUNT',
          entityId: before.id,
          entityName: before.name,
          before: { settings: settingsOf(before) },
          after: { settings: settingsOf(after) },
        })
        return settingsOf(after)
      })
    },
  )
}
