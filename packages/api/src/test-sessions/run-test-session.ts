import { startTestSession } from '@sonde/actions/test-sessions/start-test-session.ts'
import {
  StartedTestSession,
  testRunBytes,
  testRunLimits,
  TestSessionRun,
} from '@sonde/schema/projects/test-session-run.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { limitUploads } from '../http/bodies/limited-uploads.ts'
import { answers } from '../http/operation.ts'

export function runTestSession(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/test-sessions/run',
    {
      bodyLimit: testRunBytes,
      schema: {
        summary: 'Run checks once, without storing them',
        description:
          'Each job is a check as it would be created; all of them run once at the given location. Alerts, statistics and status pages never see these runs. Results: `GET /v1/test-sessions/{testSessionId}`, or live over MQTT at `/next/live`. At most 1,000 jobs and 50 MB.',
        tags: ['Test sessions'],
        body: TestSessionRun,
        response: answers({ 202: StartedTestSession }, 413),
      },
      // Not less than creating checks asks for: a request that names secrets of the account may go anywhere.
      config: {
        access: { kind: 'account', role: 'READ_WRITE' },
        limit: { max: 60, windowSeconds: 60 },
        largeBody: testRunLimits,
      },
      preParsing: limitUploads(testRunBytes),
    },
    async (request, reply) => {
      const { sessionId, runs } = await startTestSession(deps, actorOf(request, deps), {
        input: request.body,
      })
      const ids = Object.fromEntries(runs.map(({ checkKey, id }) => [checkKey, id]))
      return await reply.code(202).send({
        schedulingId: sessionId,
        ...(request.body.shouldRecord !== false ? { testSessionId: sessionId, testResultIds: ids } : {}),
        sequenceIds: ids,
      })
    },
  )
}
