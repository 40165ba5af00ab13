import {
  configurationFormat,
  configurationVersion,
  type Configuration,
  type ConfigurationItem,
} from '../accounts/configuration.ts'
import type { CheckType } from '../check-types/check-type.ts'
import { isRunType } from '../check-types/check-kinds.ts'
import { convertChannel } from './kuma-channels.ts'
import type { KumaData, KumaRow } from './kuma-data.ts'
import { convertMaintenance } from './kuma-maintenance.ts'
import { calledMonitor, convertMonitor } from './kuma-monitors.ts'
import { type KumaNoter, type KumaReport, createNoter } from './kuma-report.ts'
import { convertPages } from './kuma-status-pages.ts'
import { cutTo, idOf, isOn, numberOf, rowsWith, textOf } from './kuma-values.ts'

export type ConvertedKuma = { configuration: Configuration; report: KumaReport }

/** Uptime Kuma warns 7, 14 and 21 days before a certificate expires, unless its settings say otherwise. */
const sslExpiryDays = 21

/**
 * What an Uptime Kuma installation was set to, as a document for the import. Things are named by their ids there, so
 * that importing the same file again changes nothing.
 */
export function convertKuma(
  given: KumaData,
  { locations, privateLocations }: { locations: readonly string[]; privateLocations: readonly string[] },
): ConvertedKuma {
  const data = withUniqueIds(given)
  const noter = createNoter()
  const groups = groupsOf(data, noter)
  const tagged = maintenanceTags(data)
  const watchesExpiry = new Set(
    data.monitors.filter((row) => isOn(row, 'expiry_notification')).map((row) => idOf(row)),
  )
  const alertChannels = channelsOf(data, watchesExpiry, noter)
  const channelIds = new Set(alertChannels.map(({ id }) => id))
  const checks: ConfigurationItem[] = []
  const pages = convertPages(data, noter)
  for (const row of data.monitors) {
    if (textOf(row, 'type') === 'group') continue
    const note = noter.about(calledMonitor(row))
    const made = convertMonitor(row, note.differs)
    if (made.kind === 'none') {
      noter.leave(calledMonitor(row), made.reason)
      continue
    }
    const id = monitorId(idOf(row), made.checkType)
    const parent = numberOf(row, 'parent')
    checks.push({
      id,
      checkType: made.checkType,
      name: cutTo(textOf(row, 'name') || id, 1_000),
      activated: isOn(row, 'active', true),
      description: cutTo(textOf(row, 'description'), 500) || null,
      locations: isRunType(made.checkType) ? locations : [],
      privateLocations: isRunType(made.checkType) ? privateLocations : [],
      tags: [...new Set([...tagsOf(data, row), ...(tagged.get(idOf(row)) ?? [])])],
      groupId: parent !== null && groups.ids.has(parent) ? groupId(parent) : null,
      alertChannelSubscriptions: subscriptionsOf(data, row, channelIds),
      ...(pages.services.has(idOf(row))
        ? { triggerIncident: incidentOf(row, pages.serviceId(idOf(row))) }
        : {}),
      ...made.fields,
    })
    note.end()
  }
  noteTheRest(data, noter)
  return {
    report: noter.report,
    configuration: {
      format: configurationFormat,
      version: configurationVersion,
      exportedBy: `Uptime Kuma ${data.version}`,
      alertChannels,
      checkGroups: groups.items,
      statusPageServices: pages.items,
      checks,
      statusPages: pages.statusPages,
      maintenanceWindows: windowsOf(data, noter),
    },
  }
}

/**
 * Ids are keys there. Whoever makes up tables in which they are not could have everything joined with everything else,
 * which would take hours.
 */
function withUniqueIds(data: KumaData): KumaData {
  return {
    ...data,
    monitors: firstOfEachId(data.monitors),
    notifications: firstOfEachId(data.notifications),
    tags: firstOfEachId(data.tags),
    statusPages: firstOfEachId(data.statusPages),
    pageGroups: firstOfEachId(data.pageGroups),
    maintenances: firstOfEachId(data.maintenances),
  }
}

function firstOfEachId(rows: readonly KumaRow[]): KumaRow[] {
  const known = new Set<number>()
  return rows.filter((row) => known.size < known.add(idOf(row)).size)
}

/** Monitors that are API checks now were URL monitors once, and the type of a check never changes. */
function monitorId(id: number, checkType: CheckType): string {
  return checkType === 'API' ? `kuma:api:${id}` : `kuma:monitor:${id}`
}

function groupId(id: number): string {
  return `kuma:group:${id}`
}

function groupsOf(data: KumaData, noter: KumaNoter): { ids: Set<number>; items: ConfigurationItem[] } {
  const rows = data.monitors.filter((row) => textOf(row, 'type') === 'group')
  const items = rows.map((row) => {
    const what = `group "${textOf(row, 'name')}"`
    const note = noter.about(what)
    if (numberOf(row, 'parent') !== null) note.differs('stands beside its parent: groups hold no groups here')
    if (rowsWith(data.monitorNotifications, 'monitor_id', idOf(row)).length > 0) {
      note.differs('its own alerts are left out: the checks in it have theirs')
    }
    note.end()
    return {
      id: groupId(idOf(row)),
      name: cutTo(textOf(row, 'name') || groupId(idOf(row)), 255),
      activated: isOn(row, 'active', true),
      tags: tagsOf(data, row),
    }
  })
  return { ids: new Set(rows.map((row) => idOf(row))), items }
}

function channelsOf(
  data: KumaData,
  watchesExpiry: ReadonlySet<number>,
  noter: KumaNoter,
): (ConfigurationItem & { id: string })[] {
  return data.notifications.flatMap((row) => {
    const what = `notification "${textOf(row, 'name') || idOf(row)}"`
    const note = noter.about(what)
    const made = convertChannel(row, note.differs)
    if (made.kind === 'none') {
      noter.leave(what, made.reason)
      return []
    }
    const isUsed = rowsWith(data.monitorNotifications, 'notification_id', idOf(row)).some((each) =>
      watchesExpiry.has(numberOf(each, 'monitor_id') ?? 0),
    )
    note.end()
    return [
      {
        id: channelId(idOf(row)),
        type: made.type,
        config: made.config,
        autoSubscribe: isOn(row, 'is_default') && isOn(row, 'active', true),
        sslExpiry: isUsed,
        ...(isUsed ? { sslExpiryThreshold: sslExpiryDays } : {}),
      },
    ]
  })
}

function channelId(id: number): string {
  return `kuma:notification:${id}`
}

function subscriptionsOf(data: KumaData, monitor: KumaRow, known: ReadonlySet<string>): object[] {
  const ids = rowsWith(data.monitorNotifications, 'monitor_id', idOf(monitor)).map(
    (row) => numberOf(row, 'notification_id') ?? 0,
  )
  const isActive = (id: number) =>
    rowsWith(data.notifications, 'id', id).every((row) => isOn(row, 'active', true))
  return [...new Set(ids)]
    .filter((id) => known.has(channelId(id)))
    .map((id) => ({ alertChannelId: channelId(id), activated: isActive(id) }))
}

/** A tag with a value is written as `name:value`. */
function tagsOf(data: KumaData, monitor: KumaRow): string[] {
  return rowsWith(data.monitorTags, 'monitor_id', idOf(monitor)).flatMap((row) => {
    const tag = rowsWith(data.tags, 'id', numberOf(row, 'tag_id') ?? 0).at(-1)
    const name = tag === undefined ? '' : textOf(tag, 'name')
    const value = textOf(row, 'value')
    return name === '' ? [] : [cutTo(value === '' ? name : `${name}:${value}`, 500)]
  })
}

/** A page showed the state of its monitors; here a failing check opens an incident on its service. */
function incidentOf(row: KumaRow, serviceId: string): object {
  const name = cutTo(textOf(row, 'name') || String(idOf(row)), 200)
  return {
    serviceId,
    severity: 'MAJOR',
    name: `${name} is down`,
    description: `${name} does not work as it should. We are investigating.`,
    notifySubscribers: false,
  }
}

/** Windows choose checks by tags: each maintenance gets one, and so do the checks it was for. */
function maintenanceTags(data: KumaData): Map<number, string[]> {
  const byMonitor = new Map<number, string[]>()
  for (const row of data.maintenanceMonitors) {
    const monitor = numberOf(row, 'monitor_id') ?? 0
    const tag = maintenanceTag(numberOf(row, 'maintenance_id') ?? 0)
    const tags = byMonitor.get(monitor)
    if (tags === undefined) byMonitor.set(monitor, [tag])
    else tags.push(tag)
  }
  return byMonitor
}

function maintenanceTag(id: number): string {
  return `maintenance-${id}`
}

function windowsOf(data: KumaData, noter: KumaNoter): ConfigurationItem[] {
  return data.maintenances.flatMap((row) => {
    const what = `maintenance "${textOf(row, 'title') || idOf(row)}"`
    const note = noter.about(what)
    if (!isOn(row, 'active', true)) {
      noter.leave(what, 'it is switched off')
      return []
    }
    const made = convertMaintenance(row, note.differs)
    if (made.kind === 'none') {
      noter.leave(what, made.reason)
      return []
    }
    if (rowsWith(data.maintenancePages, 'maintenance_id', idOf(row)).length > 0) {
      note.differs('is not shown on status pages: switch that on where you want it')
    }
    note.end()
    // There the checks go on and no alert is sent: so they are held back here, and nothing is paused.
    return [
      {
        id: `kuma:maintenance:${idOf(row)}`,
        ...made.fields,
        silenceAlertsTags: [maintenanceTag(idOf(row))],
      },
    ]
  })
}

function noteTheRest(data: KumaData, noter: KumaNoter): void {
  for (const row of data.proxies) {
    const what = `proxy ${textOf(row, 'protocol')}://${textOf(row, 'host')}:${textOf(row, 'port')}`
    noter.leave(what, 'proxies belong to private locations here')
  }
  for (const row of data.incidents) {
    noter.leave(`incident "${textOf(row, 'title')}"`, 'what was said on a page stays there')
  }
  for (const row of data.users) noter.leave(`user "${textOf(row, 'username')}"`, 'invite people by e-mail')
  noter.leave('the history of all monitors', 'it was measured by another program, by other rules')
}
