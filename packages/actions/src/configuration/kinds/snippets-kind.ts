import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { SnippetCreate } from '@sonde/schema/checks/snippet.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import {
  countSnippets,
  findSnippetForUpdate,
  insertSnippet,
  listSnippets,
  updateSnippet,
} from '@sonde/store/variables/snippets.ts'
import { mostSnippets } from '../../snippets/create-snippet.ts'
import { requireSnippetRoom } from '../../snippets/snippet-room.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { completeBy, validatorOf } from './validate-items.ts'

const validate = validatorOf(SnippetCreate)

/** The same one when it has the same name: scripts know it by that. */
export const snippetsKind: ConfigurationKind = {
  list: 'snippets',
  title: 'snippet',
  entityType: 'SNIPPET',
  ids: { type: 'number', table: 'snippets' },
  nameOf: ({ name }) => textOf(name),
  keyOf: ({ name }) => textOf(name),
  room: { most: () => mostSnippets, count: countSnippets },
  async read({ db, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    const { rows } = await listSnippets(db, { accountId, limit: mostSnippets, offset: 0 })
    return rows
      .filter(({ id }) => idFilter === null || idFilter.has(id))
      .toReversed()
      .map(({ id, name, script, createdAt }) => ({ id, item: { name, script }, createdAt }))
  },
  withoutSecrets: (item) => item,
  restoreSecrets: (item) => ({ item }),
  mapReferences: (item) => item,
  validate: (item) => validate(item),
  complete: (item) => completeBy(SnippetCreate, item),
  async insert({ db, deps, actor: { accountId } }, id, item, createdAt) {
    const row = { accountId, ...snippetIn(item), createdAt, updatedAt: null }
    await requireSnippetRoom(db, deps.accountLimits, { accountId, id: null, script: row.script })
    const inserted = await insertSnippet(db, row, id === null ? null : Number(id))
    await bumpRunContext(db)
    return inserted.id
  },
  async update({ db, deps, actor: { accountId, at } }, stored, item) {
    const before = await findSnippetForUpdate(db, { accountId, id: Number(stored.id) })
    if (before === null) throw new Error(`the snippet ${stored.id} is gone`)
    const updatedAt = nextUpdatedAt(before, at)
    const { name, script } = snippetIn(item)
    await requireSnippetRoom(db, deps.accountLimits, { accountId, id: before.id, script })
    await updateSnippet(db, { ...before, name, script, updatedAt })
    await bumpRunContext(db)
  },
}

/** The guarantee behind this cast: the item is valid by the create schema. */
function snippetIn(item: Readonly<Record<string, unknown>>): { name: string; script: string } {
  return item as { name: string; script: string }
}
