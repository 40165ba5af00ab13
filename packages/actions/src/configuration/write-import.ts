import { chunks } from '@sonde/ground/chunks.ts'
import type {
  ConfigurationId,
  ConfigurationItem,
  ImportAction,
  ImportedItem,
} from '@sonde/schema/accounts/configuration.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { importedIdsFor, lockImports, rememberImportedId } from '@sonde/store/imports/imported-ids.ts'
import { UnreadableSecret } from '@sonde/store/installation/sealer.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { Refusal, conflict } from '../refusal.ts'
import type { PlannedItem, Resolve, StoredItem, WriteContext } from './configuration-kind.ts'
import { changedFields } from './changed-item-fields.ts'
import { maskFields } from './masked-changes.ts'
import type { ImportPlan } from './plan-import.ts'

/**
 * SQLite has one writer at a time, and so many checks keep the others waiting for a few tenths of a second. A document
 * that is not larger is imported as a whole or not at all.
 */
const itemsAtOnce = 200

type BatchOutcome = {
  items: ImportedItem[]
  numbers: Map<number, ConfigurationId>
  writing: Pick<WriteContext, 'afterwards' | 'writtenCheckIds'>
}

/** Brings everything to where the plan wants it. What is there already is not touched. */
export async function writeImport(
  plan: ImportPlan,
  { deps, actor, signal }: { deps: ActionDeps; actor: Actor; signal: AbortSignal },
): Promise<ImportedItem[]> {
  const items: ImportedItem[] = []
  let numbers = new Map<number, ConfigurationId>()
  for (const some of chunks(plan.items, itemsAtOnce)) {
    // Nobody would hear what became of the rest. What is written stays, and the next import goes on from there.
    if (signal.aborted) throw conflict('The client cancelled the import: import again to complete it')
    // Later things name earlier ones.
    const batch = await writeSome(some, { deps, actor, numbers, renamedCards: plan.renamedCards })
    items.push(...batch.items)
    numbers = batch.numbers
    for (const tell of batch.writing.afterwards) await tell()
    await deps.runs.checksWritten([...new Set(batch.writing.writtenCheckIds)])
  }
  return items
}

async function writeSome(
  plannedItems: readonly PlannedItem[],
  {
    deps,
    actor,
    numbers: knownNumbers,
    renamedCards,
  }: {
    deps: ActionDeps
    actor: Actor
    numbers: ReadonlyMap<number, ConfigurationId>
    renamedCards: ImportPlan['renamedCards']
  },
): Promise<BatchOutcome> {
  try {
    return await deps.store.write(async (db) => {
      const writing: WriteContext = { db, deps, actor, afterwards: [], writtenCheckIds: [] }
      const numbers = new Map(knownNumbers)
      await lockImports(db, actor.accountId)
      await requireUnchangedMemory(plannedItems, writing)
      const stored = await readStored(plannedItems, writing)
      const items: ImportedItem[] = []
      for (const each of plannedItems) {
        // One transaction has one connection.
        items.push(await writeOne(each, { writing, numbers, stored: stored(each) }))
      }
      if (plannedItems.some(({ kind }) => kind.list === 'statusPages'))
        await rememberCards(renamedCards, writing)
      return { items, numbers, writing }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw conflict('Something with the same id or name was created in the meantime: import again')
  }
}

/** Another server of the installation may have imported the same things since the plan was made. */
async function requireUnchangedMemory(
  plannedItems: readonly PlannedItem[],
  { db, actor: { accountId } }: WriteContext,
): Promise<void> {
  const fresh = plannedItems.flatMap(({ kind, memory, stored }) =>
    memory === null || stored !== null ? [] : [{ list: kind.list, ...memory }],
  )
  const remembered = await importedIdsFor(db, { accountId, sourceIds: fresh.map(({ name }) => name) })
  const localIds = new Map(remembered.map(({ kind, sourceId, localId }) => [`${kind} ${sourceId}`, localId]))
  const isChanged = fresh.some(
    ({ list, name, localId }) => (localIds.get(`${list} ${name}`) ?? null) !== localId,
  )
  if (isChanged) throw anotherImport()
}

/** Two at once would make everything twice. */
export function anotherImport(): Refusal {
  return conflict('Another import into this account is running: import again when it has ended')
}

/** As it is now: others may have changed it since the plan was made. */
async function readStored(
  plannedItems: readonly PlannedItem[],
  { db, deps, actor: { accountId } }: WriteContext,
): Promise<(item: PlannedItem) => StoredItem | null> {
  const storedByKind = new Map<PlannedItem['kind'], Map<ConfigurationId, StoredItem>>()
  for (const [kind, some] of Map.groupBy(plannedItems, (each) => each.kind)) {
    const ids = some.flatMap(({ localId }) => localId ?? [])
    const stored = await kind.read({ db, sealer: deps.store.sealer, accountId }, ids)
    storedByKind.set(kind, new Map(stored.map((each) => [each.id, each])))
  }
  return ({ kind, localId }) => (localId === null ? null : (storedByKind.get(kind)?.get(localId) ?? null))
}

async function writeOne(
  plannedItem: PlannedItem,
  {
    writing,
    numbers,
    stored,
  }: { writing: WriteContext; numbers: Map<number, ConfigurationId>; stored: StoredItem | null },
): Promise<ImportedItem> {
  const { kind, path, name } = plannedItem
  if (kind.ids !== null && plannedItem.stored === null && stored !== null) {
    throw conflict(`${path}: the id ${stored.id} was taken in the meantime: import again`)
  }
  const item = kind.mapReferences(plannedItem.item, withNumbers(numbers))
  const action = actionFor(item, stored)
  const id = await naming(path, async () => {
    if (stored === null) return await kind.insert(writing, plannedItem.localId, item, plannedItem.createdAt)
    if (action === 'updated') await kind.update(writing, stored, item)
    return stored.id
  })
  if (plannedItem.placeholder !== null) numbers.set(plannedItem.placeholder, id)
  const { db, actor } = writing
  if (action !== 'unchanged') {
    await recordChange(db, actor, {
      entityType: kind.entityType,
      entityId: id,
      entityName: name,
      before: stored === null ? null : maskFields(stored.item, kind.withoutSecrets(stored.item)),
      after: maskFields(item, kind.withoutSecrets(item)),
    })
  }
  if (plannedItem.mustRemember && plannedItem.memory !== null) {
    const { accountId, at } = actor
    await rememberImportedId(db, {
      accountId,
      kind: kind.list,
      sourceId: plannedItem.memory.name,
      localId: String(id),
      at,
    })
  }
  return describeItem(plannedItem, { id, action, item, stored })
}

async function rememberCards(
  renamed: ImportPlan['renamedCards'],
  { db, actor: { accountId, at } }: WriteContext,
) {
  for (const { sourceId, localId } of renamed) {
    await rememberImportedId(db, {
      accountId,
      kind: 'statusPageCards',
      sourceId: String(sourceId),
      localId,
      at,
    })
  }
}

/** What would become of it, as far as that can be known without writing. */
export function describePlanned(plannedItem: PlannedItem): ImportedItem {
  const { item, stored, localId } = plannedItem
  const described = describeItem(plannedItem, { id: localId, action: actionFor(item, stored), item, stored })
  // The next plan may give a new thing another id than this one.
  return stored === null ? { ...described, id: null } : described
}

function describeItem(
  { kind, sourceId, name }: PlannedItem,
  {
    id,
    action,
    item,
    stored,
  }: { id: ConfigurationId | null; action: ImportAction; item: ConfigurationItem; stored: StoredItem | null },
): ImportedItem {
  const changes = stored === null || action !== 'updated' ? {} : { changes: changedFields(stored.item, item) }
  return { kind: kind.list, id, sourceId: sourceId ?? id, name, action, ...changes }
}

function actionFor(item: ConfigurationItem, stored: StoredItem | null): ImportAction {
  if (stored === null) return 'created'
  if (stored.unreadable !== undefined) return 'updated'
  return changedFields(stored.item, item).length === 0 ? 'unchanged' : 'updated'
}

/** The numbers that the database has chosen, where placeholders stood for them. */
export function withNumbers(numbers: ReadonlyMap<number, ConfigurationId>): Resolve {
  return (_list, id) => {
    if (typeof id === 'number') return numbers.get(id) ?? id
    return String(id)
  }
}

/** A refusal of one of thousands says which one it means. */
export async function naming<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw named(path, error)
  }
}

/** The same for work that waits for nothing. */
export function namingNow<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw named(path, error)
  }
}

function named(path: string, error: unknown): unknown {
  if (error instanceof UnreadableSecret)
    return conflict(`${path} cannot be changed: ${error.message}. Delete it and import again`)
  return error instanceof Refusal ? new Refusal(error.reason, `${path}: ${error.message}`, error) : error
}
