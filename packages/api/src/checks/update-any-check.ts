import { isRecord } from '@sonde/ground/is-record.ts'
import { checkKinds, kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { CheckParams, WriteCheckQuery } from '@sonde/schema/checks/check-query.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { readingOf, type Reading } from '../http/reading.ts'
import { notFound, invalidInput } from '@sonde/actions/refusal.ts'
import { anyCheck, anyCheckUpdate } from './any-check.ts'
import { bodyJudgedByRoute } from './body-judged-by-route.ts'
import { checkSerializer } from './check-serializer.ts'
import { rewriteCheck } from './rewrite-check.ts'

const access = { kind: 'account', role: 'READ_WRITE' } as const

/**
 * `PUT` and `PATCH` of a check by its stored type. Nothing is required here, whichever the reading: the odd
 * fields that a type requires belong to its own route.
 */
export function updateAnyCheck(app: App, deps: ApiDeps): void {
  const validator = createValidator()
  const judges = new Map(
    checkKinds.map((kind) => [kind.checkType, validator.compile(kind.patch, { complete: false })]),
  )
  const shared = {
    validatorCompiler: bodyJudgedByRoute(app),
    serializerCompiler: checkSerializer(app, 'v1'),
    config: { access },
  }
  const url = '/v1/checks/:id'

  app.put(
    url,
    {
      ...shared,
      schema: {
        summary: 'Update a check of any type',
        description:
          'By its stored type. Omitted fields that show a default get it; the others keep their value. Requests ' +
          'with `X-Checkly-Account` or `X-Checkly-Source` keep what they omit. Use the route of the type instead.',
        tags: ['Checks'],
        deprecated: true,
        params: CheckParams,
        querystring: WriteCheckQuery,
        body: anyCheckUpdate(),
        response: answers({ 200: anyCheck('v1') }, 409),
      },
    },
    async (request) => update(request, request.params.id, await readingOf(request, deps.store)),
  )

  app.patch(
    url,
    {
      ...shared,
      schema: {
        summary: 'Change fields of a check of any type',
        description: 'Changes what is sent and nothing else.',
        tags: ['Checks'],
        params: CheckParams,
        body: anyCheckUpdate(),
        response: answers({ 200: anyCheck('v1') }, 409),
      },
    },
    async (request) => update(request, request.params.id, 'lenient'),
  )

  async function update(request: FastifyRequest, id: string, reading: Reading) {
    const { body } = request
    if (!isRecord(body)) throw invalidInput([{ path: '', message: 'must be an object' }])
    const actor = actorOf(request, deps)
    const { accountId } = actor
    const check = await findCheck(deps.store.read, { accountId, id })
    const kind = check === null ? undefined : kindOf(check.checkType)
    if (kind === undefined) throw notFound('check')
    const violations = judges.get(kind.checkType)?.(body) ?? []
    if (violations.length > 0) throw invalidInput(violations)
    return await rewriteCheck(deps, kind, { actor, id, body, reading })
  }
}
