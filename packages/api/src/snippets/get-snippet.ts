import { Snippet, SnippetParams } from '@sonde/schema/checks/snippet.ts'
import { findSnippet } from '@sonde/store/variables/snippets.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { snippetAnswer } from '@sonde/actions/snippets/snippet-answer.ts'

export function getSnippet(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/snippets/:id',
    {
      schema: {
        summary: 'Show one snippet',
        tags: ['Snippets'],
        params: SnippetParams,
        response: answers({ 200: Snippet }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      const row = await findSnippet(deps.store.read, key)
      if (row === null) throw notFound('snippet')
      return snippetAnswer(row)
    },
  )
}
