import type { StatusPageComponentParams } from '@sonde/schema/status-pages/status-page-component.ts'
import {
  componentsOfPages,
  deleteComponents,
  findComponentForUpdate,
  type ComponentRow,
} from '@sonde/store/status-pages/status-page-components.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../../action-deps.ts'
import type { Actor } from '../../actor.ts'
import { recordDocument } from '../../audit/record-change.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { componentAnswer } from './component-document.ts'
import { lockComponentPage } from './component-page.ts'

export async function deleteComponent(
  deps: ActionDeps,
  actor: Actor,
  key: StatusPageComponentParams,
): Promise<void> {
  const { accountId } = actor
  const { statusPageId, componentId } = key
  await deps.store.write(async (db) => {
    const page = await lockComponentPage(db, { accountId, id: statusPageId })
    const component = await findComponentForUpdate(db, { accountId, pageId: page.id, id: componentId })
    if (component === null) throw notFound('component')
    const before = await componentAnswer(db, component)
    await removeComponents(db, [component], (_id, refusal) => refusal)
    await recordDocument(db, actor, 'STATUS_PAGE_COMPONENT', { before, after: null })
  })
}

/**
 * Inside `write`, without audit entries, of pages that were locked in it: incidents keep their names, and rules affect
 * them no more. `named` says of a refusal which one it means.
 */
export async function removeComponents(
  db: Db,
  components: readonly ComponentRow[],
  named: (id: string, refusal: Refusal) => Refusal,
): Promise<void> {
  const going = new Set(components.map(({ id }) => id))
  const pages = await componentsOfPages(db, [...new Set(components.map(({ pageId }) => pageId))])
  const staying = [...pages.values()].flat().filter(({ id }) => !going.has(id))
  const children = Map.groupBy(staying, ({ parentId }) => parentId)
  for (const { id } of components) {
    const names = children.get(id)?.map(({ name }) => name) ?? []
    if (names.length > 0) throw named(id, hasChildren(names))
  }
  await deleteComponents(db, components)
}

function hasChildren(names: readonly string[]): Refusal {
  const some = names.slice(0, 3).map((name) => `"${name}"`)
  const more = names.length > some.length ? ` and ${names.length - some.length} more` : ''
  const path = 'componentId'
  const message = `${path} still contains ${some.join(', ')}${more}: move or delete these first`
  return new Refusal('invalid-input', message, { fields: [path], fieldsOf: 'id' })
}
