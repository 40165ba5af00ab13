import { chunks } from '@sonde/ground/chunks.ts'
import type {
  ConfigurationId,
  ConfigurationItem,
  ImportAction,
  ImportedItem,
} from '@sonde/schema/accounts/configuration.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import {
  importedIdsFor,
  lockImports,
  rememberImportedId,
  reserveNumber,
  takeRowNumbers,
} from '@sonde/store/imports/imported-ids.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChanges } from '../audit/record-change.ts'
import { lockInOrder } from '../checks/lock-in-order.ts'
import { Refusal, conflict, invalidInput } from '../refusal.ts'
import type {
  ConfigurationKind,
  PlannedItem,
  Resolve,
  StoredItem,
  WriteContext,
} from './configuration-kind.ts'
import { changedFields } from './changed-item-fields.ts'
import { describeItem } from './describe-item.ts'
import { noRoom, type ImportPlan } from './plan-import.ts'
import { beginWriting, endWriting, insertItems, tellOfWriting, updateItems } from './write-items.ts'

/**
 * SQLite has one writer at a time, and so many checks keep the others waiting for a few tenths of a second. A document
 * that is not larger is imported as a whole or not at all.
 */
const itemsAtOnce = 200

type BatchOutcome = {
  items: ImportedItem[]
  numbers: Map<number, ConfigurationId>
  writing: WriteContext
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
    await tellOfWriting(batch.writing)
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
      const writing = beginWriting(db, deps, actor)
      const numbers = new Map(knownNumbers)
      await lockImports(db, actor.accountId)
      const storedOf = (list: PlannedItem['kind']['list']) =>
        plannedItems.flatMap(({ kind, stored: before }) => (kind.list === list && before ? [before.id] : []))
      const [checkIds, groupIds] = [storedOf('checks').map(String), storedOf('checkGroups').map(Number)]
      await lockInOrder(db, { checkIds, groupIds })
      await requireUnchangedMemory(plannedItems, writing)
      await requireRoom(plannedItems, writing)
      const stored = await readStored(plannedItems, writing)
      const items: ImportedItem[] = []
      // Later kinds name earlier ones, and a list names itself by ids that are known.
      for (const [kind, some] of Map.groupBy(plannedItems, (each) => each.kind))
        items.push(...(await writeKind(kind, some, { writing, numbers, stored })))
      if (plannedItems.some(({ kind }) => kind.list === 'statusPages'))
        await rememberCards(renamedCards, writing)
      await endWriting(writing)
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

/** Nobody else adds to the account until the write ends: there was room when this was planned. */
async function requireRoom(
  plannedItems: readonly PlannedItem[],
  { db, deps, actor: { accountId } }: WriteContext,
): Promise<void> {
  const fresh = plannedItems.filter(({ kind, stored }) => kind.room !== undefined && stored === null)
  if (fresh.length === 0) return
  await lockAccount(db, accountId)
  for (const [{ list, room }, some] of Map.groupBy(fresh, (each) => each.kind)) {
    if (room === undefined) continue
    const most = room.most(deps)
    const after = (await room.count(db, accountId)) + some.length
    if (after > most) throw invalidInput([noRoom(list, after, most)])
  }
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

async function writeKind(
  kind: ConfigurationKind,
  plannedItems: readonly PlannedItem[],
  {
    writing,
    numbers,
    stored: storedOf,
  }: {
    writing: WriteContext
    numbers: Map<number, ConfigurationId>
    stored: (item: PlannedItem) => StoredItem | null
  },
): Promise<ImportedItem[]> {
  const { db, actor } = writing
  const entries = plannedItems.map((planned) => {
    const stored = storedOf(planned)
    if (kind.ids !== null && planned.stored === null && stored !== null)
      throw conflict(`${planned.path}: the id ${stored.id} was taken in the meantime: import again`)
    const item = kind.mapReferences(planned.item, withNumbers(numbers))
    return { planned, item, stored, action: actionFor(item, stored) }
  })
  const ids = await writeNew(
    kind,
    entries.flatMap(({ planned, item, stored }) => (stored === null ? [{ planned, item }] : [])),
    writing,
  )
  await updateItems(
    kind,
    writing,
    entries.flatMap(({ planned: { path }, item, stored, action }) =>
      stored !== null && action === 'updated' ? [{ path, stored, item }] : [],
    ),
  )
  const written = entries.map((entry) => {
    const id = entry.stored?.id ?? ids.get(entry.planned)
    if (id === undefined) throw new Error('what is there has an id')
    if (entry.planned.placeholder !== null) numbers.set(entry.planned.placeholder, id)
    return { ...entry, id }
  })
  await recordChanges(
    db,
    actor,
    written.flatMap(({ id, item, stored, action }) =>
      action === 'unchanged'
        ? []
        : [describeItem(kind, actor, { id, before: stored?.item ?? null, after: item })],
    ),
  )
  for (const { planned, id } of written) {
    if (!planned.mustRemember || planned.memory === null) continue
    await rememberImportedId(db, {
      accountId: actor.accountId,
      kind: kind.list,
      sourceId: planned.memory.name,
      localId: String(id),
      at: actor.at,
    })
  }
  return written.map(({ planned, id, action, item, stored }) =>
    describeOutcome(planned, { id, action, item, stored }),
  )
}

/** Returns the id of each. */
async function writeNew(
  kind: ConfigurationKind,
  fresh: readonly { planned: PlannedItem; item: ConfigurationItem }[],
  writing: WriteContext,
): Promise<Map<PlannedItem, ConfigurationId>> {
  const numbers = await takeNumbers(kind, fresh, writing)
  const items = fresh.map(({ planned, item }) => {
    const { path, localId, createdAt } = planned
    return { planned, path, id: localId ?? numbers.get(planned) ?? null, item, createdAt }
  })
  const given = await insertItems(kind, writing, items)
  return new Map(
    items.map((each) => {
      const id = given.get(each) ?? each.id
      if (id === null) throw new Error('what was written has an id')
      return [each.planned, id]
    }),
  )
}

/** For those of the document that bring none and are written all at once. */
async function takeNumbers(
  kind: ConfigurationKind,
  fresh: readonly { planned: PlannedItem }[],
  { db }: WriteContext,
): Promise<Map<PlannedItem, ConfigurationId>> {
  const numbers = new Map<PlannedItem, ConfigurationId>()
  if ('insert' in kind || kind.ids?.type !== 'number') return numbers
  const { table } = kind.ids
  const given = fresh.flatMap(({ planned: { localId } }) => (localId === null ? [] : [Number(localId)]))
  if (given.length > 0) await reserveNumber(db, table, Math.max(...given))
  // SQLite knows those that are given only once they are written: so many more are enough to leave them out.
  const taken = given.length === fresh.length ? [] : await takeRowNumbers(db, table, fresh.length)
  const free = taken.filter((number) => !given.includes(number))
  for (const { planned } of fresh) {
    const number = planned.localId === null ? free.shift() : undefined
    if (number !== undefined) numbers.set(planned, number)
  }
  return numbers
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
  const described = describeOutcome(plannedItem, {
    id: localId,
    action: actionFor(item, stored),
    item,
    stored,
  })
  // The next plan may give a new thing another id than this one.
  return stored === null ? { ...described, id: null } : described
}

function describeOutcome(
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
