import { CheckParams, CheckQuery } from '@sonde/schema/checks/check-query.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import type { ApiDeps } from '../api-deps.ts'
import { applyGroups } from '@sonde/actions/check-groups/apply-groups.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { anyCheck } from './any-check.ts'
import { answerOf, type AnswerVersion } from '@sonde/actions/checks/check-answer.ts'
import { checkSerializer } from './check-serializer.ts'
import { checkRelations } from '@sonde/actions/checks/check-relations.ts'

export function getCheck(app: App, deps: ApiDeps, version: AnswerVersion): void {
  app.get(
    `/${version}/checks/:id`,
    {
      serializerCompiler: checkSerializer(app, version),
      schema: {
        summary: 'Show one check of any type',
        tags: ['Checks'],
        params: CheckParams,
        querystring: CheckQuery,
        response: answers({ 200: anyCheck(version) }),
      },
      // Programs that keep many checks as code read each of them on every run.
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: { max: 6_000, windowSeconds: 60 } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const row = await findCheck(deps.store.read, key)
      if (!row) throw notFound('check')
      const { read } = deps.store
      const applied = request.query.applyGroupSettings
        ? await applyGroups(read, row.accountId, [row])
        : { rows: [row], subscribers: new Map<string, number>() }
      const [effective = row] = applied.rows
      const relationsOf = await checkRelations(read, [row.id], applied.subscribers)
      return answerOf(effective, version, relationsOf(row.id), {
        publicUrl: deps.publicUrl(),
        role: accountOf(request).role,
        sealer: deps.store.sealer,
      })
    },
  )
}
