import { CheckParams, CheckQuery } from '@sonde/schema/check-query.ts'
import { findCheck } from '@sonde/store/checks.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'
import { anyCheck } from './any-check.ts'
import { answerOf, type AnswerVersion } from './check-answer.ts'

export function getCheck(app: App, deps: ApiDeps, version: AnswerVersion): void {
  app.get(
    `/${version}/checks/:id`,
    {
      schema: {
        summary: 'Show one check of any type',
        tags: ['Checks'],
        params: CheckParams,
        querystring: CheckQuery,
        response: answers({ 200: anyCheck(version) }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const row = await findCheck(deps.store.read, key)
      if (!row) throw notFound('check')
      return answerOf(row, version)
    },
  )
}
