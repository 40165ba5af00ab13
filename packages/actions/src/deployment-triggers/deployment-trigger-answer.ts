import type { DeploymentTrigger } from '@sonde/schema/checks/deployment-trigger.ts'
import type { DeploymentTriggerRow } from '@sonde/store/deployments/deployment-triggers.ts'
import { triggerBody } from './deployment-trigger-document.ts'

export function deploymentTriggerAnswer(row: DeploymentTriggerRow): DeploymentTrigger {
  return {
    id: row.id,
    ...triggerBody(row),
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
  }
}
