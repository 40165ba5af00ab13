import type { ConfigurationId } from '@sonde/schema/accounts/configuration.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import type { ChangedItem, ConfigurationKind, NewItem, WriteContext } from './configuration-kind.ts'
import { naming } from './naming.ts'
import { createPauses } from './pauses.ts'

// How imports and deploys write what they have planned. One transaction has one connection: nothing here is done at once.

export function beginWriting(db: Db, deps: ActionDeps, actor: Actor): WriteContext {
  return { db, deps, actor, afterwards: [], writtenCheckIds: [], changesRunContext: false }
}

/** All at once where the kind knows how, for which each needs its id. Returns the ids that the others were given. */
export async function insertItems<Item extends Omit<NewItem, 'id'> & { id: ConfigurationId | null }>(
  kind: ConfigurationKind,
  writing: WriteContext,
  items: readonly Item[],
): Promise<Map<Item, ConfigurationId>> {
  const ids = new Map<Item, ConfigurationId>()
  if (items.length === 0) return ids
  if ('insertAll' in kind) {
    await kind.insertAll(writing, items.map(withId))
    return ids
  }
  for (const each of items) {
    const { path, id, item, createdAt } = each
    ids.set(each, await naming(path, () => kind.insert(writing, id, item, createdAt)))
  }
  return ids
}

function withId(item: Omit<NewItem, 'id'> & { id: ConfigurationId | null }): NewItem {
  const { id } = item
  if (id === null) throw new Error('what is new has an id')
  return { ...item, id }
}

/** All at once where the kind knows how. */
export async function updateItems(
  kind: ConfigurationKind,
  writing: WriteContext,
  changes: readonly ChangedItem[],
): Promise<void> {
  if (changes.length === 0) return
  if ('updateAll' in kind) return await kind.updateAll(writing, changes)
  const pauses = createPauses()
  for (const { path, stored, item } of changes) {
    await naming(path, () => kind.update(writing, stored, item))
    await pauses.nowAndThen()
  }
}

/** The last step of a write: others wait for it from here to the end. */
export async function endWriting({ db, changesRunContext }: WriteContext): Promise<void> {
  if (changesRunContext) await bumpRunContext(db)
}

/** After the write. */
export async function tellOfWriting(
  { deps, afterwards, writtenCheckIds }: WriteContext,
  firstRuns?: Parameters<ActionDeps['runs']['checksWritten']>[1],
): Promise<void> {
  for (const tell of afterwards) await tell()
  await deps.runs.checksWritten([...new Set(writtenCheckIds)], firstRuns)
}
