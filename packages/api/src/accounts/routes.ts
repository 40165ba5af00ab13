import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createAccountRoute } from './create-account.ts'
import { getAccountSettings } from './get-account-settings.ts'
import { getAccount } from './get-account.ts'
import { getAlertSettings } from './get-alert-settings.ts'
import { listAccounts } from './list-accounts.ts'
import { patchAccountSettingsRoute } from './patch-account-settings.ts'
import { putAlertSettingsRoute } from './put-alert-settings.ts'
import { renameAccountRoute } from './rename-account.ts'

export function accountRoutes(app: App, deps: ApiDeps): void {
  listAccounts(app, deps)
  createAccountRoute(app, deps)
  getAccount(app, deps)
  renameAccountRoute(app, deps)
  getAlertSettings(app, deps)
  putAlertSettingsRoute(app, deps)
  getAccountSettings(app, deps)
  patchAccountSettingsRoute(app, deps)
}
