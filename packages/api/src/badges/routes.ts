import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { getCheckBadge } from './get-check-badge.ts'
import { getGroupBadge } from './get-group-badge.ts'

export function badgeRoutes(app: App, deps: ApiDeps): void {
  getCheckBadge(app, deps)
  getGroupBadge(app, deps)
}
