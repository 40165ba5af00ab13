import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { awaitCheckSession } from './await-check-session.ts'
import { cancelCheckSessionRoute } from './cancel-check-session.ts'
import { getCheckSession } from './get-check-session.ts'
import { triggerCheckSessionsRoute } from './trigger-check-sessions.ts'

export function checkSessionRoutes(app: App, deps: ApiDeps): void {
  for (const version of ['v1', 'v2'] as const) {
    triggerCheckSessionsRoute(app, deps, version)
    getCheckSession(app, deps, version)
    awaitCheckSession(app, deps, version)
  }
  cancelCheckSessionRoute(app, deps)
}
