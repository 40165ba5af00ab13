import { Snippet, SnippetCreate } from '@sonde/schema/checks/snippet.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createSnippet, mostSnippets } from '@sonde/actions/snippets/create-snippet.ts'

/** Every one of them goes with every run of a script. */
export function createSnippetRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/snippets',
    {
      schema: {
        summary: 'Create a snippet',
        description: `Scripts of the account import it as \`./snippets/<name>.js\`. An account has at most ${mostSnippets} snippets.`,
        tags: ['Snippets'],
        body: SnippetCreate,
        response: answers({ 201: Snippet }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) =>
      reply.code(201).send(await createSnippet(deps, actorOf(request, deps), { input: request.body })),
  )
}
