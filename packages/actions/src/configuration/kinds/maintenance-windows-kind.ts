import { followWindows, makeFirstOccurrences } from '@sonde/alerting/maintenance/take-steps.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { MaintenanceWindowCreate } from '@sonde/schema/alerts/maintenance-window.ts'
import {
  insertMaintenanceWindows,
  lockMaintenanceWindows,
  maintenanceWindowsOf,
  updateMaintenanceWindows,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import { stepContext } from '../../maintenance-windows/lock-maintenance.ts'
import { requirePages } from '../../maintenance-windows/page-references.ts'
import { newWindow, windowDocument } from '../../maintenance-windows/window-document.ts'
import { existingSubjects } from '../../maintenance-windows/window-subjects.ts'
import { skipped, type ConfigurationKind, type NamedList, type Resolve } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { naming } from '../naming.ts'
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
    const rows = (await maintenanceWindowsOf(db, accountId)).filter(
      ({ id }) => idFilter === null || idFilter.has(id),
    )
    const existing = await existingSubjects(db, accountId, {
      silenceCheckIds: rows.flatMap(({ config }) => config.silenceCheckIds),
      silenceGroupIds: rows.flatMap(({ config }) => config.silenceGroupIds),
      pauseCheckIds: rows.flatMap(({ config }) => config.pauseCheckIds),
      pauseGroupIds: rows.flatMap(({ config }) => config.pauseGroupIds),
    })
    return rows.map((row) => {
      const { config } = row
      // What was deleted since has no effect, and could not be imported.
      const item = windowDocument({
        ...row,
        config: {
          ...config,
          silenceCheckIds: config.silenceCheckIds.filter((id) => existing.checkIds.has(id)),
          silenceGroupIds: config.silenceGroupIds.filter((id) => existing.groupIds.has(id)),
          pauseCheckIds: config.pauseCheckIds.filter((id) => existing.checkIds.has(id)),
          pauseGroupIds: config.pauseGroupIds.filter((id) => existing.groupIds.has(id)),
        },
      })
      return { id: row.id, item: { ...item }, createdAt: row.createdAt }
    })
  },
  withoutSecrets: (item) => item,
  restoreSecrets: (item) => ({ item }),
  mapReferences(item, resolve) {
    const { statusPageVisibility } = item
    const mapped = {
      ...item,
      ...mappedIds(item, 'silenceCheckIds', 'checks', resolve),
      ...mappedIds(item, 'silenceGroupIds', 'checkGroups', resolve),
      ...mappedIds(item, 'pauseCheckIds', 'checks', resolve),
      ...mappedIds(item, 'pauseGroupIds', 'checkGroups', resolve),
    }
    if (!isRecord(statusPageVisibility)) return mapped
    const path = 'statusPageVisibility.'
    return {
      ...mapped,
      statusPageVisibility: {
        ...statusPageVisibility,
        ...mappedIds(statusPageVisibility, 'statusPageIds', 'statusPages', resolve, path),
        ...mappedIds(statusPageVisibility, 'serviceIds', 'statusPageServices', resolve, path),
      },
    }
  },
  validate: (item) => validate(item),
  complete: (item) => ({ ...windowDocument(newWindow(item)) }),
  async insertAll({ db, actor: { accountId, at } }, items) {
    const windows = items.map(({ id, item, createdAt }) => ({
      ...newWindow(item),
      id: Number(id),
      accountId,
      createdAt,
      updatedAt: null,
    }))
    for (const [index, { config }] of windows.entries())
      await naming(items[index]?.path ?? '', () => requirePages(db, accountId, config.statusPageVisibility))
    await insertMaintenanceWindows(db, windows)
    await makeFirstOccurrences(db, windows, at)
  },
  async updateAll({ db, deps, actor: { accountId } }, changes) {
    const context = stepContext(deps)
    const ids = changes.map(({ stored }) => Number(stored.id))
    const rows = new Map((await lockMaintenanceWindows(db, { accountId, ids })).map((row) => [row.id, row]))
    const windows = changes.map(({ path, stored, item }) => {
      const before = rows.get(Number(stored.id))
      if (before === undefined) throw new Error(`the maintenance window ${stored.id} is gone`)
      const updatedAt = nextUpdatedAt(before, context.now)
      return { path, before, after: { ...before, ...newWindow(item), updatedAt } }
    })
    for (const { path, after } of windows)
      await naming(path, () => requirePages(db, accountId, after.config.statusPageVisibility))
    await updateMaintenanceWindows(
      db,
      windows.map(({ after }) => after),
    )
    await followWindows(db, windows, context)
  },
}

function mappedIds(
  fields: ConfigurationItem,
  field: string,
  list: NamedList,
  resolve: Resolve,
  path = '',
): Record<string, unknown> {
  const ids: unknown = fields[field]
  if (!Array.isArray(ids)) return {}
  const mapped = ids.flatMap((id: unknown, index) => {
    const local = resolve(list, id, `${path}${field}.${index}`)
    return local === skipped ? [] : [local]
  })
  return { [field]: mapped }
}
