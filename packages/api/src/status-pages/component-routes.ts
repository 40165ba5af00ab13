import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createRuleRoute } from './automation-rules/create-rule.ts'
import { deleteRuleRoute } from './automation-rules/delete-rule.ts'
import { getRule } from './automation-rules/get-rule.ts'
import { listRules } from './automation-rules/list-automation-rules.ts'
import { updateRuleRoutes } from './automation-rules/update-rule.ts'
import { createComponentRoute } from './components/create-component.ts'
import { deleteComponentRoute } from './components/delete-component.ts'
import { getComponent } from './components/get-component.ts'
import { listComponents } from './components/list-components.ts'
import { updateComponentRoutes } from './components/update-component.ts'

/** What pages of version 3 have instead of cards. */
export function componentRoutes(app: App, deps: ApiDeps): void {
  listComponents(app, deps)
  createComponentRoute(app, deps)
  getComponent(app, deps)
  updateComponentRoutes(app, deps)
  deleteComponentRoute(app, deps)
  listRules(app, deps)
  createRuleRoute(app, deps)
  getRule(app, deps)
  updateRuleRoutes(app, deps)
  deleteRuleRoute(app, deps)
}
