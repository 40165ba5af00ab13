import { CancelCheckSession, CheckSessionParams } from '@sonde/schema/runs/check-session.ts'
import { findSession } from '@sonde/store/runs/check-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound, invalidInput } from '@sonde/actions/refusal.ts'

export function cancelCheckSession(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/check-sessions/:checkSessionId/cancel',
    {
      schema: {
        summary: 'Cancel the runs of a check session that can still be cancelled',
        description: 'A session that has ended stays as it is.',
        tags: ['Check sessions'],
        params: CheckSessionParams,
        body: CancelCheckSession,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_RUN' } },
    },
    async (request, reply) => {
      const { id: accountId } = accountOf(request)
      const session = await findSession(deps.store.read, { accountId, id: request.params.checkSessionId })
      if (session === null) throw notFound('check session')
      const runIds = request.body.sequenceId?.map((id) => id.toLowerCase()) ?? null
      const known = new Set(session.runs.map(({ runId }) => runId))
      const foreign = (runIds ?? []).flatMap((id, index) =>
        known.has(id) ? [] : [{ path: `sequenceId.${index}`, message: 'is no run of this session' }],
      )
      if (foreign.length > 0) throw invalidInput(foreign.slice(0, 50))
      if (session.endedAt === null) {
        await deps.runs.cancelSession({ accountId, sessionId: session.id, runIds })
      }
      return reply.code(204).send()
    },
  )
}
