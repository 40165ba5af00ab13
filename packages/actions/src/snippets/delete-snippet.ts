import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import {
  deleteSnippet as removeSnippet,
  findSnippetForUpdate,
  usersOfSnippet,
} from '@sonde/store/variables/snippets.ts'
import { recordChange } from '../audit/record-change.ts'
import { conflict, notFound } from '../refusal.ts'
import { snippetAnswer } from './snippet-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

const mostNamed = 5

export async function deleteSnippet(deps: ActionDeps, actor: Actor, { id }: { id: string }): Promise<void> {
  const key = { accountId: actor.accountId, id: Number(id) }
  await deps.store.write(async (db) => {
    const row = await findSnippetForUpdate(db, key)
    if (row === null) throw notFound('snippet')
    requireUnused(await usersOfSnippet(db, key, mostNamed + 1))
    await removeSnippet(db, key, deps.clock.now())
    await recordChange(db, actor, {
      entityType: 'SNIPPET',
      entityId: row.id,
      entityName: row.name,
      before: snippetAnswer(row),
      after: null,
    })
    await bumpRunContext(db)
  })
}

function requireUnused({ checks, groups }: { checks: string[]; groups: string[] }): void {
  const users = [
    ...(checks.length > 0 ? [`the checks ${quoteNames(checks)}`] : []),
    ...(groups.length > 0 ? [`the groups ${quoteNames(groups)}`] : []),
  ]
  if (users.length > 0) throw conflict(`The snippet is used by ${users.join(' and ')}: remove it there first`)
}

function quoteNames(names: readonly string[]): string {
  const quotedNames = names.slice(0, mostNamed).map((name) => JSON.stringify(name))
  return names.length > mostNamed ? `${quotedNames.join(', ')} and others` : quotedNames.join(', ')
}
