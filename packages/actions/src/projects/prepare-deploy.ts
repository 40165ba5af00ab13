import { setImmediate } from 'node:timers/promises'
import type { ConfigurationId, ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { checksOf, type CheckRow } from '@sonde/store/checks/checks.ts'
import { takeRowNumbers } from '@sonde/store/imports/imported-ids.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import type { DescribedChange } from '../audit/record-change.ts'
import {
  prepareChange,
  prepareCheck,
  type PreparedChange,
  type PreparedCheck,
} from '../checks/store-checks.ts'
import { checkIn } from '../configuration/kinds/checks-kind.ts'
import type { ConfigurationKind, StoredItem } from '../configuration/configuration-kind.ts'
import { describeItem } from '../configuration/describe-item.ts'
import { withNumbers } from '../configuration/write-import.ts'
import { createContentHasher } from './content-hashes.ts'
import { keyOf, PlanIsOld, type DeployPlan, type PlannedResource } from './deploy-plan.ts'

/** One that is to be written, and no check, with the ids of everything that it names. */
export type PreparedItem = {
  path: string
  kind: ConfigurationKind
  id: ConfigurationId
  stored: StoredItem | null
  item: ConfigurationItem
  createdAt: number
}

/** All that can be done before the write, so that others wait for no more than the database. */
export type PreparedDeploy = {
  /** By type and logical id, of new things too. */
  ids: ReadonlyMap<string, ConfigurationId>
  /** By the same keys, what later tells whether somebody has changed a thing. */
  contentHashes: ReadonlyMap<string, string>
  newChecks: (PreparedCheck & { path: string })[]
  changedChecks: (PreparedChange & { path: string })[]
  others: PreparedItem[]
  changes: DescribedChange[]
}

const itemsBetweenLooks = 500

export async function prepareDeploy(
  plan: DeployPlan,
  {
    deps,
    actor,
    preserves,
    look,
  }: {
    deps: ActionDeps
    actor: Actor
    preserves: boolean
    /** Now and then, with how much of it is done: throws when it is to stop. */
    look(share: number): Promise<void>
  },
): Promise<PreparedDeploy> {
  const numbers = await chooseNumbers(plan.resources, deps)
  const ids = new Map<string, ConfigurationId>()
  const contentHashes = new Map<string, string>()
  const prepared: PreparedDeploy = {
    ids,
    contentHashes,
    newChecks: [],
    changedChecks: [],
    others: [],
    changes: [],
  }
  const { hashesOf } = createContentHasher(deps.store.sealer)
  const rows = await changedRows(plan.resources, deps, actor)
  for (const [index, resource] of plan.resources.entries()) {
    if (index % itemsBetweenLooks === itemsBetweenLooks - 1) await look(index / plan.resources.length)
    else if (index % 20 === 0) await setImmediate()
    const { type } = resource.resourceKind
    const { kind, stored, placeholder, localId, path, createdAt } = resource.planned
    const id = stored?.id ?? (placeholder === null ? localId : numbers.get(placeholder))
    if (id === null || id === undefined) throw new Error('what is new has an id')
    const key = keyOf({ type, logicalId: resource.logicalId })
    ids.set(key, id)
    if (stored !== null && resource.changes?.length === 0) {
      contentHashes.set(key, hashesOf(resource.planned.item))
      continue
    }
    const item = kind.mapReferences(resource.planned.item, withNumbers(numbers))
    contentHashes.set(key, hashesOf(item))
    if (type === 'check' && stored === null) {
      const { accountId } = actor
      const check = { id: String(id), accountId, createdAt, ...checkIn(item) }
      prepared.newChecks.push({ path, ...prepareCheck(deps.store.sealer, check) })
    } else if (type === 'check') {
      const before = rows.get(String(id))
      if (before === undefined) throw new PlanIsOld()
      const { environmentVariables } = stored?.item ?? {}
      const change = { ...checkIn(item), before, environmentVariables, at: deps.clock.now() }
      prepared.changedChecks.push({ path, ...prepareChange(deps.store.sealer, change) })
    } else prepared.others.push({ path, kind, id, stored, item, createdAt })
    prepared.changes.push(describeItem(kind, actor, { id, before: stored?.item ?? null, after: item }))
  }
  const gone = preserves ? [] : plan.removals.flatMap(({ item }) => item ?? [])
  for (const [index, { resourceKind, stored }] of gone.entries()) {
    if (index % 20 === 19) await setImmediate()
    prepared.changes.push(
      describeItem(resourceKind.kind, actor, { id: stored.id, before: stored.item, after: null }),
    )
  }
  return prepared
}

/** They may be newer than the plan: the write compares what is stored with the plan once more. */
async function changedRows(
  resources: readonly PlannedResource[],
  { store }: ActionDeps,
  { accountId }: Actor,
): Promise<Map<string, CheckRow>> {
  const ids = resources.flatMap(({ resourceKind: { type }, planned: { stored }, changes }) =>
    type === 'check' && stored !== null && changes?.length !== 0 ? [String(stored.id)] : [],
  )
  const rows = await checksOf(store.read, { accountId, ids })
  return new Map(rows.map((row) => [row.id, row]))
}

/** In one small write. A deploy that comes to nothing leaves gaps, which is all right. */
async function chooseNumbers(
  resources: readonly PlannedResource[],
  { store }: ActionDeps,
): Promise<Map<number, ConfigurationId>> {
  const placeholders = Map.groupBy(
    resources.filter(({ planned }) => planned.placeholder !== null),
    ({ planned }) => planned.kind,
  )
  if (placeholders.size === 0) return new Map()
  return await store.write(async (db) => {
    const numbers = new Map<number, ConfigurationId>()
    for (const [{ ids }, some] of placeholders) {
      if (ids?.type !== 'number') continue
      const taken = await takeRowNumbers(db, ids.table, some.length)
      for (const [index, { planned }] of some.entries()) {
        const number = taken[index]
        if (planned.placeholder !== null && number !== undefined) numbers.set(planned.placeholder, number)
      }
    }
    return numbers
  })
}
