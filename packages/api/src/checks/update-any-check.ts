import { updateAnyCheck } from '@sonde/actions/checks/update-any-check.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import { CheckParams, WriteCheckQuery } from '@sonde/schema/checks/check-query.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { updateModeOf } from '../http/update-mode.ts'
import { anyCheck, anyCheckUpdate } from './any-check.ts'
import { bodyValidatedByRoute } from './body-validated-by-route.ts'
import { checkSerializer } from './check-serializer.ts'

const access = { kind: 'account', role: 'READ_WRITE' } as const

/** `PUT` and `PATCH` of a check by its stored type. */
export function updateAnyCheckRoute(app: App, deps: ApiDeps): void {
  const shared = {
    validatorCompiler: bodyValidatedByRoute(app),
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
          'Uses the stored type. Omitted fields that have a default get it; the others keep their value. Requests ' +
          'with `X-Checkly-Account` or `X-Checkly-Source` keep the values of omitted fields, except that omitted `tags`, ' +
          '`environmentVariables`, `alertChannelSubscriptions` and members of a `request` are cleared. Prefer the ' +
          'route of the type.',
        tags: ['Checks'],
        deprecated: true,
        params: CheckParams,
        querystring: WriteCheckQuery,
        body: anyCheckUpdate(),
        response: answers({ 200: anyCheck('v1') }, 409),
      },
    },
    async (request) => {
      const mode = await updateModeOf(request, deps.store)
      const input = inputIn(request.body)
      return await updateAnyCheck(deps, actorOf(request, deps), { id: request.params.id, input, mode })
    },
  )

  app.patch(
    url,
    {
      ...shared,
      schema: {
        summary: 'Change fields of a check of any type',
        description: 'Changes only the fields that are sent.',
        tags: ['Checks'],
        params: CheckParams,
        body: anyCheckUpdate(),
        response: answers({ 200: anyCheck('v1') }, 409),
      },
    },
    async (request) => {
      const input = inputIn(request.body)
      return await updateAnyCheck(deps, actorOf(request, deps), {
        id: request.params.id,
        input,
        mode: 'merge',
      })
    },
  )
}

function inputIn(body: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(body)) throw invalidInput([{ path: '', message: 'must be an object' }])
  return body
}
