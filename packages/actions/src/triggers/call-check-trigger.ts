import { CannotRun } from '@sonde/runs/runs.ts'
import { longestWaitSeconds } from '@sonde/schema/runs/check-session.ts'
import type { CallTriggerQuery, TriggeredRun } from '@sonde/schema/checks/check-trigger.ts'
import { checkTriggers, type Trigger } from '@sonde/store/checks/triggers.ts'
import { type CheckRow, findCheck } from '@sonde/store/checks/checks.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import { applyGroups } from '../check-groups/apply-groups.ts'
import { conflict, notFound } from '../refusal.ts'
import { recordDeploymentCall, triggeredBy } from './deployment-call.ts'
import { isTriggerToken } from './trigger-token.ts'
import { createTriggeredRuns } from './triggered-runs.ts'

/** The trigger of a check, for whoever knows its token. */
export async function findCalledTrigger(
  { store }: Pick<ActionDeps, 'store'>,
  { checkId, token }: { checkId: string; token: string },
): Promise<Trigger<string>> {
  const trigger = await checkTriggers.find(store.read, checkId)
  if (trigger === null || !isTriggerToken(token, trigger.tokenHash)) throw notFound('trigger')
  return trigger
}

/** Runs the check once and tells how it went; null when the run has not ended by then. */
export async function callCheckTrigger(
  deps: Pick<ActionDeps, 'store' | 'clock' | 'runs'>,
  {
    trigger,
    input,
    signal,
  }: {
    trigger: Trigger<string>
    input: CallTriggerQuery
    /** Aborted when the caller does not wait any more. */
    signal: AbortSignal
  },
): Promise<TriggeredRun | null> {
  const { id, accountId, subjectId: checkId } = trigger
  const triggered = createTriggeredRuns(deps)
  const check = await effectiveCheck(deps.store, accountId, checkId)
  const at = deps.clock.now()
  await deps.store.write(async (db) => {
    await checkTriggers.noteCall(db, { id, at })
    await recordDeploymentCall(db, input, { accountId, at })
  })
  const sessionId = await start()
  if (input.detach) {
    return { hasFailures: null, hasErrors: false, checkSessionId: sessionId, secretsWithheldFrom: null }
  }
  await deps.runs.waitForSession(sessionId, longestWaitSeconds * 1000, signal)
  return await triggered.outcome(check, sessionId)

  async function start(): Promise<string> {
    try {
      return await triggered.start(check, triggeredBy(input, trigger))
    } catch (error) {
      if (error instanceof CannotRun) throw conflict(`Nothing was started: ${error.message}`)
      throw error
    }
  }
}

async function effectiveCheck({ read }: Store, accountId: string, id: string): Promise<CheckRow> {
  const row = await findCheck(read, { accountId, id })
  const [check] = row === null ? [] : (await applyGroups(read, accountId, [row])).rows
  if (check === undefined) throw notFound('trigger')
  return check
}
