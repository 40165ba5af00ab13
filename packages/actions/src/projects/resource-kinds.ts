import { isRecord } from '@sonde/ground/is-record.ts'
import { withUntypedIntent } from '@sonde/schema/validation/intent.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import type { ResourceType } from '@sonde/schema/projects/project-resource.ts'
import { findDashboardForUpdate } from '@sonde/store/dashboards/dashboards.ts'
import { listComponents } from '@sonde/store/status-pages/status-page-components.ts'
import { lockServices } from '@sonde/store/status-pages/status-page-services.ts'
import { removeAlertChannels } from '../alert-channels/delete-alert-channel.ts'
import { removeCheckGroups } from '../check-groups/delete-check-group.ts'
import { deleteChecks } from '../checks/delete-check.ts'
import { alertChannelsKind } from '../configuration/kinds/alert-channels-kind.ts'
import { checkGroupsKind } from '../configuration/kinds/check-groups-kind.ts'
import { checksKind } from '../configuration/kinds/checks-kind.ts'
import type {
  ConfigurationKind,
  NamedList,
  StoredItem,
  WriteContext,
} from '../configuration/configuration-kind.ts'
import { dashboardsKind } from '../configuration/kinds/dashboards-kind.ts'
import { maintenanceWindowsKind } from '../configuration/kinds/maintenance-windows-kind.ts'
import { privateLocationsKind } from '../configuration/kinds/private-locations-kind.ts'
import { statusPageComponentsKind } from '../configuration/kinds/status-page-components-kind.ts'
import { statusPageRulesKind } from '../configuration/kinds/status-page-rules-kind.ts'
import { statusPageServicesKind } from '../configuration/kinds/status-page-services-kind.ts'
import { statusPagesKind } from '../configuration/kinds/status-pages-kind.ts'
import { removeLockedDashboard } from '../dashboards/delete-dashboard.ts'
import { removeMaintenanceWindow } from '../maintenance-windows/delete-maintenance-window.ts'
import { removePrivateLocation } from '../private-locations/delete-private-location.ts'
import { removeRule } from '../status-pages/automation-rules/delete-rule.ts'
import type { Refusal } from '../refusal.ts'
import { lockComponentPages } from '../status-pages/components/component-page.ts'
import { removeComponents } from '../status-pages/components/delete-component.ts'
import { removeServices } from '../status-pages/delete-service.ts'
import { removeStatusPage } from '../status-pages/delete-status-page.ts'

/** The types of things; the others join two of them. */
export type ItemType = Extract<
  ResourceType,
  | 'private-location'
  | 'alert-channel'
  | 'status-page-service'
  | 'check-group'
  | 'check'
  | 'status-page'
  | 'status-page-component'
  | 'status-page-automation-rule'
  | 'maintenance-window'
  | 'dashboard'
>

/** All that a deploy has to know about one type beyond what export and import know. */
export type ResourceKind = {
  type: ItemType
  kind: ConfigurationKind
  /** What the code says of it, in the words of the account's configuration. References are still as in the code. */
  itemOf(payload: ConfigurationItem): ConfigurationItem
} & Removal

/** Inside `write`: one by one, with its audit entry, or many by fewer questions to the database. */
type Removal =
  | { remove(writing: WriteContext, stored: StoredItem): Promise<void> }
  | {
      /**
       * Without audit entries, which were described before. `named` says of a refusal which one it means. Returns how many
       * there were.
       */
      removeAll(
        writing: WriteContext,
        items: readonly StoredItem[],
        named: (id: string, refusal: Refusal) => Refusal,
      ): Promise<number>
    }

/** In the order in which they are written: each names only what stands before it. */
export const resourceKinds: readonly ResourceKind[] = [
  {
    type: 'private-location',
    kind: privateLocationsKind,
    itemOf: (payload) => payload,
    async remove({ db, deps, actor, afterwards }, { id }) {
      await removePrivateLocation(db, deps, actor, { id: String(id) })
      afterwards.push(() => deps.runs.locationsChanged())
    },
  },
  {
    type: 'alert-channel',
    kind: alertChannelsKind,
    itemOf: (payload) => payload,
    removeAll: ({ db, deps, actor: { accountId } }, items) =>
      removeAlertChannels(db, deps, { accountId, ids: items.map(({ id }) => Number(id)) }),
  },
  {
    type: 'status-page-service',
    kind: statusPageServicesKind,
    itemOf: (payload) => payload,
    async removeAll({ db, deps, actor, writtenCheckIds }, items) {
      const { accountId } = actor
      const services = await lockServices(db, { accountId, ids: items.map(({ id }) => String(id)) })
      const checks = await removeServices(db, deps, actor, services)
      writtenCheckIds.push(...checks.map((check) => check.id))
      return services.length
    },
  },
  {
    type: 'check-group',
    kind: checkGroupsKind,
    itemOf: ({ v, ...payload }) => ({ ...payload, version: v === 2 ? 2 : 1 }),
    async removeAll({ db, actor: { accountId } }, items, named) {
      await removeCheckGroups(db, { accountId, ids: items.map(({ id }) => Number(id)) }, named)
      return items.length
    },
  },
  {
    type: 'check',
    kind: checksKind,
    itemOf: checkItem,
    removeAll: ({ db, deps, actor }, items) =>
      deleteChecks(
        db,
        deps,
        actor,
        items.map(({ id, item }) => ({ id: String(id), config: item })),
      ),
  },
  {
    type: 'status-page',
    kind: statusPagesKind,
    itemOf: pageItem,
    remove: ({ db, deps, actor }, { id }) => removeStatusPage(db, deps, actor, { statusPageId: String(id) }),
  },
  {
    type: 'status-page-component',
    kind: statusPageComponentsKind,
    itemOf: (payload) => payload,
    async removeAll({ db, actor: { accountId } }, items, named) {
      await lockComponentPages(db, { accountId, ids: items.map(({ item }) => String(item['statusPageId'])) })
      const components = await listComponents(db, { accountId, ids: items.map(({ id }) => String(id)) })
      await removeComponents(db, components, named)
      return components.length
    },
  },
  {
    type: 'status-page-automation-rule',
    kind: statusPageRulesKind,
    itemOf: (payload) => payload,
    async remove({ db, deps, actor, afterwards }, { id, item }) {
      const key = { statusPageId: String(item['statusPageId']), ruleId: String(id) }
      const hasMail = await removeRule(db, deps, actor, key)
      if (hasMail) afterwards.push(async () => deps.wakeDelivery())
    },
  },
  {
    type: 'maintenance-window',
    kind: maintenanceWindowsKind,
    itemOf: (payload) => payload,
    remove: ({ db, actor }, { id }) => removeMaintenanceWindow(db, actor, { windowId: Number(id) }),
  },
  {
    type: 'dashboard',
    kind: dashboardsKind,
    itemOf: (payload) => payload,
    async remove({ db, actor }, { item }) {
      const dashboardId = String(item['dashboardId'])
      const dashboard = await findDashboardForUpdate(db, { accountId: actor.accountId, dashboardId })
      if (dashboard !== null) await removeLockedDashboard(db, actor, dashboard)
    },
  },
]

/** Where references of payloads lead, by the list of the configuration that they name. */
export const typeOfList: ReadonlyMap<NamedList, ItemType> = new Map(
  resourceKinds.map(({ kind, type }) => [kind.list, type]),
)

export function isItemType(type: string): type is ItemType {
  return resourceKinds.some((each) => each.type === type)
}

/** What nothing runs has neither locations nor a rhythm, whatever the defaults of the code say. */
const notOfHeartbeats = new Set([
  'locations',
  'frequency',
  'frequencyOffset',
  'retryStrategy',
  'runParallel',
  'doubleCheck',
])

function checkItem(payload: ConfigurationItem): ConfigurationItem {
  if (payload['checkType'] !== 'HEARTBEAT') return withUntypedIntent(payload)
  return Object.fromEntries(Object.entries(payload).filter(([field]) => !notOfHeartbeats.has(field)))
}

/** The code lists the services of a card as references; the configuration has each as an object with an id. */
function pageItem(payload: ConfigurationItem): ConfigurationItem {
  const { cards } = payload
  if (!Array.isArray(cards)) return payload
  return {
    ...payload,
    cards: cards.map((card: unknown) => {
      if (!isRecord(card) || !Array.isArray(card['services'])) return card
      return { ...card, services: card['services'].map((id: unknown) => ({ id })) }
    }),
  }
}
