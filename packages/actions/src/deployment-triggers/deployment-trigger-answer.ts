import type { DeploymentTrigger } from '@sonde/schema/checks/deployment-trigger.ts'
import type { DeploymentTriggerRow } from '@sonde/store/deployments/deployment-triggers.ts'

export function deploymentTriggerAnswer(row: DeploymentTriggerRow): DeploymentTrigger {
  return {
    id: row.id,
    checkId: row.checkId,
    groupId: row.groupId,
    provider: row.provider,
    repoId: row.repoId,
    repoName: row.repoName,
    repoLink: row.repoLink,
    useEnvironmentUrl: row.useEnvironmentUrl,
    includeScreenshots: row.includeScreenshots,
    environmentRegexFilter: row.environmentFilter,
    environmentUrlRegexFilter: row.environmentUrlFilter,
    runLocation: row.runLocation,
    allowedHosts: row.allowedHosts,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
  }
}
