import { Snippet, SnippetCreate, SnippetParams } from '@sonde/schema/checks/snippet.ts'
import { findSnippetForUpdate, updateSnippet as writeSnippet } from '@sonde/store/variables/snippets.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { snippetAnswer } from '@sonde/actions/snippets/snippet-answer.ts'
import { refusingTakenName } from '@sonde/actions/snippets/taken-name.ts'

export function updateSnippet(app: App, deps: ApiDeps): void {
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
    async (request) => {
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      const { name, script } = request.body
      const written = deps.store.write(async (db) => {
        const row = await findSnippetForUpdate(db, key)
        if (row === null) throw notFound('snippet')
        const changed = { ...row, name, script, updatedAt: deps.clock.now() }
        await writeSnippet(db, changed)
        const after = snippetAnswer(changed)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'SNIPPET',
          entityId: row.id,
          entityName: name,
          before: snippetAnswer(row),
          after,
        })
        return after
      })
      return await refusingTakenName(name, written)
    },
  )
}
