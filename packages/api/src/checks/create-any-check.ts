import { createCheck } from '@sonde/actions/checks/create-check.ts'
import { kindOfNewCheck, validateNewCheck } from '@sonde/actions/checks/validate-check.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import { WriteCheckQuery } from '@sonde/schema/checks/check-query.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { anyCheck, anyCheckCreate } from './any-check.ts'
import { bodyValidatedByRoute } from './body-validated-by-route.ts'
import { checkSerializer } from './check-serializer.ts'

/** Creates a check of the type that the body names. */
export function createAnyCheck(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/checks',
    {
      validatorCompiler: bodyValidatedByRoute(app),
      serializerCompiler: checkSerializer(app, 'v1'),
      schema: {
        summary: 'Create a check of any type',
        description: '`checkType` sets the type. Prefer the route of the type.',
        tags: ['Checks'],
        deprecated: true,
        querystring: WriteCheckQuery,
        body: anyCheckCreate(),
        response: answers({ 201: anyCheck('v1') }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
      preHandler: async (request) => {
        const violations = validateNewCheck(request.body)
        if (violations.length > 0) throw invalidInput(violations)
      },
    },
    async (request, reply) => {
      const { body: input } = request
      const { autoAssignAlerts } = request.query
      const order = { kind: kindOfNewCheck(input), input, autoAssignAlerts }
      return reply.code(201).send(await createCheck(deps, actorOf(request, deps), order))
    },
  )
}
