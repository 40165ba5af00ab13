import { randomUUIDv7 } from 'node:crypto'
import type { ImportPlan, ImportPlanCreate } from '@sonde/schema/projects/import-plan.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import {
  deleteImportPlan,
  findImportPlan,
  insertImportPlan,
  markImportPlan,
  type ImportPlanRow,
} from '@sonde/store/projects/import-plans.ts'
import {
  dropBindings,
  insertBindings,
  namedBindings,
  settleBindings,
  type BindingRow,
} from '@sonde/store/projects/project-resources.ts'
import { findProject, findProjectById, type ProjectRow } from '@sonde/store/projects/projects.ts'
import type { ActionDeps } from '../../action-deps.ts'
import type { Actor } from '../../actor.ts'
import { recordChange } from '../../audit/record-change.ts'
import { conflict, forbidden, notFound } from '../../refusal.ts'
import { requireNoDeployment, unlessTaken } from '../change-project.ts'
import { isEdgeType } from '../edges.ts'
import { resourceName } from '../resource-name.ts'
import { isItemType, resourceKinds } from '../resource-kinds.ts'
import { changesIn, importPlanAnswer } from './import-answer.ts'
import { planImport } from './plan-import.ts'

type ImportDeps = Pick<ActionDeps, 'store' | 'clock'>

/** Plans which things of the account become part of a project. Nothing of them changes by that. */
export async function createImportPlan(
  deps: ImportDeps,
  actor: Actor,
  { project: logicalId, input, isPreview }: { project: string; input: ImportPlanCreate; isPreview: boolean },
): Promise<ImportPlan> {
  const { accountId, at } = actor
  const { sealer } = deps.store
  const plan = async (db: Db) => {
    const project = await findProject(db, { accountId, logicalId })
    if (project === null) throw notFound('project')
    return { project, planned: await planImport({ db, sealer, accountId }, project, input) }
  }
  if (isPreview) {
    const { planned } = await plan(deps.store.read)
    return { createdAt: new Date(at).toISOString(), ...planned }
  }
  const { project, planned } = await plan(deps.store.read)
  const row: ImportPlanRow = {
    id: randomUUIDv7(),
    accountId,
    projectId: project.id,
    changes: JSON.stringify(planned),
    createdAt: at,
    appliedAt: null,
    committedAt: null,
  }
  await deps.store.write(async (db) => {
    await insertImportPlan(db, row)
    await recordPlan(db, actor, project, row, { before: null, after: 'planned' })
  })
  return importPlanAnswer(row)
}

/** From now on deploys change what the plan names; they do not delete it. */
export async function applyImportPlan(deps: ImportDeps, actor: Actor, id: string): Promise<ImportPlan> {
  return await unlessTaken(
    'Something of the plan was imported by another one meanwhile: make a new plan',
    () =>
      deps.store.write(async (db) => {
        const { plan, project } = await openPlan(db, actor, id)
        if (plan.appliedAt !== null) throw forbidden('The import plan is applied already')
        const after = { ...plan, appliedAt: actor.at }
        await insertBindings(db, await bindingsOfPlan(db, deps, plan, actor))
        if (!(await markImportPlan(db, plan, { appliedAt: actor.at })))
          throw forbidden('The import plan is applied already')
        await recordPlan(db, actor, project, plan, { before: 'planned', after: 'applied' })
        return importPlanAnswer(after)
      }),
  )
}

/** From now on what the plan names is like everything else of the project. */
export async function commitImportPlan(deps: ImportDeps, actor: Actor, id: string): Promise<ImportPlan> {
  return await deps.store.write(async (db) => {
    const { plan, project } = await openPlan(db, actor, id)
    if (plan.appliedAt === null) throw forbidden('The import plan is not applied yet')
    if (!(await markImportPlan(db, plan, { committedAt: actor.at })))
      throw forbidden('The import plan is committed already')
    await settleBindings(db, plan.id)
    await recordPlan(db, actor, project, plan, { before: 'applied', after: 'committed' })
    return importPlanAnswer({ ...plan, committedAt: actor.at })
  })
}

/** Nothing of the plan belongs to the project any more; the things themselves stay as they are. */
export async function cancelImportPlan(deps: ImportDeps, actor: Actor, id: string): Promise<void> {
  await deps.store.write(async (db) => {
    const { plan, project } = await openPlan(db, actor, id)
    await dropBindings(db, plan.id)
    if (!(await deleteImportPlan(db, plan))) throw forbidden('The import plan is committed already')
    const before = plan.appliedAt === null ? 'planned' : 'applied'
    await recordPlan(db, actor, project, plan, { before, after: 'cancelled' })
  })
}

async function openPlan(
  db: Db,
  { accountId }: Actor,
  id: string,
): Promise<{ plan: ImportPlanRow; project: ProjectRow }> {
  const plan = await findImportPlan(db, { accountId, id })
  const project = plan === null ? null : await findProjectById(db, { accountId, id: plan.projectId })
  if (plan === null || project === null) throw notFound('import plan')
  if (plan.committedAt !== null) throw forbidden('The import plan is committed already')
  await requireNoDeployment(db, accountId, project.logicalId)
  return { plan, project }
}

/** Without what was deleted since; what a project has got since stands in the way. */
async function bindingsOfPlan(
  db: Db,
  { store: { sealer } }: ImportDeps,
  plan: ImportPlanRow,
  { accountId, at }: Actor,
): Promise<BindingRow[]> {
  const { resources } = changesIn(plan).changes
  const base = {
    projectId: plan.projectId,
    isOwner: true,
    sourceFile: null,
    deployedAt: at,
    planId: plan.id,
    contentHashes: null,
  }
  const bindings: BindingRow[] = []
  for (const { type, kind } of resourceKinds) {
    const own = resources.filter((each) => each.type === type)
    const ids = own.map(({ physicalId }) => physicalId)
    const there = new Set((await kind.read({ db, sealer, accountId }, ids)).map(({ id }) => String(id)))
    const owner = (await namedBindings(db, type, ids.map(String))).find(({ isOwner }) => isOwner)
    if (owner !== undefined)
      throw conflict(
        `${type} ${owner.physicalId} belongs to the project "${owner.project.logicalId}" meanwhile, as ${resourceName({ type, logicalId: owner.logicalId })}: make a new plan`,
      )
    bindings.push(
      ...own
        .filter(({ physicalId }) => there.has(String(physicalId)))
        .map(({ logicalId, physicalId }) => ({ ...base, type, logicalId, physicalId: String(physicalId) })),
    )
  }
  const edges = resources.filter(({ type }) => isEdgeType(type) && !isItemType(type))
  return [
    ...bindings,
    ...edges.map(({ type, logicalId, physicalId }) => ({
      ...base,
      type,
      logicalId,
      physicalId: String(physicalId),
    })),
  ]
}

async function recordPlan(
  db: Db,
  actor: Actor,
  project: ProjectRow,
  { id, changes }: ImportPlanRow,
  { before, after }: { before: string | null; after: string },
): Promise<void> {
  const resources = changesIn({ changes }).changes.resources.length
  await recordChange(db, actor, {
    entityType: 'PROJECT',
    entityId: project.id,
    entityName: project.name,
    before: { importPlan: before },
    after: { importPlan: after, importPlanId: id, importedResources: resources },
  })
}
