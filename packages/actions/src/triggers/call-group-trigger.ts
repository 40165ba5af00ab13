import type { Logger } from '@sonde/ground/logger.ts'
import { longestWaitSeconds } from '@sonde/schema/runs/check-session.ts'
import type { CallTriggerQuery, TriggeredCheck } from '@sonde/schema/checks/check-trigger.ts'
import { type CheckGroupRow, findGroup } from '@sonde/store/checks/check-groups.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { checksInGroupOrder } from '@sonde/store/checks/group-checks.ts'
import { groupTriggers, type Trigger } from '@sonde/store/checks/triggers.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import { underGroup } from '../check-groups/apply-groups.ts'
import { conflict, notFound } from '../refusal.ts'
import { recordDeploymentCall, triggeredBy } from './deployment-call.ts'
import { type GroupRun, startGroupRun } from './group-run.ts'
import { isTriggerToken } from './trigger-token.ts'

type CallDeps = Pick<ActionDeps, 'store' | 'clock' | 'runs'> & { log: Logger }

/** The trigger of a group, for whoever knows its token. */
export async function findCalledGroupTrigger(
  { store }: Pick<ActionDeps, 'store'>,
  { groupId, token }: { groupId: number; token: string },
): Promise<Trigger<number>> {
  const trigger = await groupTriggers.find(store.read, groupId)
  if (trigger === null || !isTriggerToken(token, trigger.tokenHash)) throw notFound('trigger')
  return trigger
}

/** Runs the activated checks of the group once and tells how they went; null when not all have ended by then. */
export async function callGroupTrigger(
  deps: CallDeps,
  {
    trigger,
    input,
    signal,
  }: {
    trigger: Trigger<number>
    input: CallTriggerQuery
    /** Aborted when the server stops: no further check is begun. */
    signal: AbortSignal
  },
): Promise<TriggeredCheck[] | null> {
  const { id, accountId, subjectId: groupId } = trigger
  const group = await findGroup(deps.store.read, { accountId, id: groupId })
  if (group === null) throw notFound('trigger')
  const at = deps.clock.now()
  await deps.store.write(async (db) => {
    await groupTriggers.noteCall(db, { id, at })
    await recordDeploymentCall(db, input, { accountId, at })
  })
  const checks = await checksToRun(deps.store, group)
  const run = startGroupRun(deps, {
    checks,
    concurrency: group.concurrency,
    how: triggeredBy(input, trigger),
    answerBy: deps.clock.now() + longestWaitSeconds * 1000,
    signal,
  })
  if (input.detach) {
    await run.start
    logFailure(deps, run, group)
    return checks.map(begunCheck)
  }
  const outcomes = await Promise.race([run.ended, run.late.then(() => null)])
  if (outcomes === null) logFailure(deps, run, group)
  return outcomes
}

async function checksToRun({ read }: Store, group: CheckGroupRow): Promise<CheckRow[]> {
  const checks = await checksInGroupOrder(read, group.id)
  if (checks.length === 0) throw conflict('Nothing was started: the group has no activated checks')
  return checks.map((check) => underGroup(check, group))
}

/** Of a run that goes on when nobody waits for it any more. */
function logFailure({ log }: CallDeps, { ended }: GroupRun, { id: groupId }: CheckGroupRow): void {
  void ended.catch((error: unknown) => {
    log.error({ err: error, groupId }, 'not all checks of a triggered group were run')
  })
}

function begunCheck({ id, name }: CheckRow): TriggeredCheck {
  return {
    checkId: id,
    name,
    hasFailures: null,
    hasErrors: false,
    checkSessionId: null,
    error: null,
    secretsWithheldFrom: null,
  }
}
