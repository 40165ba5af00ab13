import { isRecord } from '@sonde/ground/is-record.ts'
import { type ExecutionResult, notRun } from '../runs/execution.ts'
import type { ScriptRuns } from './script-runs.ts'

/** As Node, Chromium and package managers say that they could not look up a name. */
const noName =
  /EAI_AGAIN|ENOTFOUND|getaddrinfo|ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED|DNS_TIMED_OUT/

/**
 * Code in a sandbox looks names up by itself, and cannot tell a server that is gone from a name that does not exist. So a run that
 * failed over a name has no verdict as long as no DNS server of the agent says anything.
 */
export function exceptSilentResolver(runs: ScriptRuns, isResolverSilent: () => Promise<boolean>): ScriptRuns {
  return {
    async run(assignment, conditions) {
      const result = await runs.run(assignment, conditions)
      if (!isAboutNames(result) || !(await isResolverSilent())) return result
      await result.files?.dispose()
      return notRun('no-resolver', 'The target was not checked: no DNS server of this agent answers')
    },
  }
}

function isAboutNames({ verdict, notRunCause, detail }: ExecutionResult): boolean {
  if (verdict.kind !== 'failed' || notRunCause !== null) return false
  const { errors, requestError, networkRequests, jobLog } = isRecord(detail) ? detail : {}
  return noName.test(JSON.stringify([verdict.reason, errors, requestError, networkRequests, jobLog]))
}
