import { CannotRun } from '@sonde/runs/runs.ts'
import { RequestTimeoutError, longestWaitSeconds } from '@sonde/schema/check-session.ts'
import { CallTriggerParams, CallTriggerQuery, TriggeredRun } from '@sonde/schema/check-trigger.ts'
import { findSession, type SessionRun } from '@sonde/store/check-sessions.ts'
import { findTrigger, noteTriggerCall, type CheckTrigger } from '@sonde/store/check-triggers.ts'
import { findCheck, type CheckRow } from '@sonde/store/checks.ts'
import { attemptsAt } from '@sonde/store/results.ts'
import type { FastifyReply } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { stillRunning } from '../check-sessions/await-check-session.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { clientGone } from '../check-sessions/client-gone.ts'
import { publicAnswers } from '../http/operation.ts'
import { Refusal, notFound, tooManyRequests } from '../http/refusal.ts'
import { createSlidingWindow } from '../http/sliding-window.ts'
import { triggerLocation } from './trigger-location.ts'
import { isTriggerToken } from './trigger-token.ts'

const callsPerMinute = 10

export function callCheckTrigger(app: App, deps: ApiDeps): void {
  const calls = createSlidingWindow({ max: callsPerMinute, windowMs: 60_000, clock: deps.clock })

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
        const { runLocation, detach } = request.query
        const trigger = await findTrigger(deps.store.read, checkId)
        if (trigger === null || !isTriggerToken(token, trigger.tokenHash)) throw notFound('trigger')
        countCall(trigger, reply)
        const check = await findCheck(deps.store.read, { accountId: trigger.accountId, id: checkId })
        if (check === null) throw notFound('trigger')
        await deps.store.write((db) => noteTriggerCall(db, { id: trigger.id, at: deps.clock.now() }))
        const sessionId = await start(check, runLocation)
        if (detach) return { hasFailures: null, hasErrors: false, checkSessionId: sessionId }
        const run = await outcome(check, sessionId, clientGone(reply))
        const isGood = run.hasFailures === false && !run.hasErrors
        return await reply.code(isGood ? 200 : 503).send(run)
      },
    })
  }

  /** Only those who know the token count: others could lock them out. */
  function countCall(trigger: CheckTrigger, reply: FastifyReply): void {
    const { allowed, remaining, freesAt } = calls.hit(String(trigger.id))
    reply.header('x-ratelimit-limit', callsPerMinute)
    reply.header('x-ratelimit-remaining', remaining)
    reply.header('x-ratelimit-reset', Math.ceil(freesAt / 1000))
    if (!allowed) throw tooManyRequests(Math.max(1, Math.ceil((freesAt - deps.clock.now()) / 1000)))
  }

  async function start(check: CheckRow, runLocation: string | undefined): Promise<string> {
    const onlyAt = runLocation ?? (await triggerLocation(deps.store.read, check))
    const { accountId, id: checkId } = check
    try {
      const { sessionId } = await deps.runs.startSession({
        accountId,
        checkId,
        source: 'LEGACY_TRIGGER',
        onlyAt,
      })
      return sessionId
    } catch (error) {
      if (error instanceof CannotRun) throw new Refusal(409, `Nothing was started: ${error.message}`)
      throw error
    }
  }

  async function outcome(check: CheckRow, sessionId: string, signal: AbortSignal): Promise<TriggeredRun> {
    await deps.runs.waitForSession(sessionId, longestWaitSeconds * 1000, signal)
    const session = await findSession(deps.store.read, { accountId: check.accountId, id: sessionId })
    if (session === null || session.endedAt === null) {
      throw stillRunning(`The run has not ended within ${longestWaitSeconds} s`)
    }
    const states = session.runs.map(({ state }) => state)
    return {
      hasFailures: states.includes('failed'),
      // Nobody judged the target: it is not called down, and whoever waits for a pass does not get one.
      hasErrors: states.length === 0 || states.some((state) => isWithoutVerdict(state)),
      ...(check.checkType === 'API'
        ? { responseTime: await responseTimeOf(session.checkNo, session.runs) }
        : {}),
      checkSessionId: sessionId,
    }
  }

  async function responseTimeOf(checkNo: number, runs: readonly SessionRun[]): Promise<number | null> {
    const [run] = runs
    if (run === undefined) return null
    const rows = await attemptsAt(deps.store.read, { checkNo, scheduledAt: run.scheduledAt })
    return rows.find(({ origin, isFinal }) => isFinal && origin === run.origin)?.response_time ?? null
  }
}

function isWithoutVerdict(state: SessionRun['state']): boolean {
  return state === 'error' || state === 'dropped' || state === 'cancelled'
}
