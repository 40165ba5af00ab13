import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import {
  mostComponents,
  StatusPageComponentItem,
  type StatusPageComponentWrite,
} from '@sonde/schema/status-pages/status-page-component.ts'
import {
  insertComponents,
  listComponents,
  updateComponents,
} from '@sonde/store/status-pages/status-page-components.ts'
import { componentBody, componentFields } from '../../status-pages/components/component-document.ts'
import { lockComponentPages } from '../../status-pages/components/component-page.ts'
import { misplacedComponents } from '../../status-pages/components/component-place.ts'
import type { ConfigurationKind, PlannedItem } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { requireRoomOnPages, requireSamePages } from './room-on-pages.ts'
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
    for (const { path, localId } of plannedItems) {
      const wrong = misplaced.get(String(localId))
      if (wrong !== undefined) mistake(`${path}.${wrong.path}`, wrong.message)
    }
    requireSamePages(plannedItems, { what: 'component', mistake })
  },
  async insertAll({ db, actor: { accountId } }, items) {
    await lockComponentPages(db, { accountId, ids: items.map(({ item }) => String(item['statusPageId'])) })
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
  async updateAll({ db, actor: { accountId, at } }, changes) {
    await lockComponentPages(db, {
      accountId,
      ids: changes.map(({ stored: { item } }) => String(item['statusPageId'])),
    })
    const ids = changes.map(({ stored }) => String(stored.id))
    const rows = new Map((await listComponents(db, { accountId, ids })).map((row) => [row.id, row]))
    await updateComponents(
      db,
      changes.map(({ stored, item }) => {
        const before = rows.get(String(stored.id))
        if (before === undefined) throw new Error(`the component ${stored.id} is gone`)
        return {
          ...before,
          ...componentFields(componentIn(item)),
          updatedAt: nextUpdatedAt(before, at),
        }
      }),
    )
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
