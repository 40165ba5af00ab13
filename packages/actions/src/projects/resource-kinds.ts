import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import type { ResourceType } from '@sonde/schema/projects/project-resource.ts'
import { countChannels } from '@sonde/store/alerts/alert-channels.ts'
import { lockStateOfCheck } from '@sonde/store/checks/check-states.ts'
import { countChecks, findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import { findDashboardForUpdate } from '@sonde/store/dashboards/dashboards.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { removeAlertChannel } from '../alert-channels/delete-alert-channel.ts'
import { removeCheckGroup } from '../check-groups/delete-check-group.ts'
import { deleteLockedCheck } from '../checks/delete-check.ts'
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
import { removeComponent } from '../status-pages/components/delete-component.ts'
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
  /** How many the account has, of those that it may have so many of (`most` of the kind). */
  count?(db: Db, accountId: string): Promise<number>
} & Removal

/** Inside `write`, with its audit entry: one by one, or many by fewer questions to the database. */
type Removal =
  | { remove(writing: WriteContext, stored: StoredItem): Promise<void> }
  | {
      /** `named` says of a refusal which one it means. */
      removeAll(
        writing: WriteContext,
        items: readonly StoredItem[],
        named: <Result>(id: string, work: () => Promise<Result>) => Promise<Result>,
      ): Promise<void>
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
    count: countChannels,
    remove: ({ db, deps, actor }, { id }) => removeAlertChannel(db, deps, actor, { id: Number(id) }),
  },
  {
    type: 'status-page-service',
    kind: statusPageServicesKind,
    itemOf: (payload) => payload,
    async removeAll({ db, deps, actor, writtenCheckIds }, items, named) {
      const checks = await removeServices(db, deps, actor, {
        serviceIds: items.map(({ id }) => String(id)),
        named,
      })
      writtenCheckIds.push(...checks.map((check) => check.id))
    },
  },
  {
    type: 'check-group',
    kind: checkGroupsKind,
    itemOf: ({ v, ...payload }) => ({ ...payload, version: v === 2 ? 2 : 1 }),
    remove: ({ db, deps, actor }, { id }) => removeCheckGroup(db, deps, actor, { id: Number(id) }),
  },
  {
    type: 'check',
    kind: checksKind,
    itemOf: checkItem,
    count: countChecks,
    async remove({ db, deps, actor, afterwards }, stored) {
      const { accountId } = actor
      const id = String(stored.id)
      // Results lock the state of a check before the check: so does who deletes both.
      await lockStateOfCheck(db, { accountId, checkId: id })
      const before = await findCheckForUpdate(db, { accountId, id })
      if (before === null) return
      await deleteLockedCheck(db, deps, actor, before)
      afterwards.push(() => deps.runs.checkDeleted(id))
    },
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
    remove: ({ db, actor }, { id, item }) =>
      removeComponent(db, actor, { statusPageId: String(item['statusPageId']), componentId: String(id) }),
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
  if (payload['checkType'] !== 'HEARTBEAT') return payload
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
