import type { Snippet, SnippetCreate } from '@sonde/schema/checks/snippet.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { findSnippetForUpdate, updateSnippet as writeSnippet } from '@sonde/store/variables/snippets.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { requireSnippetRoom } from './snippet-room.ts'
import { snippetAnswer } from './snippet-answer.ts'
import { refusingTakenName } from './taken-name.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function updateSnippet(
  deps: ActionDeps,
  actor: Actor,
  { id, input }: { id: string; input: SnippetCreate },
): Promise<Snippet> {
  const key = { accountId: actor.accountId, id: Number(id) }
  const { name, script } = input
  const writing = deps.store.write(async (db) => {
    const row = await findSnippetForUpdate(db, key)
    if (row === null) throw notFound('snippet')
    await requireSnippetRoom(db, deps.accountLimits, { ...key, script })
    const updatedRow = { ...row, name, script, updatedAt: deps.clock.now() }
    await writeSnippet(db, updatedRow)
    const after = snippetAnswer(updatedRow)
    await recordChange(db, actor, {
      entityType: 'SNIPPET',
      entityId: row.id,
      entityName: name,
      before: snippetAnswer(row),
      after,
    })
    await bumpRunContext(db)
    return after
  })
  return await refusingTakenName(name, writing)
}
