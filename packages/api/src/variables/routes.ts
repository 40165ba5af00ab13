import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createVariableRoute } from './create-variable.ts'
import { deleteVariableRoute } from './delete-variable.ts'
import { getVariable } from './get-variable.ts'
import { listVariables } from './list-variables.ts'
import { updateVariableRoute } from './update-variable.ts'

export function variableRoutes(app: App, deps: ApiDeps): void {
  listVariables(app, deps)
  createVariableRoute(app, deps)
  getVariable(app, deps)
  updateVariableRoute(app, deps)
  deleteVariableRoute(app, deps)
}
