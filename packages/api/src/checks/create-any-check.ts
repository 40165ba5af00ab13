import type { CheckKind } from '@sonde/schema/check-kind.ts'
import { checkKinds } from '@sonde/schema/check-kinds.ts'
import { WriteCheckQuery } from '@sonde/schema/check-query.ts'
import { createValidator } from '@sonde/schema/validator.ts'
import { isRecord } from '@sonde/schema/violation.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../audit-log/actor.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'
import { addCheck } from './add-check.ts'
import { anyCheck, anyCheckCreate } from './any-check.ts'
import { bodyJudgedByRoute } from './body-judged-by-route.ts'
import { checkSerializer } from './check-serializer.ts'

/** Creates a check of the type that the body names. */
export function createAnyCheck(app: App, deps: ApiDeps): void {
  const validator = createValidator()
  const types = new Map<unknown, { kind: CheckKind; judge: ReturnType<typeof validator.compile> }>(
    checkKinds.map((kind) => [
      kind.checkType,
      { kind, judge: validator.compile(kind.create, { complete: true }) },
    ]),
  )

  function typeIn(body: unknown) {
    if (!isRecord(body)) throw invalid('payload', [{ path: '', message: 'must be an object' }])
    const { checkType } = body
    const type = types.get(checkType)
    if (type !== undefined) return type
    const message = checkType === undefined ? 'is required' : `must be one of ${[...types.keys()].join(', ')}`
    throw invalid('payload', [{ path: 'checkType', message }])
  }

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
        const violations = typeIn(request.body).judge(request.body)
        if (violations.length > 0) throw invalid('payload', violations)
      },
    },
    async (request, reply) => {
      const { body } = request
      const { autoAssignAlerts } = request.query
      const added = await addCheck(deps, typeIn(body).kind, {
        actor: actorOf(request, deps),
        body,
        autoAssignAlerts,
      })
      return reply.code(201).send(added)
    },
  )
}
