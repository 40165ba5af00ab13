import { randomUUIDv7 } from 'node:crypto'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import {
  ownedTypes,
  type OwnedType,
  type ProjectResource,
  type ProjectResourceAdoption,
  type ProjectResourceUpdate,
  type ProjectUpdate,
} from '@sonde/schema/projects/project-changes.ts'
import type { ProjectCreate } from '@sonde/schema/projects/import-plan.ts'
import type { Project } from '@sonde/schema/projects/project-deploy.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { canonicalUuid } from '@sonde/store/engine/uuid.ts'
import { renameBinding, renameProject } from '@sonde/store/projects/project-bindings.ts'
import { openDeploymentOf } from '@sonde/store/projects/project-deployments.ts'
import {
  bindingsOf,
  insertBindings,
  namedBindings,
  type BindingRow,
} from '@sonde/store/projects/project-resources.ts'
import { findProject, insertProject, updateProject, type ProjectRow } from '@sonde/store/projects/projects.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { ConfigurationKind } from '../configuration/configuration-kind.ts'
import { conflict, invalidInput, notFound } from '../refusal.ts'
import { isEdgeOf, renamedEdge } from './edge-names.ts'
import { projectAnswer } from './project-answer.ts'
import { resourceName } from './resource-name.ts'
import { resourceKinds } from './resource-kinds.ts'

type ChangeDeps = Pick<ActionDeps, 'store' | 'clock'>

/** Gives a project another name; what it owns, and what was deployed, stays its own. */
export async function updateProjectNames(
  deps: ChangeDeps,
  actor: Actor,
  { logicalId, input }: { logicalId: string; input: ProjectUpdate },
): Promise<Project> {
  const { accountId } = actor
  const to = input.logicalId ?? logicalId
  return await unlessTaken(`There is a project "${to}" already`, () =>
    deps.store.write(async (db) => {
      const before = await idleProject(db, accountId, logicalId)
      const after = {
        ...before,
        logicalId: to,
        name: input.name ?? before.name,
        updatedAt: nextUpdatedAt(before, actor.at),
      }
      await updateProject(db, after)
      if (to !== logicalId) {
        await requireNoDeployment(db, accountId, to)
        await renameProject(db, { accountId, id: before.id, from: logicalId, to })
      }
      await recordChange(db, actor, {
        entityType: 'PROJECT',
        entityId: after.id,
        entityName: after.name,
        before: { logicalId, name: before.name },
        after: { logicalId: to, name: after.name },
      })
      return projectAnswer(after)
    }),
  )
}

/** What the code calls something from now on, and in which project: the next deploy updates it. */
export async function updateProjectResource(
  deps: ChangeDeps,
  actor: Actor,
  { project, type, logicalId, input }: ResourceKey & { input: ProjectResourceUpdate },
): Promise<ProjectResource> {
  const { accountId } = actor
  const name = input.logicalId ?? logicalId
  const taken = `${resourceName({ type, logicalId: name })} is in the project already`
  return await unlessTaken(taken, () =>
    deps.store.write(async (db) => {
      const from = await idleProject(db, accountId, project)
      const to =
        input.project === undefined || input.project === project
          ? from
          : await idleProject(db, accountId, input.project)
      const bindings = await bindingsOf(db, from.id)
      const binding = bindings.find((each) => each.type === type && each.logicalId === logicalId)
      if (binding === undefined) throw notFound('resource of the project')
      await renameBinding(db, binding, { projectId: to.id, logicalId: name })
      for (const edge of bindings) {
        const renamed = renamedEdge(edge, { type, from: logicalId, to: name })
        if (renamed === null) continue
        const projectId = isEdgeOf(edge, { type, logicalId }) ? to.id : from.id
        await renameBinding(db, edge, { projectId, logicalId: renamed })
      }
      await recordBinding(db, actor, binding, {
        before: { project, logicalId },
        after: { project: to.logicalId, logicalId: name },
      })
      return answerOf(to, { ...binding, logicalId: name }, type)
    }),
  )
}

/** Something of the account becomes the project's own: the next deploy updates it. */
export async function adoptResource(
  deps: ChangeDeps,
  actor: Actor,
  { project, input }: { project: string; input: ProjectResourceAdoption },
): Promise<ProjectResource> {
  const { accountId, at } = actor
  const { type, logicalId } = input
  const taken = `${resourceName({ type, logicalId })} is in the project already`
  return await unlessTaken(taken, () =>
    deps.store.write(async (db) => {
      const row = await idleProject(db, accountId, project)
      const { kind } = kindOf(type)
      const id = idOf(kind, input.physicalId)
      const [stored] = id === null ? [] : await kind.read({ db, sealer: deps.store.sealer, accountId }, [id])
      if (stored === undefined)
        throw invalidInput([{ path: 'physicalId', message: `is not a ${kind.title} of this account` }])
      const owner = (await namedBindings(db, type, [String(stored.id)])).find(({ isOwner }) => isOwner)
      if (owner !== undefined)
        throw conflict(
          `The ${kind.title} belongs to the project "${owner.project.logicalId}", as ${resourceName({ type, logicalId: owner.logicalId })}`,
        )
      const binding: BindingRow = {
        projectId: row.id,
        type,
        logicalId,
        physicalId: String(stored.id),
        isOwner: true,
        sourceFile: null,
        deployedAt: at,
        planId: null,
        contentHashes: null,
      }
      await insertBindings(db, [binding])
      await recordBinding(db, actor, binding, { before: { project: null }, after: { project, logicalId } })
      return answerOf(row, binding, type)
    }),
  )
}

/** A project without anything, which code or an import fills. */
export async function createProject(
  deps: ChangeDeps,
  actor: Actor,
  { logicalId, name, repoUrl = null }: ProjectCreate,
): Promise<ProjectRow> {
  return await unlessTaken(`There is a project "${logicalId}" already`, () =>
    deps.store.write((db) => insertNewProject(db, actor, { logicalId, name, repoUrl })),
  )
}

export async function insertNewProject(
  db: Db,
  actor: Actor,
  { logicalId, name, repoUrl }: Pick<ProjectRow, 'logicalId' | 'name' | 'repoUrl'>,
): Promise<ProjectRow> {
  const { accountId, at } = actor
  const project = { id: randomUUIDv7(), accountId, logicalId, name, repoUrl, createdAt: at, updatedAt: null }
  await insertProject(db, project)
  await recordChange(db, actor, {
    entityType: 'PROJECT',
    entityId: project.id,
    entityName: name,
    before: null,
    after: { logicalId, name, repoUrl },
  })
  return project
}

type ResourceKey = { project: string; type: OwnedType; logicalId: string }

/** Null for what cannot be an id of this kind. */
export function idOf({ ids }: ConfigurationKind, id: string | number): string | number | null {
  if (ids?.type !== 'number') return canonicalUuid(String(id))
  return /^\d{1,9}$/.test(String(id)) ? Number(id) : null
}

function kindOf(type: string) {
  const found = resourceKinds.find((each) => each.type === type)
  if (found === undefined) throw new Error(`${type} is a type of things`)
  return found
}

/** A deployment under way has read what the project owns. */
async function idleProject(db: Db, accountId: string, logicalId: string): Promise<ProjectRow> {
  const project = await findProject(db, { accountId, logicalId })
  if (project === null) throw notFound('project')
  await requireNoDeployment(db, accountId, logicalId)
  return project
}

export async function requireNoDeployment(db: Db, accountId: string, logicalId: string): Promise<void> {
  if ((await openDeploymentOf(db, { accountId, logicalId })) !== null)
    throw conflict(`The project "${logicalId}" is being deployed: retry when that has ended`)
}

export async function recordBinding(
  db: Db,
  actor: Actor,
  { type, physicalId }: BindingRow,
  change: { before: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  await recordChange(db, actor, {
    entityType: kindOf(type).kind.entityType,
    entityId: physicalId,
    entityName: null,
    ...change,
  })
}

function answerOf(project: ProjectRow, binding: BindingRow, type: OwnedType): ProjectResource {
  const isNumber = kindOf(type).kind.ids?.type === 'number'
  return {
    project: project.logicalId,
    type,
    logicalId: binding.logicalId,
    physicalId: isNumber ? Number(binding.physicalId) : binding.physicalId,
    sourceFile: binding.sourceFile,
    deployedAt: new Date(binding.deployedAt).toISOString(),
  }
}

/** What a project owns, without what joins two things. */
export async function resourcesOf(
  db: Db,
  { accountId, logicalId }: Pick<ProjectRow, 'accountId' | 'logicalId'>,
): Promise<ProjectResource[]> {
  const project = await findProject(db, { accountId, logicalId })
  if (project === null) throw notFound('project')
  const bindings = await bindingsOf(db, project.id)
  return bindings.flatMap((binding) => {
    const type = ownedTypes.find((each) => each === binding.type)
    return type === undefined || !binding.isOwner ? [] : [answerOf(project, binding, type)]
  })
}

export async function unlessTaken<Result>(message: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(message)
    throw error
  }
}
