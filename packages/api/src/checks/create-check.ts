import { createCheck } from '@sonde/actions/checks/create-check.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { WriteCheckQuery } from '@sonde/schema/checks/check-query.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { conflictsOf } from './check-conflicts.ts'

export function createCheckRoute(app: App, deps: ApiDeps, kind: CheckKind): void {
  app.post(
    `/v1/checks/${kind.segment}`,
    {
      schema: {
        summary: `Create ${kind.article} ${kind.title}`,
        tags: [kind.tag],
        querystring: WriteCheckQuery,
        body: kind.create,
        response: answers({ 201: kind.answers.v1 }, 402, ...conflictsOf(kind)),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { autoAssignAlerts } = request.query
      const order = { kind, input: request.body, autoAssignAlerts }
      return reply.code(201).send(await createCheck(deps, actorOf(request, deps), order))
    },
  )
}
