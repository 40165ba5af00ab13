import { randomUUIDv7 } from 'node:crypto'
import type { ConfigurationId } from '@sonde/schema/accounts/configuration.ts'
import {
  longestLogicalId,
  type DeployDiff,
  type DeployResource,
  type ProjectDeploy,
} from '@sonde/schema/projects/project-deploy.ts'
import { checkVersions } from '@sonde/store/checks/check-versions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { canonicalUuid } from '@sonde/store/engine/uuid.ts'
import { bindingsOf, namedBindings, type BindingRow } from '@sonde/store/projects/project-resources.ts'
import { findProject } from '@sonde/store/projects/projects.ts'
import type { ActionDeps } from '../action-deps.ts'
import { defaultLocationsOf } from '../accounts/account-settings.ts'
import type { Actor } from '../actor.ts'
import { changedFields } from '../configuration/changed-item-fields.ts'
import {
  highestPlaceholder,
  type Notes,
  type PlannedItem,
  type Resolve,
  type StoredItem,
} from '../configuration/configuration-kind.ts'
import { createPauses } from '../configuration/pauses.ts'
import { createContentHasher } from './content-hashes.ts'
import { keyOf, type DeployPlan, type PlannedEdge } from './deploy-plan.ts'
import { createDefaultPlaces } from './default-places.ts'
import { edgeOf, isEdgeType, refIn, type EdgeType } from './edges.ts'
import { readEdgesOf, type FoldedEdges } from './fold-edges.ts'
import { requirePageParts } from './page-parts.ts'
import { excessOf } from './room-for-plan.ts'
import { requireUnusedLocations } from './unused-locations.ts'
import { Mistakes, resourceName } from './resource-name.ts'
import { isItemType, resourceKinds, typeOfList, type ResourceKind } from './resource-kinds.ts'
import { requireFewCopies, withSharedFiles } from './shared-files.ts'

/** What a deploy would do. Reads only. */
export async function planDeploy(
  db: Db,
  {
    deps,
    actor,
    input,
    preserves,
  }: {
    deps: ActionDeps
    actor: Actor
    input: ProjectDeploy
    /** Whether what is no longer in the code stays as it is. */
    preserves: boolean
  },
): Promise<DeployPlan> {
  const { accountId } = actor
  requireFewCopies(
    input.resources.map(({ payload }) => payload),
    input.sharedFiles ?? [],
  )
  const project = await findProject(db, { accountId, logicalId: input.project.logicalId })
  const bindings = project === null ? [] : await bindingsOf(db, project.id)
  const mistakes = new Mistakes()
  const plan: DeployPlan = {
    project,
    resources: [],
    edges: [],
    references: [],
    removals: [],
    untouched: [],
    checkVersions: new Map(),
    mistakes,
    warnings: [],
  }
  const listed = onlyOnce(input, mistakes)
  const inCode = new Set(listed.filter(({ member }) => member).map(keyOf))
  const isUntouched = (each: BindingRow) => each.planId !== null && !inCode.has(keyOf(each))
  plan.untouched = bindings.filter(isUntouched)
  const owned = new Map(
    bindings.filter((each) => each.isOwner && !isUntouched(each)).map((each) => [keyOf(each), each]),
  )
  const hasher = createContentHasher(deps.store.sealer)
  const defaultLocations = await defaultLocationsOf(db, deps, accountId)
  const places = createDefaultPlaces(defaultLocations, (warning) => void plan.warnings.push(warning))
  /** What each resource of the code is called here; placeholders for numbers that the database will choose. */
  const localIds = new Map<string, ConfigurationId>()
  let placeholders = 0
  const pauses = createPauses()

  const notes: Notes = {
    deps,
    accountId,
    // Whoever deploys has uploaded them before.
    mayComeFromElsewhere: false,
    mistake: (path, message) => mistakes.add(path, message),
    warn: (path, _name, message) => void plan.warnings.push(`${path}: ${message}`),
    async ownerOf(kind, id) {
      const type = resourceKinds.find((each) => each.kind === kind)?.type ?? ''
      const named = await namedBindings(db, type, [String(id)])
      const owner = named.find((each) => each.isOwner && each.accountId === accountId)
      if (owner === undefined) return ''
      const [before, now] = [owner.project.logicalId, input.project.logicalId]
      if (project === null)
        mistakes.advise(
          `If "${before}" is the earlier id of this project, rename it first: npx sonde rename project ${before} ${now}`,
        )
      return `, of the project "${before}"`
    },
  }

  function resolveFor(path: string): Resolve {
    return (list, id, field) => {
      const ref = refIn(id)
      if (ref === null) return typeof id === 'number' ? id : String(id)
      const type = typeOfList.get(list) ?? list
      const local = localIds.get(keyOf({ type, logicalId: ref }))
      if (local === undefined)
        mistakes.add(`${path}.${field}`, `refers to ${type} "${ref}", which is not in this project`)
      return local ?? ref
    }
  }

  plan.edges = planEdges(listed, { owned, mistakes })
  const edgesBySubject = Map.groupBy(plan.edges, ({ subjectKey }) => subjectKey)
  const edgeKeys = new Set(plan.edges.map(keyOf))
  const edges = await readEdgesOf(db, {
    accountId,
    sealer: deps.store.sealer,
    // Nothing is taken away from what stays, as if it were joined by hand.
    bindings: preserves ? [] : [...owned.values()],
  })

  async function planKind(resourceKind: ResourceKind): Promise<void> {
    const { type, kind } = resourceKind
    const own = listed.filter((each) => each.type === type)
    const members = own.filter(({ member }) => member)
    const memberKeys = new Set(members.map(keyOf))
    const gone = [...owned.values()].filter((each) => each.type === type && !memberKeys.has(keyOf(each)))
    const storedById = await readStored(resourceKind, [
      ...members.flatMap((each) => owned.get(keyOf(each))?.physicalId ?? []),
      ...gone.map(({ physicalId }) => physicalId),
      ...own.flatMap(({ member, physicalId }) => (member ? [] : String(physicalId ?? ''))),
    ])
    for (const { logicalId, physicalId, member, sourceFile = null } of own) {
      if (member) continue
      const stored = storedById.get(String(physicalId ?? ''))
      if (stored === undefined) {
        mistakes.add(
          resourceName({ type, logicalId }),
          `refers to ${kind.title} ${String(physicalId)}, which is not in this account`,
        )
        continue
      }
      localIds.set(keyOf({ type, logicalId }), stored.id)
      if (type === 'check-group') places.noteGroup(logicalId, stored.item)
      plan.references.push({ type, logicalId, id: stored.id, sourceFile })
    }
    const plannedItems: PlannedItem[] = []
    const befores = members.map((each) => {
      const before = storedById.get(owned.get(keyOf(each))?.physicalId ?? '') ?? null
      const placeholder =
        before === null && kind.ids?.type === 'number' ? highestPlaceholder - placeholders++ : null
      const id = before?.id ?? placeholder ?? randomUUIDv7()
      localIds.set(keyOf(each), id)
      return { resource: each, before, placeholder, id }
    })
    for (const { resource, before, placeholder, id } of befores) {
      await pauses.nowAndThen()
      const path = resourceName(resource)
      const readable = before === null || before.unreadable !== undefined ? null : before.item
      const folded = fold(resourceKind, resource, before)
      const mapped = kind.mapReferences(folded, resolveFor(path))
      const restored = kind.restoreSecrets(mapped, readable, (field, message) => {
        if (field === 'heartbeat.pingToken') return
        // Nobody signs in with it; what a check is missing would make it fail, or not run, for no fault of its target.
        if (field === 'password') plan.warnings.push(`${path}: ${field} ${message}`)
        else mistakes.add(`${path}.${field}`, 'has no value: it is masked here, and nothing is stored for it')
      })
      // What it lacks was said.
      if (restored === 'impossible') continue
      const violations = kind.validate(restored.item, deps)
      for (const violation of violations)
        mistakes.add(violation.path === '' ? path : `${path}.${violation.path}`, violation.message)
      if (violations.length > 0) continue
      const complete = kind.complete(restored.item, readable)
      const item =
        readable === null ? complete : (resourceKind.keepImported?.(complete, readable) ?? complete)
      const planned: PlannedItem = {
        kind,
        path,
        name: kind.nameOf(item),
        sourceId: null,
        localId: placeholder === null ? id : null,
        placeholder,
        memory: null,
        mustRemember: false,
        item,
        createdAt: actor.at,
        stored: before,
      }
      plannedItems.push(planned)
      plan.resources.push({
        resourceKind,
        logicalId: resource.logicalId,
        sourceFile: resource.sourceFile ?? null,
        planned,
        changes: null,
        drift: [],
        binding: owned.get(keyOf(resource)) ?? null,
      })
    }
    await kind.compareWithOthers?.(db, plannedItems, notes)
    for (const binding of gone) {
      const stored = storedById.get(binding.physicalId)
      if (stored !== undefined) plan.removals.push({ binding, item: { resourceKind, stored } })
    }
  }

  /** With what joins it to channels and private locations, and with the default location where it has none. */
  function fold({ type, itemOf }: ResourceKind, resource: DeployResource, before: StoredItem | null) {
    const item = itemOf(resource.payload ?? {})
    if (type !== 'check' && type !== 'check-group') return item
    const own = edgesBySubject.get(keyOf(resource)) ?? []
    const folded = edges.fold(item, before, namedTargets(own, { localIds, edges, mistakes }))
    if (type === 'check') return places.placed(folded, resource)
    places.noteGroup(resource.logicalId, folded)
    return folded
  }

  async function readStored({ kind, type }: ResourceKind, physicalIds: readonly string[]) {
    const isNumber = kind.ids?.type === 'number'
    const ids = [...new Set(physicalIds)].flatMap((id): ConfigurationId[] => {
      // PostgreSQL would refuse the query for one that is none.
      if (!isNumber) return [canonicalUuid(id)].filter((uuid) => uuid !== null)
      return /^\d{1,9}$/.test(id) ? [Number(id)] : []
    })
    if (ids.length === 0) return new Map<string, StoredItem>()
    // Before they are read: whatever changes after this is noticed when the plan is carried out.
    if (type === 'check') plan.checkVersions = await checkVersions(db, { accountId, ids: ids.map(String) })
    const stored = await kind.read({ db, sealer: deps.store.sealer, accountId }, ids)
    return new Map(stored.map((each) => [String(each.id), each]))
  }

  // Each names what the kinds before it have settled.
  for (const resourceKind of resourceKinds) await planKind(resourceKind)
  for (const resource of plan.resources) {
    await pauses.nowAndThen()
    const { stored, item } = resource.planned
    resource.changes = stored === null ? null : changedFields(stored.item, item)
    // What is as the code has it again is no drift that anybody has to know of.
    if (stored !== null && stored.unreadable === undefined && resource.changes?.length !== 0)
      resource.drift = hasher.driftOf(stored.item, resource.binding?.contentHashes ?? null)
  }
  for (const [key, binding] of owned) {
    if (isEdgeType(binding.type) && !edgeKeys.has(key)) plan.removals.push({ binding, item: null })
  }
  await requireOwners(db, plan)
  if (!preserves) await requireUnusedLocations(db, accountId, plan)
  await requirePageParts(db, { accountId, plan, preserves })
  for (const excess of await excessOf(db, plan, { deps, accountId, preserves }))
    mistakes.add('resources', excess)
  return plan

  async function requireOwners(reader: Db, { resources }: DeployPlan): Promise<void> {
    for (const { type, kind } of resourceKinds) {
      const updated = resources.filter(
        (each) => each.resourceKind.type === type && each.planned.stored !== null,
      )
      const ids = updated.map(({ planned }) => String(planned.stored?.id))
      const named = await namedBindings(reader, type, ids)
      const foreign = named.find((each) => each.isOwner && each.project.id !== project?.id)
      if (foreign !== undefined)
        mistakes.add(
          resourceName({ type, logicalId: foreign.logicalId }),
          `is a ${kind.title} of the project "${foreign.project.logicalId}"`,
        )
    }
  }
}

function onlyOnce({ resources, sharedFiles = [] }: ProjectDeploy, mistakes: Mistakes): DeployResource[] {
  const known = new Map<string, DeployResource>()
  for (const resource of resources) {
    const key = keyOf(resource)
    const name = resourceName(resource)
    if (known.has(key)) mistakes.add(name, 'is in the project twice')
    else if (!isItemType(resource.type) && !isEdgeType(resource.type))
      mistakes.add(name, 'is of a type that this server does not offer yet')
    else if (resource.logicalId.length > longestLogicalId && isItemType(resource.type))
      mistakes.add(name, `has a logical id of more than ${longestLogicalId} characters`)
    else if (resource.member && resource.payload === null) mistakes.add(name, 'has no payload')
    else if (resource.type !== 'check' || resource.payload === null) known.set(key, resource)
    else {
      const filled = withSharedFiles(resource.payload, sharedFiles)
      if ('mistake' in filled) mistakes.add(`${name}.${filled.mistake.field}`, filled.mistake.message)
      else known.set(key, { ...resource, payload: filled.payload })
    }
  }
  return [...known.values()]
}

function planEdges(
  listed: readonly DeployResource[],
  { owned, mistakes }: { owned: ReadonlyMap<string, BindingRow>; mistakes: Mistakes },
): PlannedEdge[] {
  const members = new Set(listed.filter(({ member }) => member).map(keyOf))
  return listed.filter(isMemberEdge).flatMap((resource) => {
    const edge = edgeOf(resource)
    const subjectRef = refIn(edge.subject.ref)
    const subjectKey = keyOf({ type: edge.subject.type, logicalId: subjectRef ?? '' })
    if (subjectRef === null || !members.has(subjectKey)) {
      mistakes.add(resourceName(edge), `joins a ${edge.subject.type} that is not in this project`)
      return []
    }
    const targetKey = keyOf({ type: edge.target.type, logicalId: refIn(edge.target.ref) ?? '' })
    return [{ ...edge, subjectKey, targetKey, binding: owned.get(keyOf(edge)) ?? null }]
  })
}

function isMemberEdge(resource: DeployResource): resource is DeployResource & { type: EdgeType } {
  return resource.member && isEdgeType(resource.type)
}

function namedTargets(
  edges: readonly PlannedEdge[],
  context: { localIds: ReadonlyMap<string, ConfigurationId>; edges: FoldedEdges; mistakes: Mistakes },
) {
  return edges.flatMap((edge) => {
    const id = context.localIds.get(edge.targetKey)
    if (id === undefined) {
      context.mistakes.add(
        resourceName(edge),
        `joins ${edge.target.type === 'alert-channel' ? 'an' : 'a'} ${edge.target.type} that is not in this project`,
      )
      return []
    }
    return [{ type: edge.target.type, id, activated: edge.activated }]
  })
}

/** What the plan comes to, in the words of the API. */
export function diffOf(
  plan: DeployPlan,
  {
    preserves,
    physicalIdOf,
    renames = new Map(),
  }: {
    preserves: boolean
    physicalIdOf(resource: { type: string; logicalId: string }): ConfigurationId | null
    /** By the key of what is new, what it may have been called before. */
    renames?: ReadonlyMap<string, string>
  },
): DeployDiff[] {
  const withId = (resource: { type: string; logicalId: string }) => {
    const physicalId = physicalIdOf(resource)
    return physicalId === null ? {} : { physicalId }
  }
  return [
    ...plan.resources.map(({ resourceKind: { type }, logicalId, changes, drift }): DeployDiff => {
      const base = { type, logicalId, ...withId({ type, logicalId }) }
      const renamedFrom = renames.get(keyOf({ type, logicalId }))
      if (changes === null)
        return {
          ...base,
          action: 'CREATE',
          changed: true,
          ...(renamedFrom === undefined ? {} : { renamedFrom }),
        }
      return {
        ...base,
        action: 'UPDATE',
        changed: changes.length > 0,
        changes,
        ...(drift.length === 0 ? {} : { drift }),
      }
    }),
    ...plan.edges.map(({ type, logicalId, binding }): DeployDiff => {
      const isNew = binding === null
      return {
        type,
        logicalId,
        ...withId({ type, logicalId }),
        action: isNew ? 'CREATE' : 'UPDATE',
        changed: isNew,
      }
    }),
    ...plan.removals.flatMap(({ binding: { type, logicalId, physicalId } }): DeployDiff[] => {
      if (!isItemType(type) && !isEdgeType(type)) return []
      return [{ type, logicalId, physicalId, action: preserves ? 'DETACHED' : 'DELETE', changed: true }]
    }),
  ]
}
