import type { StatusPageComponentParams } from '@sonde/schema/status-pages/status-page-component.ts'
import {
  componentsOfPages,
  deleteComponent as removeRow,
  findComponentForUpdate,
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
  await deps.store.write((db) => removeComponent(db, actor, key))
}

/** Inside `write`. Its incidents keep its name, and rules affect it no more. */
export async function removeComponent(
  db: Db,
  actor: Actor,
  { statusPageId, componentId }: StatusPageComponentParams,
): Promise<void> {
  const { accountId } = actor
  const page = await lockComponentPage(db, { accountId, id: statusPageId })
  const component = await findComponentForUpdate(db, { accountId, pageId: page.id, id: componentId })
  if (component === null) throw notFound('component')
  const others = (await componentsOfPages(db, [page.id])).get(page.id) ?? []
  const children = others.filter(({ parentId }) => parentId === component.id)
  if (children.length > 0) throw hasChildren(children.map(({ name }) => name))
  const before = await componentAnswer(db, component)
  await removeRow(db, component)
  await recordDocument(db, actor, 'STATUS_PAGE_COMPONENT', { before, after: null })
}

function hasChildren(names: readonly string[]): Refusal {
  const some = names.slice(0, 3).map((name) => `"${name}"`)
  const more = names.length > some.length ? ` and ${names.length - some.length} more` : ''
  const path = 'componentId'
  const message = `${path} still contains ${some.join(', ')}${more}: move or delete these first`
  return new Refusal('invalid-input', message, { fields: [path], fieldsOf: 'id' })
}
