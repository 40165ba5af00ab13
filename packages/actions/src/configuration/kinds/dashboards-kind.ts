import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { DashboardCreate } from '@sonde/schema/status-pages/dashboard.ts'
import {
  findDashboardBy,
  insertDashboards,
  listDashboards,
  lockDashboards,
  takenByDashboard,
  updateDashboards,
} from '@sonde/store/dashboards/dashboards.ts'
import { newDashboardId } from '../../dashboards/create-dashboard.ts'
import { dashboardFields, newDocument } from '../../dashboards/dashboard-document.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { validatorOf } from './validate-items.ts'
import { lockWithoutKey, passwordIn, passwordMistakes, restorePassword } from './visitor-password.ts'

const validate = validatorOf(DashboardCreate)
const all = 100_000

/** Without their incidents. */
export const dashboardsKind: ConfigurationKind = {
  list: 'dashboards',
  title: 'dashboard',
  entityType: 'DASHBOARD',
  ids: { type: 'number', table: 'dashboards' },
  nameOf: ({ header }) => textOf(header),
  auditIdOf: ({ dashboardId }) => String(dashboardId),
  keyOf: ({ dashboardId }) => textOf(dashboardId),
  async read({ db, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    const { rows } = await listDashboards(db, { accountId, limit: all, offset: 0 })
    return rows
      .filter(({ id }) => idFilter === null || idFilter.has(id))
      .toReversed()
      .map((row) => ({
        id: row.id,
        item: { ...dashboardFields(row), password: passwordIn(row.key) },
        createdAt: row.createdAt,
      }))
  },
  withoutSecrets: ({ password: _secret, ...item }) => item,
  restoreSecrets: (item, stored, warn) => ({
    item: restorePassword(
      item,
      stored,
      warn,
      'isPrivate is turned off and on again, which creates a new password',
    ),
  }),
  mapReferences: (item) => item,
  validate({ dashboardId, password, ...body }) {
    const violations = validate(body)
    if (dashboardId !== undefined && !/^[a-z0-9-]{1,63}$/.test(String(dashboardId))) {
      violations.push({
        path: 'dashboardId',
        message: 'must be 1 to 63 lower-case letters, digits and hyphens',
      })
    }
    violations.push(...passwordMistakes({ isPrivate: body['isPrivate'], password }))
    return violations
  },
  complete(item) {
    const dashboardId = textOf(item['dashboardId']) ?? newDashboardId()
    const { config, ...addresses } = newDocument(bodyIn(item), { dashboardId })
    return { ...config, ...addresses, dashboardId, password: passwordIn(item['password']) }
  },
  async compareWithOthers(db, plannedItems, { deps, mistake, ownerOf }) {
    for (const each of plannedItems) {
      const { dashboardId: itemDashboardId } = each.item
      const storedDashboardId = each.stored === null ? null : textOf(each.stored.item['dashboardId'])
      const dashboardId =
        storedDashboardId ??
        ((await isFree(String(itemDashboardId))) ? String(itemDashboardId) : newDashboardId())
      const hasOwnUrl = each.item['customUrl'] !== itemDashboardId
      each.item = {
        ...each.item,
        dashboardId,
        customUrl: hasOwnUrl ? each.item['customUrl'] : dashboardId,
      }
      lockWithoutKey(each, deps.clock.now())
      const id = each.stored === null ? null : Number(each.stored.id)
      const addresses = addressesIn(each.item)
      const conflicting = await takenByDashboard(db, { id, ...addresses })
      for (const field of ['customUrl', 'customDomain'] as const) {
        if (conflicting[field] === null) continue
        const owner = await ownerOf(dashboardsKind, conflicting[field])
        mistake(`${each.path}.${field}`, `is already used by another dashboard${owner}`)
      }
    }

    async function isFree(dashboardId: string): Promise<boolean> {
      return (await findDashboardBy(db, 'dashboard_id', dashboardId)) === null
    }
  },
  async insertAll({ db, actor: { accountId } }, items) {
    await insertDashboards(
      db,
      items.map(({ id, item, createdAt }) => {
        const dashboardId = String(item['dashboardId'])
        return {
          ...addressesIn(item),
          id: Number(id),
          config: newDocument(bodyIn(item), { dashboardId }).config,
          dashboardId,
          accountId,
          key: passwordIn(item['password']),
          createdAt,
          updatedAt: null,
        }
      }),
    )
  },
  async updateAll({ db, actor: { accountId, at } }, changes) {
    const ids = changes.map(({ stored }) => Number(stored.id))
    const rows = new Map((await lockDashboards(db, { accountId, ids })).map((row) => [row.id, row]))
    await updateDashboards(
      db,
      changes.map(({ stored, item }) => {
        const before = rows.get(Number(stored.id))
        if (before === undefined) throw new Error(`the dashboard ${stored.id} is gone`)
        return {
          ...before,
          ...addressesIn(item),
          config: newDocument(bodyIn(item), { dashboardId: before.dashboardId }).config,
          key: passwordIn(item['password']),
          updatedAt: nextUpdatedAt(before, at),
        }
      }),
    )
  },
}

/** The guarantee behind this cast: the item is valid by the create schema. */
function bodyIn({ dashboardId: _fixed, password: _secret, ...body }: ConfigurationItem): DashboardCreate {
  return body as DashboardCreate
}

function addressesIn(item: ConfigurationItem): { customUrl: string; customDomain: string | null } {
  return { customUrl: String(item['customUrl']), customDomain: textOf(item['customDomain']) }
}
