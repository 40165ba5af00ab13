import { cancelTestSession } from '@sonde/actions/test-sessions/cancel-test-session.ts'
import { CancelTestSession, TestSessionParams } from '@sonde/schema/projects/test-session.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function cancelTestSessionRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/test-sessions/:testSessionId/cancel',
    {
      schema: {
        summary: 'Cancel the runs of a test session that have not ended',
        description: 'A session that has ended does not change.',
        tags: ['Test sessions'],
        params: TestSessionParams,
        body: CancelTestSession,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_RUN' }, limit: { max: 600, windowSeconds: 60 } },
    },
    async (request, reply) => {
      const runIds = request.body?.sequenceId?.map((id) => id.toLowerCase()) ?? null
      await cancelTestSession(deps, actorOf(request, deps), { id: request.params.testSessionId, runIds })
      return await reply.code(204).send()
    },
  )
}
