import { CannotRun } from '@sonde/runs/runs.ts'
import { RequestTimeoutError, longestWaitSeconds } from '@sonde/schema/runs/check-session.ts'
import { CallTriggerParams, CallTriggerQuery, TriggeredRun } from '@sonde/schema/checks/check-trigger.ts'
import { findCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import { checkTriggers } from '@sonde/store/checks/triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { applyGroups } from '@sonde/actions/check-groups/apply-groups.ts'
import { stillRunning } from '../check-sessions/await-check-session.ts'
import { clientGone } from '../check-sessions/client-gone.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { notFound, conflict } from '@sonde/actions/refusal.ts'
import { recordDeploymentCall, triggeredBy } from './deployment-call.ts'
import { createTriggerCalls } from './trigger-calls.ts'
import { isTriggerToken } from './trigger-token.ts'
import { createTriggeredRuns, type TriggeredHow } from './triggered-runs.ts'

export function callCheckTrigger(app: App, deps: ApiDeps): void {
  const calls = createTriggerCalls(deps.clock)
  const triggered = createTriggeredRuns(deps)

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/checks/:checkId/trigger/:token',
      schema: {
        summary: 'Run a check once and tell how it went',
        description:
          `Needs no key: the token in the path is the secret. Waits up to ${longestWaitSeconds} s. ` +
          'Answers 503 when the check failed, and also when its run ended without a verdict, which `hasErrors` tells. ' +
          'Never alerts.',
        tags: ['Triggers'],
        params: CallTriggerParams,
        querystring: CallTriggerQuery,
        response: publicAnswers({ 200: TriggeredRun, 408: RequestTimeoutError, 503: TriggeredRun }, 404, 409),
      },
      config: { access: publicAccess },
      handler: async (request, reply) => {
        const { checkId, token } = request.params
        const { detach } = request.query
        const trigger = await checkTriggers.find(deps.store.read, checkId)
        if (trigger === null || !isTriggerToken(token, trigger.tokenHash)) throw notFound('trigger')
        calls.count(trigger.id, reply)
        const check = await effectiveCheck(trigger.accountId, checkId)
        const at = deps.clock.now()
        await deps.store.write(async (db) => {
          await checkTriggers.noteCall(db, { id: trigger.id, at })
          await recordDeploymentCall(db, request.query, { accountId: trigger.accountId, at })
        })
        const sessionId = await start(check, triggeredBy(request.query))
        if (detach) return { hasFailures: null, hasErrors: false, checkSessionId: sessionId }
        await deps.runs.waitForSession(sessionId, longestWaitSeconds * 1000, clientGone(reply))
        const run = await triggered.outcome(check, sessionId)
        if (run === null) throw stillRunning(`The run has not ended within ${longestWaitSeconds} s`)
        const isGood = run.hasFailures === false && !run.hasErrors
        return await reply.code(isGood ? 200 : 503).send(run)
      },
    })
  }

  async function effectiveCheck(accountId: string, id: string): Promise<CheckRow> {
    const row = await findCheck(deps.store.read, { accountId, id })
    const [check] = row === null ? [] : (await applyGroups(deps.store.read, accountId, [row])).rows
    if (check === undefined) throw notFound('trigger')
    return check
  }

  async function start(check: CheckRow, how: TriggeredHow): Promise<string> {
    try {
      return await triggered.start(check, how)
    } catch (error) {
      if (error instanceof CannotRun) throw conflict(`Nothing was started: ${error.message}`)
      throw error
    }
  }
}
