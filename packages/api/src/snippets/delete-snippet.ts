import { SnippetParams } from '@sonde/schema/checks/snippet.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteSnippet } from '@sonde/actions/snippets/delete-snippet.ts'

export function deleteSnippetRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/snippets/:id',
    {
      schema: {
        summary: 'Delete a snippet',
        description: 'Rejected while a check or a group uses it for set-up or tear-down.',
        tags: ['Snippets'],
        params: SnippetParams,
        response: answers({ 204: noContent }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteSnippet(deps, actorOf(request, deps), { id: request.params.id })
      return reply.code(204).send()
    },
  )
}
