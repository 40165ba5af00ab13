import type { CallTriggerQuery } from '@sonde/schema/checks/check-trigger.ts'
import { recordDeployment } from '@sonde/store/deployments/deployments.ts'
import type { RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { TriggeredHow } from './triggered-runs.ts'

/** How the caller of a trigger wants its runs. */
export function triggeredBy(
  query: CallTriggerQuery,
  { allowedHosts }: { allowedHosts: string[] },
): TriggeredHow {
  return {
    source: 'LEGACY_TRIGGER',
    runLocation: query.runLocation,
    environment: environmentIn(query, allowedHosts),
  }
}

function environmentIn(query: CallTriggerQuery, allowedHosts: string[]): RunEnvironment | undefined {
  const { environmentUrl: url = null, environmentName: name = null, deploymentId = null } = query
  if (url === null && name === null && deploymentId === null) return undefined
  return { url, name, deploymentId, replacesHost: true, usesCertificates: true, allowedHosts }
}

/** What says neither whose deployment it was nor of what is none that anybody could find again. */
export async function recordDeploymentCall(
  db: Db,
  query: CallTriggerQuery,
  { accountId, at }: { accountId: string; at: number },
): Promise<void> {
  const { deployment, repository, sha, environmentName, environmentUrl, deploymentId } = query
  if (!deployment || !repository || !sha) return
  await recordDeployment(db, {
    accountId,
    repository,
    sha,
    environmentName: environmentName ?? null,
    environmentUrl: environmentUrl ?? null,
    deploymentId: deploymentId ?? null,
    createdAt: at,
  })
}
