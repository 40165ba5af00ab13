import { followWindow, makeOccurrences } from '@sonde/alerting/maintenance/take-steps.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { MaintenanceWindowCreate } from '@sonde/schema/alerts/maintenance-window.ts'
import {
  findMaintenanceWindowForUpdate,
  insertMaintenanceWindow,
  maintenanceWindowsOf,
  updateMaintenanceWindow,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import { stepContext } from '../maintenance-windows/lock-maintenance.ts'
import { requirePages } from '../maintenance-windows/page-references.ts'
import { newWindow, windowDocument } from '../maintenance-windows/window-document.ts'
import { skipped, type ConfigurationKind, type NamedList, type Resolve } from './configuration-kind.ts'
import { textOf } from './item-fields.ts'
import { validatorOf } from './validate-items.ts'

const validate = validatorOf(MaintenanceWindowCreate)

export const maintenanceWindowsKind: ConfigurationKind = {
  list: 'maintenanceWindows',
  title: 'maintenance window',
  entityType: 'MAINTENANCE_WINDOW',
  ids: { type: 'number', table: 'maintenance_windows' },
  nameOf: ({ name }) => textOf(name),
  async read({ db, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    return (await maintenanceWindowsOf(db, accountId))
      .filter(({ id }) => idFilter === null || idFilter.has(id))
      .map((row) => ({ id: row.id, item: { ...windowDocument(row) }, createdAt: row.createdAt }))
  },
  withoutSecrets: (item) => item,
  restoreSecrets: (item) => ({ item }),
  mapReferences(item, resolve) {
    const { statusPageVisibility } = item
    if (!isRecord(statusPageVisibility)) return item
    return {
      ...item,
      statusPageVisibility: {
        ...statusPageVisibility,
        ...mappedIds(statusPageVisibility, 'statusPageIds', 'statusPages', resolve),
        ...mappedIds(statusPageVisibility, 'serviceIds', 'statusPageServices', resolve),
      },
    }
  },
  validate: (item) => validate(item),
  complete: (item) => ({ ...windowDocument(newWindow(item)) }),
  async insert({ db, actor: { accountId, at } }, id, item, createdAt) {
    const columns = newWindow(item)
    await requirePages(db, accountId, columns.config.statusPageVisibility)
    const row = { ...columns, accountId, createdAt, updatedAt: null }
    const windowId = await insertMaintenanceWindow(db, row, id === null ? null : Number(id))
    await makeOccurrences(db, { ...row, id: windowId }, at)
    return windowId
  },
  async update({ db, deps, actor: { accountId } }, stored, item) {
    const before = await findMaintenanceWindowForUpdate(db, { accountId, id: Number(stored.id) })
    if (before === null) throw new Error(`the maintenance window ${stored.id} is gone`)
    const context = stepContext(deps)
    const columns = newWindow(item)
    await requirePages(db, accountId, columns.config.statusPageVisibility)
    const updatedAt = nextUpdatedAt(before, context.now)
    const after = { ...before, ...columns, updatedAt }
    await updateMaintenanceWindow(db, after)
    await followWindow(db, before, after, context)
  },
}

function mappedIds(
  visibility: ConfigurationItem,
  field: string,
  list: NamedList,
  resolve: Resolve,
): Record<string, unknown> {
  const ids: unknown = visibility[field]
  if (!Array.isArray(ids)) return {}
  const mapped = ids.flatMap((id: unknown, index) => {
    const local = resolve(list, id, `statusPageVisibility.${field}.${index}`)
    return local === skipped ? [] : [local]
  })
  return { [field]: mapped }
}
