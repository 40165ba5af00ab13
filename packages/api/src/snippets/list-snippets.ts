import { PageQuery } from '@sonde/schema/validation/page.ts'
import { SnippetList } from '@sonde/schema/checks/snippet.ts'
import { listSnippets as findSnippets } from '@sonde/store/variables/snippets.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { snippetAnswer } from '@sonde/actions/snippets/snippet-answer.ts'

export function listSnippets(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/snippets',
    {
      schema: {
        summary: 'List the snippets of the account',
        description: 'Newest first. The header `Content-Range` contains the total.',
        tags: ['Snippets'],
        querystring: PageQuery,
        response: answers({ 200: SnippetList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { limit } = request.query
      const offset = offsetOf(request.query)
      const accountId = accountOf(request).id
      const { rows, total } = await findSnippets(deps.store.read, { accountId, limit, offset })
      setContentRange(reply, { offset, length: rows.length, total })
      return rows.map(snippetAnswer)
    },
  )
}
