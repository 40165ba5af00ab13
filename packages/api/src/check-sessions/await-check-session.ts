import {
  CheckSessionAnswer,
  CheckSessionParams,
  CompletionQuery,
  RequestTimeoutError,
} from '@sonde/schema/runs/check-session.ts'
import { findSession, type CheckSession } from '@sonde/store/runs/check-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { clientGone } from '../http/client-gone.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { HttpRefusal } from '../http/refusal.ts'
import { sessionAnswer, type SessionVersion } from '@sonde/actions/check-sessions/session-answer.ts'

export function awaitCheckSession(app: App, deps: ApiDeps, version: SessionVersion): void {
  app.get(
    `/${version}/check-sessions/:checkSessionId/completion`,
    {
      schema: {
        summary: 'Wait for a check session to end',
        description: 'Returns 408 if it has not ended in time: send the request again.',
        tags: ['Check sessions'],
        deprecated: version === 'v1',
        params: CheckSessionParams,
        querystring: CompletionQuery,
        response: answers({ 200: CheckSessionAnswer, 408: RequestTimeoutError }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: request.params.checkSessionId }
      let session = await knownSession(key)
      if (session.endedAt === null) {
        // Between the two reads: nothing of the database is held while the client waits.
        await deps.runs.waitForSession(session.id, request.query.maxWaitSeconds * 1000, clientGone(reply))
        session = await knownSession(key)
      }
      if (session.endedAt === null)
        throw stillRunning('The check session has not ended yet: send the request again')
      const view = { version, publicUrl: deps.publicUrl(), now: deps.clock.now() }
      return await sessionAnswer(read, session, view)
    },
  )

  async function knownSession(key: { accountId: string; id: string }): Promise<CheckSession> {
    const session = await findSession(deps.store.read, key)
    if (session === null) throw notFound('check session')
    return session
  }
}

export function stillRunning(message: string): HttpRefusal {
  return new HttpRefusal(408, message, {}, { 'retry-after': '1' })
}
