import { CannotRun } from '@sonde/runs/runs.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import type { DeploymentTriggerRow } from '@sonde/store/deployments/deployment-triggers.ts'
import { checksInGroupOrder } from '@sonde/store/checks/group-checks.ts'
import type { ApiDeps } from '../api-deps.ts'
import { applyGroups, underGroup } from '@sonde/actions/check-groups/apply-groups.ts'
import { startGroupRun } from '@sonde/actions/triggers/group-run.ts'
import { createTriggeredRuns, type TriggeredHow } from '@sonde/actions/triggers/triggered-runs.ts'
import type { DeploymentEvent } from './github-event.ts'

/** Starts the runs of a trigger and does not wait for them. Tells why nothing was started; null when it was. */
export function createFiring(
  deps: ApiDeps,
  signal: AbortSignal,
): (trigger: DeploymentTriggerRow, event: DeploymentEvent) => Promise<string | null> {
  const triggered = createTriggeredRuns(deps)

  async function runCheck(accountId: string, id: string, how: TriggeredHow): Promise<string | null> {
    const row = await findCheck(deps.store.read, { accountId, id })
    const [check] = row === null ? [] : (await applyGroups(deps.store.read, accountId, [row])).rows
    if (check === undefined) return 'the check was deleted'
    try {
      await triggered.start(check, how)
      return null
    } catch (error) {
      if (error instanceof CannotRun) return error.message
      throw error
    }
  }

  async function runGroup(accountId: string, id: number, how: TriggeredHow): Promise<string | null> {
    const group = await findGroup(deps.store.read, { accountId, id })
    if (group === null) return 'the check group was deleted'
    const checks = await checksInGroupOrder(deps.store.read, group.id)
    if (checks.length === 0) return 'the check group has no activated checks'
    const run = startGroupRun(deps, {
      checks: checks.map((check) => underGroup(check, group)),
      concurrency: group.concurrency,
      how,
      answerBy: deps.clock.now(),
      signal,
    })
    void run.ended.catch((error: unknown) => {
      deps.log.error({ err: error, groupId: id }, 'not all checks of a deployed group were run')
    })
    await run.start
    return null
  }

  return async (trigger, event) => {
    const { accountId, checkId, groupId } = trigger
    const how: TriggeredHow = {
      source: 'DEPLOYMENT',
      runLocation: trigger.runLocation,
      environment: {
        url: event.environmentUrl,
        name: event.environmentName,
        deploymentId: event.deploymentId,
        replacesHost: trigger.useEnvironmentUrl,
        usesCertificates: false,
        allowedHosts: trigger.allowedHosts,
      },
    }
    if (checkId !== null) return await runCheck(accountId, checkId, how)
    return groupId === null ? 'it has nothing to run' : await runGroup(accountId, groupId, how)
  }
}
