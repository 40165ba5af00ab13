import { cancelCheckSession } from '@sonde/actions/check-sessions/cancel-check-session.ts'
import { CancelCheckSession, CheckSessionParams } from '@sonde/schema/runs/check-session.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { actorOf } from '../http/actor-of.ts'

export function cancelCheckSessionRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/check-sessions/:checkSessionId/cancel',
    {
      schema: {
        summary: 'Cancel the runs of a check session that can still be cancelled',
        description: 'A session that has ended does not change.',
        tags: ['Check sessions'],
        params: CheckSessionParams,
        body: CancelCheckSession,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_RUN' } },
    },
    async (request, reply) => {
      const order = { id: request.params.checkSessionId, sequenceIds: request.body?.sequenceId ?? null }
      await cancelCheckSession(deps, actorOf(request, deps), order)
      return reply.code(204).send()
    },
  )
}
