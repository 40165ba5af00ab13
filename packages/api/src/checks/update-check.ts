import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { CheckParams, WriteCheckQuery } from '@sonde/schema/checks/check-query.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { readingOf, type Reading } from '../http/reading.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import { bodyJudgedByRoute } from './body-judged-by-route.ts'
import { conflictsOf } from './check-conflicts.ts'
import { rewriteCheck } from './rewrite-check.ts'

const access = { kind: 'account', role: 'READ_WRITE' } as const

/** `PUT`, in its two readings, and `PATCH`, which is always read leniently. */
export function updateCheck(app: App, deps: ApiDeps, kind: CheckKind): void {
  const validator = createValidator()
  const judges = {
    letter: validator.compile(kind.update, { complete: false }),
    lenient: validator.compile(kind.patch, { complete: false }),
  }
  const url = `/v1/checks/${kind.segment}/:id`

  app.put(
    url,
    {
      // The schema of the body depends on the reading.
      validatorCompiler: bodyJudgedByRoute(app),
      schema: {
        summary: `Update ${kind.article} ${kind.title}`,
        description:
          'Omitted fields that show a default get it; the others keep their value. Requests with ' +
          '`X-Checkly-Account` or `X-Checkly-Source` may leave out every field and keep what they omit.',
        tags: [kind.tag],
        params: CheckParams,
        querystring: WriteCheckQuery,
        body: kind.update,
        response: answers({ 200: kind.answers.v1 }, ...conflictsOf(kind)),
      },
      config: { access },
    },
    async (request) => {
      const reading = await readingOf(request, deps.store)
      const violations = judges[reading](request.body)
      if (violations.length > 0) throw invalidInput(violations)
      return await update(request, request.params.id, reading)
    },
  )

  app.patch(
    url,
    {
      schema: {
        summary: `Change fields of ${kind.article} ${kind.title}`,
        description: 'Changes what is sent and nothing else.',
        tags: [kind.tag],
        params: CheckParams,
        body: kind.patch,
        response: answers({ 200: kind.answers.v1 }, ...conflictsOf(kind)),
      },
      config: { access },
    },
    async (request) => update(request, request.params.id, 'lenient'),
  )

  async function update(request: FastifyRequest, id: string, reading: Reading) {
    const actor = actorOf(request, deps)
    return await rewriteCheck(deps, kind, { actor, id, body: bodyOf(request), reading })
  }
}

/** An object: the schema of the body has seen to that. */
function bodyOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return request.body as Readonly<Record<string, unknown>>
}
