import type { Snippet, SnippetCreate } from '@sonde/schema/checks/snippet.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { countSnippetsToAdd, insertSnippet } from '@sonde/store/variables/snippets.ts'
import { recordChange } from '../audit/record-change.ts'
import { limitReached } from '../refusal.ts'
import { requireSnippetRoom } from './snippet-room.ts'
import { snippetAnswer } from './snippet-answer.ts'
import { refusingTakenName } from './taken-name.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export const mostSnippets = 500

export async function createSnippet(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: SnippetCreate },
): Promise<Snippet> {
  const accountId = actor.accountId
  const { name, script } = input
  const writing = deps.store.write(async (db) => {
    if ((await countSnippetsToAdd(db, accountId)) >= mostSnippets) {
      throw limitReached(`The account has reached its limit of ${mostSnippets} snippets: delete one first`)
    }
    await requireSnippetRoom(db, deps.accountLimits, { accountId, id: null, script })
    const createdAt = deps.clock.now()
    const row = await insertSnippet(db, { accountId, name, script, createdAt, updatedAt: null })
    const after = snippetAnswer(row)
    await recordChange(db, actor, {
      entityType: 'SNIPPET',
      entityId: row.id,
      entityName: name,
      before: null,
      after,
    })
    await bumpRunContext(db)
    return after
  })
  return await refusingTakenName(name, writing)
}
