import { createCheckTrigger } from '@sonde/actions/triggers/create-check-trigger.ts'
import { actorOf } from '../http/actor-of.ts'
import { CheckTrigger, CheckTriggerParams, CreateTrigger } from '@sonde/schema/checks/check-trigger.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { inputOfPath } from '../http/refusal.ts'

export function createCheckTriggerRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/triggers/checks/:checkId',
    {
      schema: {
        summary: 'Create a URL that runs a check',
        description:
          'A check has at most one: a second request returns the existing one, with the `allowedHosts` of the body if it has any.',
        tags: ['Triggers'],
        deprecated: true,
        params: CheckTriggerParams,
        body: CreateTrigger,
        response: answers({ 201: CheckTrigger }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { checkId } = request.params
      const create = () =>
        createCheckTrigger(deps, actorOf(request, deps), { checkId, input: request.body ?? null })
      return reply.code(201).send(await inputOfPath(create))
    },
  )
}
