import { createDeployments } from '@sonde/actions/projects/deployments.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { adoptResource } from './adopt-resource.ts'
import { awaitDeployment } from './await-deployment.ts'
import { cancelDeployment } from './cancel-deployment.ts'
import { deployProject } from './deploy-project.ts'
import { destroyProject } from './destroy-project.ts'
import { getDeployment } from './get-deployment.ts'
import { getDrift } from './get-drift.ts'
import { importPlans } from './import-plans.ts'
import { listProjectDeployments } from './list-deployments.ts'
import { listProjects } from './list-projects.ts'
import { projectSummaries } from './project-summaries.ts'
import { streamDeployment } from './stream-deployment.ts'
import { updateProjectResource } from './update-project-resource.ts'
import { updateProject } from './update-project.ts'

export function projectRoutes(app: App, deps: ApiDeps): void {
  const { log, deploySilenceMs: abandonedMs } = deps
  const deployments = createDeployments({ deps, log, abandonedMs })
  app.addHook('onReady', async () => deployments.resume())
  // Before connections are waited for: whoever follows a deployment hears its end.
  app.addHook('preClose', async () => deployments.close())
  listProjects(app, deps)
  projectSummaries(app, deps)
  importPlans(app, deps)
  getDrift(app, deps)
  deployProject(app, deps, deployments)
  destroyProject(app, deps, deployments)
  updateProject(app, deps)
  adoptResource(app, deps)
  updateProjectResource(app, deps)
  listProjectDeployments(app, deps)
  getDeployment(app, deployments)
  awaitDeployment(app, deployments)
  streamDeployment(app, deps, deployments)
  cancelDeployment(app, deps, deployments)
}
