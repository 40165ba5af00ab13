import { Snippet, SnippetCreate } from '@sonde/schema/checks/snippet.ts'
import { countSnippetsToAdd, insertSnippet } from '@sonde/store/variables/snippets.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { limitReached } from '@sonde/actions/refusal.ts'
import { snippetAnswer } from '@sonde/actions/snippets/snippet-answer.ts'
import { refusingTakenName } from '@sonde/actions/snippets/taken-name.ts'

/** Every one of them goes with every run of a script. */
export const mostSnippets = 500

export function createSnippet(app: App, deps: ApiDeps): void {
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
    async (request, reply) => {
      const accountId = accountOf(request).id
      const { name, script } = request.body
      const written = deps.store.write(async (db) => {
        if ((await countSnippetsToAdd(db, accountId)) >= mostSnippets) {
          throw limitReached(`The account has ${mostSnippets} snippets, and may have no more`)
        }
        const createdAt = deps.clock.now()
        const row = await insertSnippet(db, { accountId, name, script, createdAt, updatedAt: null })
        const after = snippetAnswer(row)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'SNIPPET',
          entityId: row.id,
          entityName: name,
          before: null,
          after,
        })
        return after
      })
      return reply.code(201).send(await refusingTakenName(name, written))
    },
  )
}
