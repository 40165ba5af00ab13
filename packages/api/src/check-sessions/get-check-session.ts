import { CheckSessionAnswer, CheckSessionParams } from '@sonde/schema/runs/check-session.ts'
import { findSession } from '@sonde/store/runs/check-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { sessionAnswer, type SessionVersion } from '@sonde/actions/check-sessions/session-answer.ts'

export function getCheckSession(app: App, deps: ApiDeps, version: SessionVersion): void {
  app.get(
    `/${version}/check-sessions/:checkSessionId`,
    {
      schema: {
        summary: 'Show a check session',
        tags: ['Check sessions'],
        deprecated: version === 'v1',
        params: CheckSessionParams,
        response: answers({ 200: CheckSessionAnswer }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: request.params.checkSessionId }
      const session = await findSession(read, key)
      if (session === null) throw notFound('check session')
      const view = { version, publicUrl: deps.publicUrl(), now: deps.clock.now() }
      return await sessionAnswer(read, session, view)
    },
  )
}
