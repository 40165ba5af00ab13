import { setImmediate } from 'node:timers/promises'
import type { ConfigurationId } from '@sonde/schema/accounts/configuration.ts'
import type { DriftedResource } from '@sonde/schema/projects/project-drift.ts'
import { isResourceType } from '@sonde/schema/projects/project-resource.ts'
import { timesOfChecks } from '@sonde/store/checks/check-versions.ts'
import { bindingsOf, type BindingRow } from '@sonde/store/projects/project-resources.ts'
import type { ReadContext, StoredItem } from '../configuration/configuration-kind.ts'
import { createContentHasher } from './content-hashes.ts'
import { isEdgeType } from './edges.ts'
import { resourceKinds } from './resource-kinds.ts'
import { storedEdges, type EdgeSubject } from './stored-edges.ts'

const itemsBetweenPauses = 200

/**
 * What is not as it was last deployed: changed by hand, or deleted. `isQuick` leaves out checks that were not written
 * since: for lists, which ask often.
 */
export async function findDrift(
  context: ReadContext,
  projectId: string,
  { isQuick = false }: { isQuick?: boolean } = {},
): Promise<DriftedResource[]> {
  const bindings = (await bindingsOf(context.db, projectId)).filter(({ isOwner }) => isOwner)
  const { driftOf } = createContentHasher(context.sealer)
  const drifted: DriftedResource[] = []
  const subjects: EdgeSubject[] = []
  for (const { type, kind } of resourceKinds) {
    const all = bindings.filter((each) => each.type === type)
    const own = isQuick && type === 'check' ? await writtenSince(context, all) : all
    if (own.length === 0) continue
    const isNumber = kind.ids?.type === 'number'
    const ids = own.map(({ physicalId }): ConfigurationId => (isNumber ? Number(physicalId) : physicalId))
    const stored = new Map((await kind.read(context, ids)).map((each) => [String(each.id), each]))
    for (const [index, binding] of own.entries()) {
      if (index % itemsBetweenPauses === itemsBetweenPauses - 1) await setImmediate()
      const { logicalId, physicalId, contentHashes } = binding
      const now: StoredItem | undefined = stored.get(physicalId)
      const id = isNumber ? Number(physicalId) : physicalId
      if (now === undefined) drifted.push({ type, logicalId, physicalId: id, drift: 'DELETED', fields: [] })
      // What cannot be opened cannot be compared.
      else if (now.unreadable === undefined) {
        const fields = driftOf(now.item, contentHashes)
        if (fields.length > 0) drifted.push({ type, logicalId, physicalId: id, drift: 'CHANGED', fields })
      }
      if (now !== undefined && (type === 'check' || type === 'check-group'))
        subjects.push({ type, stored: now })
    }
  }
  if (isQuick) return drifted
  return [...drifted, ...(await lostEdges(context, bindings, subjects))]
}

/** Whoever takes a channel or a private location from a check deletes what the code has joined. */
async function lostEdges(
  context: ReadContext,
  bindings: readonly BindingRow[],
  subjects: readonly EdgeSubject[],
): Promise<DriftedResource[]> {
  const own = bindings.filter(({ type }) => isEdgeType(type))
  if (own.length === 0) return []
  const there = new Set(
    (await storedEdges(context, subjects)).map(({ type, physicalId }) => `${type} ${physicalId}`),
  )
  return own.flatMap(({ type, logicalId, physicalId }): DriftedResource[] => {
    if (there.has(`${type} ${physicalId}`) || !isResourceType(type)) return []
    const id = type === 'alert-channel-subscription' ? Number(physicalId) : physicalId
    return [{ type, logicalId, physicalId: id, drift: 'DELETED', fields: [] }]
  })
}

async function writtenSince(
  { db, accountId }: ReadContext,
  bindings: readonly BindingRow[],
): Promise<BindingRow[]> {
  const ids = bindings.map(({ physicalId }) => physicalId)
  const times = await timesOfChecks(db, { accountId, ids })
  return bindings.filter(({ physicalId, deployedAt }) => (times.get(physicalId) ?? Infinity) > deployedAt)
}
