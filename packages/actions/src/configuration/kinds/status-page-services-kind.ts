import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { StatusPageServiceItem } from '@sonde/schema/status-pages/status-page-service.ts'
import {
  insertServices,
  listServices,
  lockServices,
  renameServices,
} from '@sonde/store/status-pages/status-page-services.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { completeBy, validatorOf } from './validate-items.ts'

const validate = validatorOf(StatusPageServiceItem)

export const statusPageServicesKind: ConfigurationKind = {
  list: 'statusPageServices',
  title: 'status page service',
  entityType: 'STATUS_PAGE_SERVICE',
  ids: { type: 'uuid', table: 'status_page_services' },
  nameOf: ({ name }) => textOf(name),
  async read({ db, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    return (await listServices(db, { accountId, after: null, limit: null }))
      .filter(({ id }) => idFilter === null || idFilter.has(id))
      .toReversed()
      .map(({ id, name, createdAt }) => ({ id, item: { name }, createdAt }))
  },
  withoutSecrets: (item) => item,
  restoreSecrets: (item) => ({ item }),
  mapReferences: (item) => item,
  validate: (item) => validate(item),
  complete: (item) => completeBy(StatusPageServiceItem, item),
  async insertAll({ db, actor: { accountId } }, items) {
    await insertServices(
      db,
      items.map(({ id, item, createdAt }) => ({
        id: String(id),
        accountId,
        name: String(item['name']),
        createdAt,
        updatedAt: null,
      })),
    )
  },
  async updateAll({ db, actor: { accountId, at } }, changes) {
    const ids = changes.map(({ stored }) => String(stored.id))
    const rows = new Map((await lockServices(db, { accountId, ids })).map((row) => [row.id, row]))
    await renameServices(
      db,
      changes.map(({ stored, item }) => {
        const before = rows.get(String(stored.id))
        if (before === undefined) throw new Error(`the service ${stored.id} is gone`)
        return { id: before.id, name: String(item['name']), updatedAt: nextUpdatedAt(before, at) }
      }),
    )
  },
}
