import {
  type CreateDeploymentTrigger,
  deploymentTriggerDefaults,
} from '@sonde/schema/checks/deployment-trigger.ts'
import type { DeploymentTriggerRow } from '@sonde/store/deployments/deployment-triggers.ts'

type TriggerContent = Omit<DeploymentTriggerRow, 'id' | 'accountId' | 'createdAt' | 'updatedAt'>

/** What a body says of it, with its defaults. */
export function triggerContent(input: CreateDeploymentTrigger): TriggerContent {
  const body = { ...deploymentTriggerDefaults, ...input }
  return {
    checkId: body.checkId?.toLowerCase() ?? null,
    groupId: body.groupId ?? null,
    provider: body.provider,
    repoId: String(body.repoId),
    repoName: body.repoName,
    repoLink: body.repoLink,
    useEnvironmentUrl: body.useEnvironmentUrl,
    includeScreenshots: body.includeScreenshots,
    runLocation: body.runLocation,
    environmentFilter: body.environmentRegexFilter,
    environmentUrlFilter: body.environmentUrlRegexFilter,
    allowedHosts: body.allowedHosts ?? [],
  }
}

/** The body that would make it. */
export function triggerBody({ environmentFilter, environmentUrlFilter, ...content }: TriggerContent) {
  const { checkId, groupId, provider, repoId, repoName, repoLink } = content
  const { useEnvironmentUrl, includeScreenshots, runLocation, allowedHosts } = content
  return {
    checkId,
    groupId,
    provider,
    repoId,
    repoName,
    repoLink,
    useEnvironmentUrl,
    includeScreenshots,
    runLocation,
    environmentRegexFilter: environmentFilter,
    environmentUrlRegexFilter: environmentUrlFilter,
    allowedHosts,
  }
}
