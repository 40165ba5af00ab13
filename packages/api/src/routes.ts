import { checkKinds } from '@sonde/schema/check-kinds.ts'
import { createAccount } from './accounts/create-account.ts'
import { getAccount } from './accounts/get-account.ts'
import { getEntitlements } from './accounts/get-entitlements.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import type { ApiDeps } from './api-deps.ts'
import { createServiceApiKey } from './api-keys/create-service-key.ts'
import { createUserApiKey } from './api-keys/create-user-key.ts'
import { deleteServiceApiKey } from './api-keys/delete-service-key.ts'
import { deleteUserApiKey } from './api-keys/delete-user-key.ts'
import { listServiceApiKeys } from './api-keys/list-service-keys.ts'
import { listUserApiKeys } from './api-keys/list-user-keys.ts'
import { createCheck } from './checks/create-check.ts'
import { deleteCheck } from './checks/delete-check.ts'
import { getCheck } from './checks/get-check.ts'
import { listChecks } from './checks/list-checks.ts'
import { updateCheck } from './checks/update-check.ts'
import type { App } from './http/app-type.ts'
import { listLocations } from './locations/list-locations.ts'
import { changeMemberRole } from './members/change-member-role.ts'
import { listMembers } from './members/list-members.ts'
import { removeMember } from './members/remove-member.ts'
import { health } from './operations/health.ts'
import { metrics } from './operations/metrics.ts'
import { getRuntime } from './runtimes/get-runtime.ts'
import { listRuntimes } from './runtimes/list-runtimes.ts'
import { claimInstallation } from './setup/claim-installation.ts'
import { staticIps } from './static-ips/static-ips.ts'
import { getCurrentUser } from './users/get-current-user.ts'

/** Every route of the API, by resource. */
export function registerRoutes(app: App, deps: ApiDeps): void {
  for (const kind of checkKinds) {
    createCheck(app, deps, kind)
    updateCheck(app, deps, kind)
  }
  for (const version of ['v1', 'v2', 'v3'] as const) {
    listChecks(app, deps, version)
    getCheck(app, deps, version)
  }
  deleteCheck(app, deps)

  listAccounts(app, deps)
  createAccount(app, deps)
  getAccount(app, deps)
  getEntitlements(app, deps)
  listMembers(app, deps)
  changeMemberRole(app, deps)
  removeMember(app, deps)
  getCurrentUser(app, deps)

  listUserApiKeys(app, deps)
  createUserApiKey(app, deps)
  deleteUserApiKey(app, deps)
  listServiceApiKeys(app, deps)
  createServiceApiKey(app, deps)
  deleteServiceApiKey(app, deps)

  listLocations(app, deps)
  listRuntimes(app)
  getRuntime(app)
  staticIps(app, deps)

  claimInstallation(app, deps)
  health(app, deps)
  metrics(app)
}
