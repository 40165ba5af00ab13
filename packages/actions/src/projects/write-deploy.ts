import { isDeepStrictEqual } from 'node:util'
import { randomUUIDv7 } from 'node:crypto'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ConfigurationId } from '@sonde/schema/accounts/configuration.ts'
import type { DeployDiff, DeployResult, ProjectDeploy } from '@sonde/schema/projects/project-deploy.ts'
import { subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { endDeployment, touchDeployment } from '@sonde/store/projects/project-deployments.ts'
import { replaceBindings, type BindingRow } from '@sonde/store/projects/project-resources.ts'
import {
  deleteProject,
  insertProject,
  updateProject,
  type ProjectRow,
} from '@sonde/store/projects/projects.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { PlannedItem, WriteContext } from '../configuration/configuration-kind.ts'
import { maskFields } from '../configuration/masked-changes.ts'
import { naming, withNumbers } from '../configuration/write-import.ts'
import { assignmentId } from './edges.ts'
import { keyOf, type DeployPlan, type PlannedResource } from './deploy-plan.ts'
import { diffOf } from './plan-deploy.ts'
import { projectAnswer } from './project-answer.ts'
import { resourceKinds } from './resource-kinds.ts'

/** Something that the plan was made from is different now: it has to be made anew. */
export class PlanIsOld extends Error {}

/** Somebody has asked to stop, and nothing was written. */
export class DeployCancelled extends Error {}

export type WrittenDeploy = {
  diff: DeployDiff[]
  /** Checks that are new or different, and activated. */
  changedCheckIds: string[]
  tellOthers(): Promise<void>
}

/** Everything at once, or nothing: half of a project is no state that anybody wrote. */
export async function writeDeploy(
  plan: DeployPlan,
  {
    deps,
    actor,
    input,
    preserves,
    kind,
    deploymentId,
  }: {
    deps: ActionDeps
    actor: Actor
    input: ProjectDeploy
    preserves: boolean
    kind: 'deploy' | 'destroy'
    deploymentId: string
  },
): Promise<WrittenDeploy> {
  try {
    return await deps.store.write(async (db) => {
      const at = deps.clock.now()
      const { isWanted } = await touchDeployment(db, { id: deploymentId, progress: 90, at })
      if (!isWanted) throw new DeployCancelled()
      const writing: WriteContext = { db, deps, actor, afterwards: [], writtenCheckIds: [] }
      await requireAsPlanned(plan, writing)
      const project = await writeProject(plan.project, writing, input)
      const ids = await writeResources(plan.resources, writing)
      // Before anything is deleted: what a check no longer names may go.
      const edgeIds = await edgeIdsOf(plan, db, ids)
      await replaceBindings(db, project.id, bindingsFor(plan, { project, ids, edgeIds, at }))
      if (!preserves) await remove(plan, writing)
      if (kind === 'destroy') await deleteProject(db, project.id)
      const physicalIds = new Map([...ids, ...edgeIds])
      const diff = diffOf(plan, {
        preserves,
        physicalIdOf: (resource) => physicalIds.get(keyOf(resource)) ?? null,
      })
      const result: DeployResult = { project: projectAnswer(project), diff, warnings: plan.warnings }
      await recordProject(db, actor, { before: plan.project, project, diff })
      await endDeployment(db, deploymentId, { status: 'SUCCEEDED', at, result: JSON.stringify(result) })
      return {
        diff,
        changedCheckIds: changedChecks(plan.resources, ids),
        async tellOthers() {
          for (const tell of writing.afterwards) await tell()
          await deps.runs.checksWritten([...new Set(writing.writtenCheckIds)])
        },
      }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new PlanIsOld()
    throw error
  }
}

async function requireAsPlanned(
  { resources, removals }: DeployPlan,
  { db, deps, actor: { accountId } }: WriteContext,
): Promise<void> {
  for (const { type, kind } of resourceKinds) {
    const known = [
      ...resources
        .filter(({ resourceKind }) => resourceKind.type === type)
        .map(({ planned }) => planned.stored),
      ...removals.map(({ item }) => (item?.resourceKind.type === type ? item.stored : null)),
    ].filter((stored) => stored !== null)
    if (known.length === 0) continue
    const now = await kind.read(
      { db, sealer: deps.store.sealer, accountId },
      known.map(({ id }) => id),
    )
    const byId = new Map(now.map((stored) => [stored.id, stored]))
    if (known.some((stored) => !isDeepStrictEqual(stored.item, byId.get(stored.id)?.item)))
      throw new PlanIsOld()
  }
}

async function writeProject(
  before: ProjectRow | null,
  { db, actor: { accountId, at } }: WriteContext,
  { project: { logicalId, name, repoUrl = null } }: ProjectDeploy,
): Promise<ProjectRow> {
  if (before !== null) {
    const after = { ...before, name, repoUrl, updatedAt: nextUpdatedAt(before, at) }
    await updateProject(db, after)
    return after
  }
  const project = { id: randomUUIDv7(), accountId, logicalId, name, repoUrl, createdAt: at, updatedAt: null }
  await insertProject(db, project)
  return project
}

/** The id of each, by its type and logical id. */
async function writeResources(
  resources: readonly PlannedResource[],
  writing: WriteContext,
): Promise<Map<string, ConfigurationId>> {
  const ids = new Map<string, ConfigurationId>()
  const numbers = new Map<number, ConfigurationId>()
  for (const resource of resources) {
    const { resourceKind, logicalId, planned } = resource
    // One transaction has one connection.
    const id = await naming(planned.path, () => writeOne(resource, writing, numbers))
    if (planned.placeholder !== null) numbers.set(planned.placeholder, id)
    ids.set(keyOf({ type: resourceKind.type, logicalId }), id)
  }
  return ids
}

async function writeOne(
  { planned, changes }: PlannedResource,
  writing: WriteContext,
  numbers: ReadonlyMap<number, ConfigurationId>,
): Promise<ConfigurationId> {
  const { kind, stored, createdAt } = planned
  if (stored !== null && changes?.length === 0) return stored.id
  const item = kind.mapReferences(planned.item, withNumbers(numbers))
  const id = stored === null ? await kind.insert(writing, planned.localId, item, createdAt) : stored.id
  if (stored !== null) await kind.update(writing, stored, item)
  await recordChange(writing.db, writing.actor, {
    entityType: kind.entityType,
    entityId: id,
    entityName: planned.name,
    before: stored === null ? null : maskFields(stored.item, kind.withoutSecrets(stored.item)),
    after: maskFields(item, kind.withoutSecrets(item)),
  })
  return id
}

/** Subscriptions have rows of their own, which are there now. */
async function edgeIdsOf(
  plan: DeployPlan,
  db: Db,
  ids: ReadonlyMap<string, ConfigurationId>,
): Promise<Map<string, ConfigurationId>> {
  const referenceIds = new Map(plan.references.map((each) => [keyOf(each), each.id]))
  const idOf = (key: string) => ids.get(key) ?? referenceIds.get(key) ?? ''
  const subjects = plan.edges.filter(({ type }) => type === 'alert-channel-subscription')
  const idsOfType = (type: string) =>
    subjects.flatMap(({ subject, subjectKey }) => (subject.type === type ? [idOf(subjectKey)] : []))
  const rows = [
    ...(await subscriptionsOf(db, { checkIds: [...new Set(idsOfType('check').map(String))] })),
    ...(await subscriptionsOf(db, { groupIds: [...new Set(idsOfType('check-group').map(Number))] })),
  ]
  const rowIds = new Map(
    rows.map(({ id, checkId, groupId, channelId }) => [`${checkId ?? groupId} ${channelId}`, id]),
  )
  return new Map(
    plan.edges.map((edge) => {
      const [subjectId, targetId] = [idOf(edge.subjectKey), idOf(edge.targetKey)]
      const id =
        edge.type === 'alert-channel-subscription'
          ? (rowIds.get(`${subjectId} ${targetId}`) ?? 0)
          : assignmentId(subjectId, targetId)
      return [keyOf(edge), id]
    }),
  )
}

function bindingsFor(
  plan: DeployPlan,
  {
    project,
    ids,
    edgeIds,
    at,
  }: {
    project: ProjectRow
    ids: ReadonlyMap<string, ConfigurationId>
    edgeIds: ReadonlyMap<string, ConfigurationId>
    at: number
  },
): BindingRow[] {
  const base = { projectId: project.id, deployedAt: at }
  const own = plan.resources.map(({ resourceKind: { type }, logicalId, sourceFile }) => ({
    ...base,
    type,
    logicalId,
    physicalId: String(ids.get(keyOf({ type, logicalId }))),
    isOwner: true,
    sourceFile,
  }))
  const edges = plan.edges.map(({ type, logicalId, sourceFile }) => ({
    ...base,
    type,
    logicalId,
    physicalId: String(edgeIds.get(keyOf({ type, logicalId }))),
    isOwner: true,
    sourceFile,
  }))
  const references = plan.references.map(({ type, logicalId, id, sourceFile }) => ({
    ...base,
    type,
    logicalId,
    physicalId: String(id),
    isOwner: false,
    sourceFile,
  }))
  return [...own, ...edges, ...references]
}

/** What others name goes last. */
async function remove({ removals }: DeployPlan, writing: WriteContext): Promise<void> {
  for (const { type } of resourceKinds.toReversed()) {
    for (const { binding, item } of removals) {
      if (item === null || item.resourceKind.type !== type) continue
      await naming(`${type} "${binding.logicalId}"`, () => item.resourceKind.remove(writing, item.stored))
    }
  }
}

async function recordProject(
  db: Db,
  actor: Actor,
  { before, project, diff }: { before: ProjectRow | null; project: ProjectRow; diff: readonly DeployDiff[] },
): Promise<void> {
  const countOf = (action: DeployDiff['action']) =>
    diff.filter((each) => each.action === action && each.changed).length
  const after = {
    name: project.name,
    repoUrl: project.repoUrl,
    created: countOf('CREATE'),
    changed: countOf('UPDATE'),
    deleted: countOf('DELETE'),
    detached: countOf('DETACHED'),
  }
  await recordChange(db, actor, {
    entityType: 'PROJECT',
    entityId: project.id,
    entityName: project.name,
    before: before === null ? null : { name: before.name, repoUrl: before.repoUrl },
    after,
  })
}

function changedChecks(
  resources: readonly PlannedResource[],
  ids: ReadonlyMap<string, ConfigurationId>,
): string[] {
  return resources.flatMap(({ resourceKind: { type }, logicalId, planned, changes }) => {
    const isChanged = changes === null || changes.length > 0
    if (type !== 'check' || !isChanged || !isActive(planned)) return []
    return [String(ids.get(keyOf({ type, logicalId })))]
  })
}

function isActive({ item }: PlannedItem): boolean {
  return item['activated'] !== false && item['checkType'] !== 'HEARTBEAT'
}
