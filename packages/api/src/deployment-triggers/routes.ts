import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createDeploymentTriggerRoute } from './create-deployment-trigger.ts'
import { deleteDeploymentTriggerRoute } from './delete-deployment-trigger.ts'
import { listDeploymentTriggers } from './list-deployment-triggers.ts'
import { listDeployments } from './list-deployments.ts'
import { receiveGithubEvent } from './receive-github-event.ts'
import { renewWebhookSecretRoute } from './renew-webhook-secret.ts'

/** Runs that a deployment starts, and the deployments themselves. */
export function deploymentTriggerRoutes(app: App, deps: ApiDeps): void {
  listDeploymentTriggers(app, deps)
  createDeploymentTriggerRoute(app, deps)
  deleteDeploymentTriggerRoute(app, deps)
  renewWebhookSecretRoute(app, deps)
  listDeployments(app, deps)
  receiveGithubEvent(app, deps)
}
