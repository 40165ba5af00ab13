import type { SessionVersion } from '@sonde/actions/check-sessions/session-answer.ts'
import { mostSessions, triggerCheckSessions } from '@sonde/actions/check-sessions/trigger-check-sessions.ts'
import { StartedCheckSessions, TriggerCheckSession } from '@sonde/schema/runs/check-session.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { actorOf } from '../http/actor-of.ts'

export function triggerCheckSessionsRoute(app: App, deps: ApiDeps, version: SessionVersion): void {
  app.post(
    `/${version}/check-sessions/trigger`,
    {
      schema: {
        summary: 'Run checks now, each at all of its locations',
        description:
          `Starts one session for each activated check that matches, at most ${mostSessions}; without a target for every check. ` +
          'These runs alert like any other run.',
        tags: ['Check sessions', 'Triggers'],
        deprecated: version === 'v1',
        body: TriggerCheckSession,
        response: answers({ 201: StartedCheckSessions }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_RUN' } },
    },
    async (request, reply) => {
      const target = request.body?.target ?? {}
      const order = { target, refreshesCache: request.body?.refreshCache === true, version }
      return reply.code(201).send(await triggerCheckSessions(deps, actorOf(request, deps), order))
    },
  )
}
