import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createIntegrationTokenRoute } from './create-integration-token.ts'
import { deleteIntegrationTokenRoute } from './delete-integration-token.ts'
import { listIntegrationTokens } from './list-integration-tokens.ts'

export function integrationTokenRoutes(app: App, deps: ApiDeps): void {
  listIntegrationTokens(app, deps)
  createIntegrationTokenRoute(app, deps)
  deleteIntegrationTokenRoute(app, deps)
}
