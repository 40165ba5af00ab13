import type {
  Configuration,
  ConfigurationId,
  ConfigurationItem,
  ImportWarning,
} from '@sonde/schema/accounts/configuration.ts'
import { readIsoMoment } from '@sonde/schema/validation/iso-moment.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { importedIdsOf } from '@sonde/store/imports/imported-ids.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { conflict } from '../refusal.ts'
import { accountKind } from './kinds/account-kind.ts'
import { assignIds, memoryNameOf, sourceIdIn, type AssignedId } from './assign-ids.ts'
import {
  highestPlaceholder,
  skipped,
  type ConfigurationKind,
  type NamedList,
  type PlannedItem,
  type Resolve,
  type StoredItem,
} from './configuration-kind.ts'
import { configurationKinds } from './configuration-kinds.ts'
import { createPauses } from './pauses.ts'
import { cardIdsIn, statusPagesKind } from './kinds/status-pages-kind.ts'

export type SkippedItem = { kind: ConfigurationKind; sourceId: ConfigurationId | null; name: string | null }

export type ImportPlan = {
  /** In the order in which they are to be written. */
  items: PlannedItem[]
  skipped: SkippedItem[]
  /** Ids of cards that are others here than in the document. */
  renamedCards: { sourceId: ConfigurationId; localId: string }[]
  mistakes: Violation[]
  warnings: ImportWarning[]
}

/** Naming every one of ten thousand mistakes would help nobody: with so many, the rest is not looked at. */
export const mostMistakesNamed = 50

/** What an import would do. Reads only. */
export async function planImport(
  db: Db,
  {
    deps,
    actor,
    document,
    signal,
  }: { deps: ActionDeps; actor: Actor; document: Configuration; signal: AbortSignal },
): Promise<ImportPlan> {
  const { accountId, at: now } = actor
  const { sealer } = deps.store
  const plan: ImportPlan = { items: [], skipped: [], renamedCards: [], mistakes: [], warnings: [] }
  const allRemembered = Map.groupBy(await importedIdsOf(db, accountId), ({ kind }) => kind)
  const idsByList = new Map<NamedList, KnownIds>()
  const wrong = new Set<string>()
  let placeholders = 0
  const pauses = createPauses()

  /** Nobody would read the plan, and others wait for their turn. */
  function requireClient(): void {
    if (signal.aborted) throw conflict('The import was given up by its client before anything was written')
  }

  async function pauseNowAndThen(): Promise<void> {
    if (await pauses.nowAndThen()) requireClient()
  }

  const notes = {
    deps,
    accountId,
    mayComeFromElsewhere: true,
    // The document knows nothing of projects.
    ownerOf: async () => '',
    /** What was said first about a path is said best. */
    mistake(path: string, message: string) {
      if (wrong.has(path)) return
      wrong.add(path)
      plan.mistakes.push({ path, message })
    },
    warn: (path: string, name: string | null, message: string) =>
      void plan.warnings.push({ path, name, message }),
  }

  const hasEnoughMistakes = () => plan.mistakes.length >= mostMistakesNamed

  function rememberedOf(list: NamedList): Map<string, string> {
    return new Map((allRemembered.get(list) ?? []).map(({ sourceId, localId }) => [sourceId, localId]))
  }

  function findId(list: NamedList, id: ConfigurationId) {
    const localId = idsByList.get(list)?.find(id)
    // Maintenance covers components of pages as it covers services.
    if (localId !== undefined || list !== 'statusPageServices') return localId
    return idsByList.get('statusPageComponents')?.find(id)
  }

  function resolveFor(itemPath: string, name: string | null): Resolve {
    return (list, id, path) => {
      const localId = typeof id === 'string' || typeof id === 'number' ? findId(list, id) : undefined
      if (localId === skipped) {
        notes.warn(
          `${itemPath}.${path}`,
          name,
          'refers to something that is skipped: the reference is dropped',
        )
      } else if (localId === undefined) {
        notes.mistake(`${itemPath}.${path}`, `is neither in ${list} of this file nor in this account`)
      }
      return localId ?? (typeof id === 'number' ? id : String(id))
    }
  }

  async function planKind(kind: ConfigurationKind): Promise<void> {
    const stored = await kind.read({ db, sealer, accountId }, null)
    const storedById = new Map(stored.map((each) => [each.id, each]))
    const remembered = kind.isKnownByKeyOnly === true ? new Map<string, string>() : rememberedOf(kind.list)
    const ids = new KnownIds(
      stored.map(({ id }) => id),
      remembered,
    )
    idsByList.set(kind.list, ids)
    const storedByKey = keyedBy(kind, stored)
    if (kind.ids?.type === 'uuid') for (const key of storedByKey.keys()) ids.addName(key)
    const items: InputItem[] = []
    for (const { item, path } of itemsIn(document, kind.list)) {
      await pauseNowAndThen()
      if (hasEnoughMistakes()) return
      items.push(readItem(kind, item, path))
    }
    requireOnce(items, notes.mistake)
    const early =
      kind.namesItself === true ? await assign(kind, items, { stored, storedByKey, remembered }) : null
    for (const [sourceId, { id }] of early ?? []) if (id !== null) ids.set(sourceId, id)
    const mapped: InputItem[] = []
    for (const each of items) {
      await pauseNowAndThen()
      if (hasEnoughMistakes()) return
      mapped.push({ ...each, item: kind.mapReferences(each.item, resolveFor(each.path, each.name)) })
    }
    const assigned = early ?? (await assign(kind, mapped, { stored, storedByKey, remembered }))
    const plannedItems: PlannedItem[] = []
    const keys = new Map<string, string>()
    for (const each of mapped) {
      await pauseNowAndThen()
      if (hasEnoughMistakes()) return
      const key = kind.keyOf?.(each.item) ?? null
      if (key !== null && keys.has(key)) notes.mistake(each.path, `is the same item as ${keys.get(key)}`)
      if (key !== null) keys.set(key, each.path)
      const same = key === null ? undefined : storedByKey.get(key)
      const memory = memoryOf(each, remembered)
      const assignedId: AssignedId =
        same !== undefined
          ? {
              id: same.id,
              mustRemember:
                memory !== null && same.id !== each.sourceId && memory.localId !== String(same.id),
            }
          : each.sourceId === null
            ? { id: key, mustRemember: false }
            : (assigned.get(each.sourceId) ?? { id: null, mustRemember: true })
      const before = same ?? (assignedId.id === null ? undefined : storedById.get(assignedId.id)) ?? null
      const readable = before === null || before.unreadable !== undefined ? null : before.item
      const restored = kind.restoreSecrets(each.item, readable, (path, message) =>
        notes.warn(`${each.path}.${path}`, each.name, message),
      )
      if (restored === 'impossible') {
        plan.skipped.push({ kind, sourceId: each.sourceId, name: each.name })
        if (each.sourceId !== null) ids.set(each.sourceId, skipped)
        continue
      }
      const violations = kind.validate(restored.item, deps)
      for (const { path, message } of violations)
        notes.mistake(path === '' ? each.path : `${each.path}.${path}`, message)
      const placeholder = assignedId.id === null ? highestPlaceholder - placeholders++ : null
      if (each.sourceId !== null) ids.set(each.sourceId, assignedId.id ?? placeholder ?? 0)
      if (key !== null && kind.ids?.type === 'uuid') ids.addName(key)
      if (violations.length > 0) continue
      plannedItems.push({
        kind,
        path: each.path,
        name: each.name,
        sourceId: each.sourceId,
        localId: assignedId.id,
        placeholder,
        memory: kind.isKnownByKeyOnly === true ? null : memory,
        mustRemember: assignedId.mustRemember && kind.isKnownByKeyOnly !== true,
        item: kind.complete(restored.item, readable),
        createdAt: Math.min(each.createdAt ?? now, now),
        stored: before,
      })
    }
    const most = kind.room?.most(deps)
    const count = stored.length + plannedItems.filter((each) => each.stored === null).length
    if (most !== undefined && count > most) {
      const { path, message } = noRoom(kind.list, count, most)
      notes.mistake(path, message)
    }
    await kind.compareWithOthers?.(db, plannedItems, notes)
    // First those that know their numbers: the database must not give these to others.
    plan.items.push(...plannedItems.filter(({ localId }) => localId !== null))
    plan.items.push(...plannedItems.filter(({ localId }) => localId === null))
  }

  async function assign(
    kind: ConfigurationKind,
    items: readonly InputItem[],
    {
      stored,
      storedByKey,
      remembered,
    }: {
      stored: readonly StoredItem[]
      storedByKey: ReadonlyMap<string, StoredItem>
      remembered: ReadonlyMap<string, string>
    },
  ) {
    if (kind.ids === null) return new Map<ConfigurationId, AssignedId>()
    const same = items.map(({ item }) => storedByKey.get(kind.keyOf?.(item) ?? ''))
    return await assignIds(db, kind.ids, {
      sources: items.flatMap(({ sourceId, createdAt }, index) =>
        sourceId === null || same[index] !== undefined ? [] : [{ sourceId, createdAt }],
      ),
      own: new Map(
        kind.isKnownByKeyOnly === true ? [] : stored.map(({ id, createdAt }) => [id, createdAt] as const),
      ),
      claimed: new Set(same.flatMap((each) => each?.id ?? [])),
      remembered,
      now,
    })
  }

  function readItem(kind: ConfigurationKind, whole: ConfigurationItem, path: string): InputItem {
    const { id, createdAt, ...item } = whole
    const isId = typeof id === 'string' ? id !== '' && id.length <= 200 : Number.isSafeInteger(id)
    if (kind.ids !== null && !isId) {
      notes.mistake(`${path}.id`, id === undefined ? 'is required' : 'must be a string or a whole number')
    }
    const at = typeof createdAt === 'string' ? readIsoMoment(createdAt) : null
    if (createdAt !== undefined && at === null)
      notes.mistake(`${path}.createdAt`, 'must be an ISO 8601 timestamp')
    const sourceId =
      isId && kind.ids !== null && (typeof id === 'string' || typeof id === 'number') ? id : null
    return { path, sourceId, name: kind.nameOf(item), item, createdAt: at }
  }

  /** Cards stand inside their pages: where their ids lead must be known before the pages are read. */
  async function planCards(): Promise<void> {
    const stored = await statusPagesKind.read({ db, sealer, accountId }, null)
    const remembered = rememberedOf('statusPageCards')
    const own = new Map(
      stored.flatMap(({ item, createdAt }) => cardIdsIn(item).map(({ id }) => [id, createdAt])),
    )
    const ids = new KnownIds([...own.keys()], remembered)
    idsByList.set('statusPageCards', ids)
    const cards = (document.statusPages ?? []).flatMap((page, index) =>
      cardIdsIn(page).map(({ id, path }) => ({ sourceId: id, path: `statusPages.${index}.${path}` })),
    )
    requireOnce(cards, notes.mistake)
    const assigned = await assignIds(
      db,
      { type: 'uuid', table: 'status_page_cards' },
      {
        sources: cards.map(({ sourceId }) => ({ sourceId, createdAt: null })),
        own,
        claimed: new Set(),
        remembered,
        now,
      },
    )
    for (const [sourceId, { id, mustRemember }] of assigned) {
      if (typeof id !== 'string') continue
      ids.set(sourceId, id)
      if (mustRemember) plan.renamedCards.push({ sourceId, localId: id })
    }
  }

  await planCards()
  for (const kind of [accountKind, ...configurationKinds]) {
    if (hasEnoughMistakes()) break
    requireClient()
    // Each names what the kinds before it have settled.
    await planKind(kind)
  }
  return plan
}

export function noRoom(list: string, count: number, most: number): Violation {
  return { path: list, message: `would make ${count} in this account; at most ${most} are allowed` }
}

type InputItem = {
  path: string
  sourceId: ConfigurationId | null
  name: string | null
  item: ConfigurationItem
  createdAt: number | null
}

function itemsIn(document: Configuration, list: ConfigurationKind['list']) {
  if (list !== 'account')
    return (document[list] ?? []).map((item, index) => ({ item, path: `${list}.${index}` }))
  return document.account === undefined ? [] : [{ item: document.account, path: list }]
}

type Named = Pick<InputItem, 'sourceId' | 'path'>

/** Capitals make no other id. */
function requireOnce(items: readonly Named[], mistake: (path: string, message: string) => void): void {
  const pathByKey = new Map<string, string>()
  for (const { sourceId, path } of items) {
    if (sourceId === null) continue
    const id = String(sourceId).toLowerCase()
    const other = pathByKey.get(id)
    if (other !== undefined) mistake(`${path}.id`, `is also used by ${other}`)
    else pathByKey.set(id, path)
  }
}

function memoryOf({ sourceId, createdAt }: InputItem, remembered: ReadonlyMap<string, string>) {
  if (sourceId === null) return null
  const name = memoryNameOf({ sourceId, createdAt })
  return { name, localId: remembered.get(name) ?? null }
}

function keyedBy(kind: ConfigurationKind, stored: readonly StoredItem[]): Map<string, StoredItem> {
  return new Map(
    stored.flatMap((each) => {
      const key = kind.keyOf?.(each.item) ?? null
      return key === null ? [] : [[key, each] as const]
    }),
  )
}

/** What the ids of one list lead to: first those of the document, then those that the account has. */
class KnownIds {
  readonly #inDocument = new Map<string, ConfigurationId | typeof skipped>()
  readonly #own: ReadonlyMap<string, ConfigurationId>
  readonly #remembered: ReadonlyMap<string, string>

  constructor(own: readonly ConfigurationId[], remembered: ReadonlyMap<string, string>) {
    this.#own = new Map(own.map((id) => [String(id), id]))
    const bySourceId = Map.groupBy(remembered, ([name]) => sourceIdIn(name))
    // A number that several servers have used says nothing by itself.
    this.#remembered = new Map(
      [...bySourceId].flatMap(([id, [first, ...others]]) =>
        first === undefined || others.length > 0 ? [] : [[id, first[1]]],
      ),
    )
  }

  set(sourceId: ConfigurationId, local: ConfigurationId | typeof skipped): void {
    this.#inDocument.set(String(sourceId), local)
  }

  /** Something is known by this name too, here as in the document. */
  addName(name: string): void {
    this.#inDocument.set(name, name)
  }

  find(id: ConfigurationId): ConfigurationId | typeof skipped | undefined {
    const text = String(id)
    const localId = this.#inDocument.get(text) ?? this.#own.get(text) ?? this.#own.get(text.toLowerCase())
    return localId ?? this.#own.get(this.#remembered.get(text) ?? '')
  }
}
