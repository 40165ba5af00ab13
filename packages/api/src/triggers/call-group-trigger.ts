import { RequestTimeoutError, longestWaitSeconds } from '@sonde/schema/runs/check-session.ts'
import {
  CallGroupTriggerParams,
  CallTriggerQuery,
  TriggeredGroup,
  type TriggeredCheck,
} from '@sonde/schema/checks/check-trigger.ts'
import { findGroup, type CheckGroupRow } from '@sonde/store/checks/check-groups.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { checksInGroupOrder } from '@sonde/store/checks/group-checks.ts'
import { groupTriggers } from '@sonde/store/checks/triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { underGroup } from '@sonde/actions/check-groups/apply-groups.ts'
import { stillRunning } from '../check-sessions/await-check-session.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { notFound, conflict } from '@sonde/actions/refusal.ts'
import { recordDeploymentCall, triggeredBy } from './deployment-call.ts'
import { startGroupRun, type GroupRun } from './group-run.ts'
import { createTriggerCalls } from './trigger-calls.ts'
import { isTriggerToken } from './trigger-token.ts'

export function callGroupTrigger(app: App, deps: ApiDeps): void {
  const calls = createTriggerCalls(deps.clock)
  const closing = new AbortController()
  app.addHook('onClose', async () => closing.abort())

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/check-groups/:groupId/trigger/:token',
      schema: {
        summary: 'Run the checks of a group once and tell how they went',
        description:
          'Needs no key: the token in the path is the secret. Runs the activated checks of the group by `groupOrder`, ' +
          'those without one last, at most `concurrency` of them at a time. ' +
          `Waits up to ${longestWaitSeconds} s for all of them; after that, or with \`detach\`, they go on without the caller. ` +
          'Answers 503 when a check failed or ended without a verdict. Never alerts.',
        tags: ['Triggers'],
        params: CallGroupTriggerParams,
        querystring: CallTriggerQuery,
        response: publicAnswers(
          { 200: TriggeredGroup, 408: RequestTimeoutError, 503: TriggeredGroup },
          404,
          409,
        ),
      },
      config: { access: publicAccess },
      handler: async (request, reply) => {
        const { groupId, token } = request.params
        const { detach } = request.query
        const trigger = await groupTriggers.find(deps.store.read, Number(groupId))
        if (trigger === null || !isTriggerToken(token, trigger.tokenHash)) throw notFound('trigger')
        calls.count(trigger.id, reply)
        const group = await findGroup(deps.store.read, {
          accountId: trigger.accountId,
          id: trigger.subjectId,
        })
        if (group === null) throw notFound('trigger')
        const at = deps.clock.now()
        await deps.store.write(async (db) => {
          await groupTriggers.noteCall(db, { id: trigger.id, at })
          await recordDeploymentCall(db, request.query, { accountId: trigger.accountId, at })
        })
        const checks = await checksToRun(group)
        const run = startGroupRun(deps, {
          checks,
          concurrency: group.concurrency,
          how: triggeredBy(request.query),
          answerBy: deps.clock.now() + longestWaitSeconds * 1000,
          signal: closing.signal,
        })
        if (detach) {
          await run.begun
          goOnAlone(run, group)
          return checks.map(begunCheck)
        }
        const outcomes = await Promise.race([run.ended, run.late.then(() => null)])
        if (outcomes === null) {
          goOnAlone(run, group)
          throw stillRunning(`Not every check has ended within ${longestWaitSeconds} s`)
        }
        return await reply.code(outcomes.every(isGood) ? 200 : 503).send(outcomes)
      },
    })
  }

  async function checksToRun(group: CheckGroupRow): Promise<CheckRow[]> {
    const checks = await checksInGroupOrder(deps.store.read, group.id)
    if (checks.length === 0) throw conflict('Nothing was started: the group has no activated checks')
    return checks.map((check) => underGroup(check, group))
  }

  function goOnAlone({ ended }: GroupRun, { id: groupId }: CheckGroupRow): void {
    void ended.catch((error: unknown) => {
      deps.log.error({ err: error, groupId }, 'the checks of a triggered group were not all run')
    })
  }
}

function begunCheck({ id, name }: CheckRow): TriggeredCheck {
  return { checkId: id, name, hasFailures: null, hasErrors: false, checkSessionId: null, error: null }
}

function isGood({ hasFailures, hasErrors }: TriggeredCheck): boolean {
  return hasFailures === false && !hasErrors
}
