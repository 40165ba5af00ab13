import { isDeepStrictEqual } from 'node:util'
import { randomUUIDv7 } from 'node:crypto'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ConfigurationId } from '@sonde/schema/accounts/configuration.ts'
import type { DeployDiff, DeployResult, ProjectDeploy } from '@sonde/schema/projects/project-deploy.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import { checkVersions } from '@sonde/store/checks/check-versions.ts'
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
import { recordChange, recordChanges } from '../audit/record-change.ts'
import { lockInOrder } from '../checks/lock-in-order.ts'
import { storeChangedChecks, storeNewChecks } from '../checks/store-checks.ts'
import { checkGroupsKind } from '../configuration/kinds/check-groups-kind.ts'
import type { WriteContext } from '../configuration/configuration-kind.ts'
import { named, namingNow } from '../configuration/naming.ts'
import {
  beginWriting,
  endWriting,
  insertItems,
  tellOfWriting,
  updateItems,
} from '../configuration/write-items.ts'
import { assignmentId } from './edges.ts'
import { keyOf, PlanIsOld, type DeployPlan } from './deploy-plan.ts'
import { diffOf } from './plan-deploy.ts'
import type { PreparedDeploy } from './prepare-deploy.ts'
import { projectAnswer } from './project-answer.ts'
import { resourceKinds, type ItemType } from './resource-kinds.ts'

/** Somebody has asked to stop, and nothing was written. */
export class DeployCancelled extends Error {}

export type WrittenDeploy = {
  /** JSON. */
  result: string
  tellOthers(): Promise<void>
}

/** Everything at once, or nothing: half of a project is no state that anybody wrote. */
export async function writeDeploy(
  plan: DeployPlan,
  prepared: PreparedDeploy,
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
      const seenAt = await deps.store.now(db)
      const { isWanted } = await touchDeployment(db, { id: deploymentId, progress: 90, at: seenAt })
      if (!isWanted) throw new DeployCancelled()
      const { ids } = prepared
      const writing = beginWriting(db, deps, actor)
      await lockPlanned(plan, prepared, { db, preserves })
      await requireAsPlanned(plan, writing)
      const project = await writeProject(plan.project, writing, input)
      await writeResources(prepared, writing)
      // Before anything is deleted: what a check no longer names may go.
      const edgeIds = await edgeIdsOf(plan, db, ids)
      await replaceBindings(db, project.id, bindingsFor(plan, prepared, { project, edgeIds, at }))
      if (!preserves) await remove(plan, writing)
      await recordChanges(db, actor, prepared.changes)
      if (kind === 'destroy') await deleteProject(db, project.id)
      const physicalIds = new Map([...ids, ...edgeIds])
      const diff = diffOf(plan, {
        preserves,
        physicalIdOf: (resource) => physicalIds.get(keyOf(resource)) ?? null,
      })
      const answer: DeployResult = { project: projectAnswer(project), diff, warnings: plan.warnings }
      const result = JSON.stringify(answer)
      await recordProject(db, actor, { before: plan.project, project, diff })
      await endDeployment(db, deploymentId, { status: 'SUCCEEDED', at, result })
      // Last of all: others wait for these two from here to the end of the write.
      await requireRoom(plan, writing)
      await endWriting(writing)
      return { result, tellOthers: () => tellOfWriting(writing, { startsAtOnce: false }) }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new PlanIsOld()
    throw error
  }
}

/** What was compared with the plan after this stays as it is. */
async function lockPlanned(
  { removals }: DeployPlan,
  { changedChecks, others }: PreparedDeploy,
  { db, preserves }: { db: Db; preserves: boolean },
): Promise<void> {
  const removed = (type: ItemType) =>
    removals.flatMap(({ item }) =>
      item === null || preserves || item.resourceKind.type !== type ? [] : [item.stored.id],
    )
  const changedGroups = others.flatMap(({ kind, id, stored }) =>
    kind === checkGroupsKind && stored !== null ? [Number(id)] : [],
  )
  await lockInOrder(db, {
    checkIds: [...changedChecks.map(({ before }) => before.id), ...removed('check').map(String)],
    groupIds: [...changedGroups, ...removed('check-group').map(Number)],
  })
}

/**
 * Nobody else adds to the account until the write ends: of those who found room at the same time one gets it. All that it adds
 * is there by now.
 */
async function requireRoom(
  { resources }: DeployPlan,
  { db, deps, actor: { accountId } }: WriteContext,
): Promise<void> {
  const fresh = resources.filter(({ planned }) => planned.stored === null)
  const grown = new Set(fresh.map(({ planned }) => planned.kind))
  if (grown.size === 0) return
  await lockAccount(db, accountId)
  for (const { room } of grown)
    if (room !== undefined && (await room.count(db, accountId)) > room.most(deps)) throw new PlanIsOld()
}

async function requireAsPlanned(
  { resources, removals, checkVersions: versions }: DeployPlan,
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
    const ids = known.map(({ id }) => id)
    if (type === 'check') {
      const now = await checkVersions(db, { accountId, ids: ids.map(String) })
      if (ids.some((id) => now.get(String(id)) !== versions.get(String(id)))) throw new PlanIsOld()
      continue
    }
    const now = await kind.read({ db, sealer: deps.store.sealer, accountId }, ids)
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

/** In the order of the plan, in which each names only what stands before it. Nothing names a check. */
async function writeResources(
  { newChecks, changedChecks, others }: PreparedDeploy,
  writing: WriteContext,
): Promise<void> {
  for (const [kind, some] of Map.groupBy(others, (each) => each.kind)) {
    // What is changed may name what is new, and never the other way round.
    await insertItems(
      kind,
      writing,
      some.filter(({ stored }) => stored === null),
    )
    await updateItems(
      kind,
      writing,
      some.flatMap(({ path, stored, item }) => (stored === null ? [] : [{ path, stored, item }])),
    )
  }
  const { db, deps, actor, writtenCheckIds } = writing
  const { accountId } = actor
  // Those that are to run at once do so as runs of this deployment, whichever server runs them.
  const startsAtOnce = false
  const areThere = await storeChangedChecks(db, deps, accountId, changedChecks, {
    naming: ({ path }, work) => namingNow(path, work),
    startsAtOnce,
    contextChanged: () => void (writing.changesRunContext = true),
  })
  if (!areThere) throw new PlanIsOld()
  await storeNewChecks(db, deps, accountId, newChecks, {
    naming: ({ path }, work) => namingNow(path, work),
    startsAtOnce,
  })
  writtenCheckIds.push(
    ...newChecks.map(({ rows }) => rows.id),
    ...changedChecks.map(({ before }) => before.id),
  )
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
  { ids, contentHashes }: PreparedDeploy,
  {
    project,
    edgeIds,
    at,
  }: { project: ProjectRow; edgeIds: ReadonlyMap<string, ConfigurationId>; at: number },
): BindingRow[] {
  const base = { projectId: project.id, deployedAt: at, planId: null, contentHashes: null }
  const own = plan.resources.map(({ resourceKind: { type }, logicalId, sourceFile, binding }) => ({
    ...base,
    type,
    logicalId,
    physicalId: String(ids.get(keyOf({ type, logicalId }))),
    isOwner: true,
    sourceFile,
    // A deploy commits no import.
    planId: binding?.planId ?? null,
    contentHashes: contentHashes.get(keyOf({ type, logicalId })) ?? null,
  }))
  const edges = plan.edges.map(({ type, logicalId, sourceFile, binding }) => ({
    ...base,
    type,
    logicalId,
    physicalId: String(edgeIds.get(keyOf({ type, logicalId }))),
    isOwner: true,
    sourceFile,
    planId: binding?.planId ?? null,
  }))
  const references = plan.references.map(({ type, logicalId, id, sourceFile }) => ({
    ...base,
    type,
    logicalId,
    physicalId: String(id),
    isOwner: false,
    sourceFile,
  }))
  return [...own, ...edges, ...references, ...plan.untouched]
}

/** What others name goes last. */
async function remove({ removals }: DeployPlan, writing: WriteContext): Promise<void> {
  for (const resourceKind of resourceKinds.toReversed()) {
    const { type } = resourceKind
    const items = removals.flatMap(({ binding, item }) =>
      item === null || item.resourceKind.type !== type ? [] : [{ ...item, logicalId: binding.logicalId }],
    )
    if (items.length === 0) continue
    const logicalIds = new Map(items.map(({ stored, logicalId }) => [String(stored.id), logicalId]))
    const stored = items.map((item) => item.stored)
    const count = await resourceKind.remove(writing, stored, (id, refusal) =>
      named(`${type} "${logicalIds.get(id)}"`, refusal),
    )
    // They were all there when they were compared with the plan.
    if (count !== items.length) throw new PlanIsOld()
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
