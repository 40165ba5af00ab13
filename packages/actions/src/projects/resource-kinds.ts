import { isRecord } from '@sonde/ground/is-record.ts'
import { withUntypedIntent } from '@sonde/schema/validation/intent.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import type { ResourceType } from '@sonde/schema/projects/project-resource.ts'
import { deleteDashboards, lockDashboards } from '@sonde/store/dashboards/dashboards.ts'
import { lockPrivateLocations } from '@sonde/store/locations/private-locations.ts'
import {
  deleteMaintenanceWindows,
  lockMaintenanceWindows,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import { listComponents } from '@sonde/store/status-pages/status-page-components.ts'
import { lockRules } from '@sonde/store/status-pages/status-page-rules.ts'
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
import { removePrivateLocations } from '../private-locations/delete-private-location.ts'
import { removeRules } from '../status-pages/automation-rules/delete-rule.ts'
import type { Refusal } from '../refusal.ts'
import { lockComponentPages } from '../status-pages/components/component-page.ts'
import { removeComponents } from '../status-pages/components/delete-component.ts'
import { removeServices } from '../status-pages/delete-service.ts'
import { removeStatusPages } from '../status-pages/delete-status-page.ts'
import { keepImportedCheck, keepImportedGroup } from './imports/keep-imported.ts'

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
  /** With what is stored, wherever the code says the same in other words; without it, as the code says. */
  keepImported?(item: ConfigurationItem, stored: ConfigurationItem): ConfigurationItem
  /**
   * Inside `write`, without audit entries, which were described before. `named` says of a refusal which one it means. Returns
   * how many there were.
   */
  remove(
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
    async remove({ db, deps, actor: { accountId }, afterwards }, items, named) {
      const locations = await lockPrivateLocations(db, { accountId, ids: textIds(items) })
      afterwards.push(() => deps.runs.locationsChanged())
      return await removePrivateLocations(db, deps, locations, named)
    },
  },
  {
    type: 'alert-channel',
    kind: alertChannelsKind,
    itemOf: (payload) => payload,
    remove: ({ db, deps, actor: { accountId } }, items) =>
      removeAlertChannels(db, deps, { accountId, ids: numbersOf(items) }),
  },
  {
    type: 'status-page-service',
    kind: statusPageServicesKind,
    itemOf: (payload) => payload,
    async remove({ db, deps, actor, writtenCheckIds }, items) {
      const { accountId } = actor
      const services = await lockServices(db, { accountId, ids: textIds(items) })
      const checks = await removeServices(db, deps, actor, services)
      writtenCheckIds.push(...checks.map((check) => check.id))
      return services.length
    },
  },
  {
    type: 'check-group',
    kind: checkGroupsKind,
    itemOf: ({ v, ...payload }) => ({ ...payload, version: v === 2 ? 2 : 1 }),
    keepImported: keepImportedGroup,
    async remove({ db, actor: { accountId } }, items, named) {
      await removeCheckGroups(db, { accountId, ids: numbersOf(items) }, named)
      return items.length
    },
  },
  {
    type: 'check',
    kind: checksKind,
    itemOf: checkItem,
    keepImported: keepImportedCheck,
    remove: ({ db, deps, actor }, items) =>
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
    remove: ({ db, deps, actor: { accountId } }, items) =>
      removeStatusPages(db, deps, { accountId, ids: textIds(items) }),
  },
  {
    type: 'status-page-component',
    kind: statusPageComponentsKind,
    itemOf: (payload) => payload,
    async remove({ db, actor: { accountId } }, items, named) {
      await lockComponentPages(db, { accountId, ids: items.map(({ item }) => String(item['statusPageId'])) })
      const components = await listComponents(db, { accountId, ids: textIds(items) })
      await removeComponents(db, components, named)
      return components.length
    },
  },
  {
    type: 'status-page-automation-rule',
    kind: statusPageRulesKind,
    itemOf: (payload) => payload,
    async remove({ db, deps, actor: { accountId }, afterwards }, items) {
      const rules = await lockRules(db, textIds(items))
      const hasMail = await removeRules(db, deps, accountId, rules)
      if (hasMail) afterwards.push(async () => deps.wakeDelivery())
      return rules.length
    },
  },
  {
    type: 'maintenance-window',
    kind: maintenanceWindowsKind,
    itemOf: (payload) => payload,
    remove: async ({ db, actor: { accountId } }, items) =>
      deleteMaintenanceWindows(db, await lockMaintenanceWindows(db, { accountId, ids: numbersOf(items) })),
  },
  {
    type: 'dashboard',
    kind: dashboardsKind,
    itemOf: (payload) => payload,
    remove: async ({ db, actor: { accountId } }, items) =>
      deleteDashboards(db, await lockDashboards(db, { accountId, ids: numbersOf(items) })),
  },
]

function textIds(items: readonly StoredItem[]): string[] {
  return items.map(({ id }) => String(id))
}

function numbersOf(items: readonly StoredItem[]): number[] {
  return items.map(({ id }) => Number(id))
}

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
