import { DatabaseSync } from 'node:sqlite'

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

/** The file is not what it was said to be. */
export class NotKuma extends Error {
  override readonly name = 'NotKuma'
}

/** Without these, it is some other database. */
const needed = ['monitor', 'notification', 'monitor_notification'] as const

/** Reads a database file of Uptime Kuma 1 or 2 and changes nothing in it. */
export function readKumaDatabase(file: string): KumaData {
  const database = open(file)
  try {
    const tables = tablesOf(database, file)
    const missing = needed.filter((name) => !tables.has(name))
    if (missing.length > 0) {
      throw new NotKuma(`${file} is no database of Uptime Kuma: it has no table ${missing.join(', ')}`)
    }
    const rows = (name: string): KumaRow[] =>
      tables.has(name) ? database.prepare(`select * from "${name}" order by id`).all() : []
    return {
      version: versionOf(tables),
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
  } finally {
    database.close()
  }
}

function open(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true })
  } catch (error) {
    throw new NotKuma(`${file} cannot be opened: ${messageOf(error)}`, { cause: error })
  }
}

/** The first read is what finds out that the file is no database at all. */
function tablesOf(database: DatabaseSync, file: string): Set<string> {
  try {
    const rows = database.prepare("select name from sqlite_master where type = 'table'").all()
    return new Set(rows.map((row) => String(row['name'])))
  } catch (error) {
    throw new NotKuma(`${file} is no SQLite database: ${messageOf(error)}`, { cause: error })
  }
}

/** The second version keeps its migrations in the table of another library. */
function versionOf(tables: ReadonlySet<string>): string {
  return tables.has('knex_migrations') ? '2' : '1'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
