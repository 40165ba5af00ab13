import type { ConfigurationId } from '@sonde/schema/accounts/configuration.ts'
import type { ProjectAdoption } from '@sonde/schema/projects/project-changes.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import {
  bindingsOf,
  insertBindings,
  namedBindings,
  type BindingRow,
} from '@sonde/store/projects/project-resources.ts'
import { findProject, type ProjectRow } from '@sonde/store/projects/projects.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { conflict, invalidInput } from '../refusal.ts'
import { idOf, insertNewProject, recordBinding, requireNoDeployment, unlessTaken } from './change-project.ts'
import { keyOf } from './deploy-plan.ts'
import { resourceName } from './resource-name.ts'
import { resourceKinds } from './resource-kinds.ts'
import { nameOfEdge, storedEdges, type EdgeSubject } from './stored-edges.ts'

type AdoptDeps = Pick<ActionDeps, 'store' | 'clock'>

/**
 * Things of the account become a project's own, all or none, with what joins them to channels and private locations; the
 * project is created if it is not there. What it has already under these names stays. Returns how many are new.
 */
export async function adoptResources(
  deps: AdoptDeps,
  actor: Actor,
  { project: logicalId, input }: { project: string; input: ProjectAdoption },
): Promise<{ adopted: number }> {
  return await unlessTaken('A name is in the project already, or a project owns one of these things', () =>
    deps.store.write(async (db) => {
      const { accountId } = actor
      await requireNoDeployment(db, accountId, logicalId)
      const known = await findProject(db, { accountId, logicalId })
      const project =
        known ??
        (await insertNewProject(db, actor, { logicalId, name: input.name ?? logicalId, repoUrl: null }))
      return { adopted: await adoptInto(db, deps, actor, { project, resources: input.resources }) }
    }),
  )
}

async function adoptInto(
  db: Db,
  deps: AdoptDeps,
  actor: Actor,
  { project, resources }: { project: ProjectRow; resources: ProjectAdoption['resources'] },
): Promise<number> {
  const { accountId, at } = actor
  const context = { db, sealer: deps.store.sealer, accountId }
  const bindings = await bindingsOf(db, project.id)
  const base = {
    projectId: project.id,
    isOwner: true,
    sourceFile: null,
    deployedAt: at,
    planId: null,
    contentHashes: null,
  }
  const added: BindingRow[] = []
  const subjects: EdgeSubject[] = []
  for (const { type, kind } of resourceKinds) {
    const own = resources.filter((each) => each.type === type)
    if (own.length === 0) continue
    const ids = own.map(({ physicalId }) => idOf(kind, physicalId))
    const there = await kind.read(
      context,
      ids.filter((id) => id !== null),
    )
    const byId = new Map(there.map((stored) => [String(stored.id), stored]))
    const named = await namedBindings(db, type, [...byId.keys()])
    const owners = new Map(named.filter(({ isOwner }) => isOwner).map((each) => [each.physicalId, each]))
    for (const [index, { logicalId, physicalId }] of own.entries()) {
      const stored = byId.get(String(ids[index]))
      if (stored === undefined) {
        const message = `${physicalId} of ${resourceName({ type, logicalId })} is not a ${kind.title} of this account`
        throw invalidInput([{ path: 'resources', message }])
      }
      const owner = owners.get(String(stored.id))
      if (owner !== undefined && (owner.project.id !== project.id || owner.logicalId !== logicalId))
        throw conflict(
          `The ${kind.title} ${physicalId} belongs to the project "${owner.project.logicalId}", as ${resourceName({ type, logicalId: owner.logicalId })}`,
        )
      if (type === 'check' || type === 'check-group') subjects.push({ type, stored })
      if (owner === undefined) added.push({ ...base, type, logicalId, physicalId: String(stored.id) })
    }
  }
  const edges = await edgeBindings(context, subjects, [...bindings, ...added])
  await insertBindings(db, [...added, ...edges.map((edge) => ({ ...base, ...edge }))])
  for (const binding of added) {
    const after = { project: project.logicalId, logicalId: binding.logicalId }
    await recordBinding(db, actor, binding, { before: { project: null }, after })
  }
  if (added.length === 0) await recordNothing(db, actor, project)
  return added.length
}

/** Under the names that the code will give them; those that the project has already are left out. */
async function edgeBindings(
  context: Parameters<typeof storedEdges>[0],
  subjects: readonly EdgeSubject[],
  bindings: readonly BindingRow[],
): Promise<Pick<BindingRow, 'type' | 'logicalId' | 'physicalId'>[]> {
  const names = new Map(
    bindings
      .filter(({ isOwner }) => isOwner)
      .map(({ type, physicalId, logicalId }) => [`${type} ${physicalId}`, logicalId]),
  )
  const known = new Set(bindings.map(keyOf))
  const edges = await storedEdges(context, subjects)
  return edges.flatMap((edge) => {
    const { type, physicalId } = edge
    const nameOf = (thing: { type: string; id: ConfigurationId }) =>
      names.get(`${thing.type} ${thing.id}`) ?? null
    const logicalId = nameOfEdge(edge, nameOf)
    if (logicalId === null || names.has(`${type} ${physicalId}`) || known.has(keyOf({ type, logicalId })))
      return []
    return [{ type, logicalId, physicalId }]
  })
}

/** Somebody has asked for it, all the same. */
async function recordNothing(db: Db, actor: Actor, { id, name, logicalId }: ProjectRow): Promise<void> {
  await recordChange(db, actor, {
    entityType: 'PROJECT',
    entityId: id,
    entityName: name,
    before: { logicalId },
    after: { logicalId },
  })
}
