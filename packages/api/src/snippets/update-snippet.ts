import { Snippet, SnippetCreate, SnippetParams } from '@sonde/schema/checks/snippet.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { updateSnippet } from '@sonde/actions/snippets/update-snippet.ts'

export function updateSnippetRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/snippets/:id',
    {
      schema: {
        summary: 'Replace the name and the script of a snippet',
        tags: ['Snippets'],
        params: SnippetParams,
        body: SnippetCreate,
        response: answers({ 200: Snippet }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) =>
      updateSnippet(deps, actorOf(request, deps), { id: request.params.id, input: request.body }),
  )
}
