import { updateCheck } from '@sonde/actions/checks/update-check.ts'
import { requireValidUpdate } from '@sonde/actions/checks/validate-check.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { CheckParams, WriteCheckQuery } from '@sonde/schema/checks/check-query.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { updateModeOf } from '../http/update-mode.ts'
import { bodyValidatedByRoute } from './body-validated-by-route.ts'
import { conflictsOf } from './check-conflicts.ts'

const access = { kind: 'account', role: 'READ_WRITE' } as const

/** `PUT`, in its two modes, and `PATCH`, which always merges. */
export function updateCheckRoute(app: App, deps: ApiDeps, kind: CheckKind): void {
  const url = `/v1/checks/${kind.segment}/:id`

  app.put(
    url,
    {
      // The schema of the body depends on the mode.
      validatorCompiler: bodyValidatedByRoute(app),
      schema: {
        summary: `Update ${kind.article} ${kind.title}`,
        description:
          'Omitted fields that have a default get it; the others keep their value. Requests with ' +
          '`X-Checkly-Account` or `X-Checkly-Source` may omit every field and keep the values of omitted fields, except that ' +
          'omitted `tags`, `environmentVariables`, `alertChannelSubscriptions` and members of a `request` are cleared.',
        tags: [kind.tag],
        params: CheckParams,
        querystring: WriteCheckQuery,
        body: kind.update,
        response: answers({ 200: kind.answers.v1 }, ...conflictsOf(kind)),
      },
      config: { access },
    },
    async (request) => {
      const mode = await updateModeOf(request, deps.store)
      requireValidUpdate(kind, request.body, mode)
      const input = inputOf(request)
      return await updateCheck(deps, actorOf(request, deps), {
        id: request.params.id,
        kind,
        input,
        mode,
      })
    },
  )

  app.patch(
    url,
    {
      schema: {
        summary: `Change fields of ${kind.article} ${kind.title}`,
        description: 'Changes only the fields that are sent.',
        tags: [kind.tag],
        params: CheckParams,
        body: kind.patch,
        response: answers({ 200: kind.answers.v1 }, ...conflictsOf(kind)),
      },
      config: { access },
    },
    async (request) => {
      const actor = actorOf(request, deps)
      const input = inputOf(request)
      return await updateCheck(deps, actor, { id: request.params.id, kind, input, mode: 'merge' })
    },
  )
}

/** An object: the schema of the body has seen to that. */
function inputOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return request.body as Readonly<Record<string, unknown>>
}
