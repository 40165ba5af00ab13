import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createServiceApiKeyRoute } from './create-service-key.ts'
import { createUserApiKeyRoute } from './create-user-key.ts'
import { deleteServiceApiKeyRoute } from './delete-service-key.ts'
import { deleteUserApiKeyRoute } from './delete-user-key.ts'
import { listServiceApiKeys } from './list-service-keys.ts'
import { listUserApiKeys } from './list-user-keys.ts'

export function apiKeyRoutes(app: App, deps: ApiDeps): void {
  listUserApiKeys(app, deps)
  createUserApiKeyRoute(app, deps)
  deleteUserApiKeyRoute(app, deps)
  listServiceApiKeys(app, deps)
  createServiceApiKeyRoute(app, deps)
  deleteServiceApiKeyRoute(app, deps)
}
