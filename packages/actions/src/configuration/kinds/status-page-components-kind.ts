import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import {
  mostComponents,
  StatusPageComponentItem,
  type StatusPageComponentWrite,
} from '@sonde/schema/status-pages/status-page-component.ts'
import {
  findComponentForUpdate,
  insertComponent,
  insertComponents,
  listComponents,
  updateComponent,
  type ComponentRow,
} from '@sonde/store/status-pages/status-page-components.ts'
import { componentBody, componentFields } from '../../status-pages/components/component-document.ts'
import { lockComponentPage } from '../../status-pages/components/component-page.ts'
import { misplacedComponents } from '../../status-pages/components/component-place.ts'
import type { ConfigurationKind, PlannedItem } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { requireRoomOnPages } from './room-on-pages.ts'
import { mapField } from './shared-references.ts'
import { validatorOf } from './validate-items.ts'

const validate = validatorOf(StatusPageComponentItem)

/** Components of pages, which may stand inside each other. */
export const statusPageComponentsKind: ConfigurationKind = {
  list: 'statusPageComponents',
  title: 'status page component',
  entityType: 'STATUS_PAGE_COMPONENT',
  ids: { type: 'uuid', table: 'status_page_services' },
  namesItself: true,
  nameOf: ({ name }) => textOf(name),
  async read({ db, accountId }, ids) {
    const rows = await listComponents(db, { accountId, ids: ids?.map(String) ?? null })
    return rows.map((row) => ({
      id: row.id,
      item: { statusPageId: row.pageId, ...componentBody(row) },
      createdAt: row.createdAt,
    }))
  },
  withoutSecrets: (item) => item,
  restoreSecrets: (item) => ({ item }),
  mapReferences(item, resolve) {
    const mapped: Record<string, unknown> = { ...item }
    mapField(mapped, 'statusPageId', 'statusPages', resolve)
    mapField(mapped, 'parentId', 'statusPageComponents', resolve)
    return mapped
  },
  validate: (item) => validate(item),
  complete: (item) => completeComponent(item),
  async compareWithOthers(db, plannedItems, { accountId, mistake }) {
    if (plannedItems.length === 0) return
    const stored = await listComponents(db, { accountId, ids: null })
    const planned = new Map(plannedItems.map((each) => [String(each.localId), plannedRow(each)]))
    const all = [...stored.filter(({ id }) => !planned.has(id)), ...planned.values()]
    requireRoomOnPages(plannedItems, stored, { most: mostComponents, what: 'components', mistake })
    const misplaced = misplacedComponents(all)
    for (const { path, localId, stored: before, item } of plannedItems) {
      const wrong = misplaced.get(String(localId))
      if (wrong !== undefined) mistake(`${path}.${wrong.path}`, wrong.message)
      if (before !== null && before.item['statusPageId'] !== item['statusPageId']) {
        mistake(`${path}.statusPageId`, 'cannot change: a component stays on its page, make another one')
      }
    }
  },
  async insert({ db, actor: { accountId } }, id, item, createdAt) {
    const page = await lockComponentPage(db, { accountId, id: String(item['statusPageId']) })
    const row: ComponentRow = {
      ...componentFields(componentIn(item)),
      id: String(id),
      accountId,
      pageId: page.id,
      createdAt,
      updatedAt: null,
    }
    await insertComponent(db, row)
    return row.id
  },
  async insertAll({ db, actor: { accountId } }, items) {
    for (const pageId of new Set(items.map(({ item }) => String(item['statusPageId']))))
      await lockComponentPage(db, { accountId, id: pageId })
    await insertComponents(
      db,
      items.map(({ id, item, createdAt }) => ({
        ...componentFields(componentIn(item)),
        id: String(id),
        accountId,
        pageId: String(item['statusPageId']),
        createdAt,
        updatedAt: null,
      })),
    )
  },
  async update({ db, actor: { accountId, at } }, stored, item) {
    const page = await lockComponentPage(db, { accountId, id: String(stored.item['statusPageId']) })
    const before = await findComponentForUpdate(db, { accountId, pageId: page.id, id: String(stored.id) })
    if (before === null) throw new Error(`the component ${stored.id} is gone`)
    await updateComponent(db, {
      ...before,
      ...componentFields(componentIn(item)),
      updatedAt: nextUpdatedAt(before, at),
    })
  },
}

function plannedRow({ localId, item, name }: PlannedItem) {
  const { type, parentId } = componentFields(componentIn(item))
  return { id: String(localId), pageId: String(item['statusPageId']), parentId, type, name: name ?? '' }
}

function completeComponent(item: ConfigurationItem): ConfigurationItem {
  const { config, ...fields } = componentFields(componentIn(item))
  return { statusPageId: String(item['statusPageId']).toLowerCase(), ...fields, configuration: config }
}

/** The guarantee behind this cast: the item is valid by the schema. */
function componentIn({ statusPageId: _page, ...component }: ConfigurationItem): StatusPageComponentWrite {
  return component as StatusPageComponentWrite
}
