import { isRecord } from '@sonde/ground/is-record.ts'
import { layoutOf } from '@sonde/schema/status-pages/status-page.ts'
import { listComponents } from '@sonde/store/status-pages/status-page-components.ts'
import { findPage } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { DeployPlan, PlannedResource } from './deploy-plan.ts'
import { resourceName } from './resource-name.ts'

/**
 * What must hold between a page, its components and its rules once the deploy is written: only a page of version 3 has
 * them, a rule affects what its own page has, and a group that goes leaves nothing behind.
 */
export async function requirePageParts(
  db: Db,
  { accountId, plan, preserves }: { accountId: string; plan: DeployPlan; preserves: boolean },
): Promise<void> {
  const ofType = (type: string) => plan.resources.filter(({ resourceKind }) => resourceKind.type === type)
  const components = ofType('status-page-component')
  const rules = ofType('status-page-automation-rule')
  const removed = new Set(
    preserves
      ? []
      : plan.removals.flatMap(({ item }) =>
          item?.resourceKind.type === 'status-page-component' ? [String(item.stored.id)] : [],
        ),
  )
  if (components.length === 0 && rules.length === 0 && removed.size === 0) return
  const stored = await listComponents(db, { accountId, ids: null })
  const pageOf = new Map(stored.map(({ id, pageId }) => [id, pageId]))
  for (const { planned } of components) pageOf.set(idOf(planned), String(planned.item['statusPageId']))
  const layouts = new Map(
    ofType('status-page').map(({ planned }) => [idOf(planned), layoutOf(planned.item)] as const),
  )

  for (const part of [...components, ...rules]) {
    const pageId = String(part.planned.item['statusPageId'])
    const layout = layouts.get(pageId) ?? (await findPage(db, { accountId, id: pageId }))?.layout
    if (layout === 'COMPONENTS') continue
    plan.mistakes.add(
      `${part.planned.path}.statusPageId`,
      layout === undefined ? 'is not a status page of this account' : 'is a status page without version 3',
    )
  }
  for (const { planned } of rules) requireOwnComponents(planned)
  requireEmptyGroups()

  function requireOwnComponents({ path, item }: PlannedResource['planned']): void {
    const list: unknown[] = Array.isArray(item['components']) ? item['components'] : []
    for (const [index, entry] of list.entries()) {
      const id = isRecord(entry) ? String(entry['componentId']) : ''
      if (pageOf.get(id) !== item['statusPageId'] || removed.has(id))
        plan.mistakes.add(`${path}.components.${index}.componentId`, 'is not a component of the same page')
    }
  }

  function requireEmptyGroups(): void {
    const planned = new Map(components.map((each) => [idOf(each.planned), each.planned.item]))
    const names = new Map(plan.removals.map(({ binding }) => [binding.physicalId, resourceName(binding)]))
    const parents = [
      ...stored
        .filter(({ id }) => !removed.has(id) && !planned.has(id))
        .map(({ parentId, name }) => ({ parentId, name })),
      ...[...planned.values()].map(({ parentId, name }) => ({ parentId, name })),
    ]
    for (const { parentId, name } of parents) {
      const removedName = removed.has(String(parentId)) ? names.get(String(parentId)) : undefined
      if (removedName !== undefined)
        plan.mistakes.add(removedName, `cannot be deleted: it contains "${String(name)}", which stays`)
    }
  }
}

function idOf({ stored, localId }: PlannedResource['planned']): string {
  return String(stored?.id ?? localId)
}
