import { archiveErrorGroup } from '@sonde/actions/error-groups/archive-error-group.ts'
import { ErrorGroup, ErrorGroupParams, ErrorGroupPatch } from '@sonde/schema/checks/error-group.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function patchErrorGroup(app: App, deps: ApiDeps): void {
  app.patch(
    '/v1/error-groups/:id',
    {
      schema: {
        summary: 'Archive an error group',
        description:
          'For good, or until its next failure. It still collects failures. Send false to undo it.',
        tags: ['Error Groups'],
        params: ErrorGroupParams,
        body: ErrorGroupPatch,
        response: answers({ 200: ErrorGroup }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) =>
      archiveErrorGroup(deps, actorOf(request, deps), { id: request.params.id, input: request.body }),
  )
}
