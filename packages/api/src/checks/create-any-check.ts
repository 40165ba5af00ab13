import { WriteCheckQuery } from '@sonde/schema/checks/check-query.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import { addCheck } from './add-check.ts'
import { anyCheck, anyCheckCreate } from './any-check.ts'
import { bodyJudgedByRoute } from './body-judged-by-route.ts'
import { checkSerializer } from './check-serializer.ts'
import { createJudgedByType } from './judged-by-type.ts'

/** Creates a check of the type that the body names. */
export function createAnyCheck(app: App, deps: ApiDeps): void {
  const { kindIn, violationsIn } = createJudgedByType()

  app.post(
    '/v1/checks',
    {
      validatorCompiler: bodyJudgedByRoute(app),
      serializerCompiler: checkSerializer(app, 'v1'),
      schema: {
        summary: 'Create a check of any type',
        description: 'The type is the one that `checkType` names. Use the route of the type instead.',
        tags: ['Checks'],
        deprecated: true,
        querystring: WriteCheckQuery,
        body: anyCheckCreate(),
        response: answers({ 201: anyCheck('v1') }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
      preHandler: async (request) => {
        const violations = violationsIn(request.body)
        if (violations.length > 0) throw invalidInput(violations)
      },
    },
    async (request, reply) => {
      const { body } = request
      const { autoAssignAlerts } = request.query
      const added = await addCheck(deps, kindIn(body), {
        actor: actorOf(request, deps),
        body,
        autoAssignAlerts,
      })
      return reply.code(201).send(added)
    },
  )
}
