/** A row as the database has it. Columns differ between versions: what is missing reads as undefined. */
export type KumaRow = Readonly<Record<string, unknown>>

/** What is read of an Uptime Kuma database. */
export type KumaData = {
  version: string
  monitors: readonly KumaRow[]
  notifications: readonly KumaRow[]
  monitorNotifications: readonly KumaRow[]
  tags: readonly KumaRow[]
  monitorTags: readonly KumaRow[]
  statusPages: readonly KumaRow[]
  statusPageDomains: readonly KumaRow[]
  pageGroups: readonly KumaRow[]
  pageMonitors: readonly KumaRow[]
  incidents: readonly KumaRow[]
  maintenances: readonly KumaRow[]
  maintenanceMonitors: readonly KumaRow[]
  maintenancePages: readonly KumaRow[]
  proxies: readonly KumaRow[]
  users: readonly KumaRow[]
}

/** The tables that hold what somebody has set up, and not what was measured. */
export const kumaTables = [
  'monitor',
  'notification',
  'monitor_notification',
  'tag',
  'monitor_tag',
  'status_page',
  'status_page_cname',
  'group',
  'monitor_group',
  'incident',
  'maintenance',
  'monitor_maintenance',
  'maintenance_status_page',
  'proxy',
  'user',
] as const
export type KumaTable = (typeof kumaTables)[number]

/** Without these, it is some other database. */
const needed = ['monitor', 'notification', 'monitor_notification'] as const

/** The second version keeps its migrations in the table of another library. */
const tableOfVersion2 = 'knex_migrations'

/** What makes a database with these tables none of Uptime Kuma; null when it is one. */
export function notKumaReason(tables: ReadonlySet<string>): string | null {
  const missing = needed.filter((name) => !tables.has(name))
  return missing.length === 0 ? null : `is no database of Uptime Kuma: it has no table ${missing.join(', ')}`
}

export function kumaVersion(tables: ReadonlySet<string>): '1' | '2' {
  return tables.has(tableOfVersion2) ? '2' : '1'
}

export function kumaDataOf(version: string, rows: (table: KumaTable) => readonly KumaRow[]): KumaData {
  return {
    version,
    monitors: rows('monitor'),
    notifications: rows('notification'),
    monitorNotifications: rows('monitor_notification'),
    tags: rows('tag'),
    monitorTags: rows('monitor_tag'),
    statusPages: rows('status_page'),
    statusPageDomains: rows('status_page_cname'),
    pageGroups: rows('group'),
    pageMonitors: rows('monitor_group'),
    incidents: rows('incident'),
    maintenances: rows('maintenance'),
    maintenanceMonitors: rows('monitor_maintenance'),
    maintenancePages: rows('maintenance_status_page'),
    proxies: rows('proxy'),
    users: rows('user'),
  }
}
