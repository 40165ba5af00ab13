import type { Body } from '../../api/operation.ts'
import { NotSqlite, openSqliteFile, type ReadBytes, type SqliteRow } from './sqlite-file.ts'

type KumaConversionOrder = Body<'POST /v1/accounts/me/configuration/uptime-kuma'>
export type KumaFile = Pick<KumaConversionOrder, 'version' | 'tables'>

/** What the conversion reads; the history of the monitors is none of it and stays where it is. */
export const readTables = [
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

/** Reads what was set up in an Uptime Kuma from its database, in the browser. Throws `NotSqlite`. */
export async function readKumaFile(read: ReadBytes): Promise<KumaFile> {
  const file = await openSqliteFile(read)
  if (!file.tables.has('monitor') || !file.tables.has('notification')) {
    throw new NotSqlite('This is not a database of Uptime Kuma: it has no table of monitors.')
  }
  const tables: Record<string, SqliteRow[]> = {}
  for (const name of readTables) {
    if (!file.tables.has(name)) continue
    const rows = await file.rows(name)
    tables[name] = rows.map((row) => (name === 'user' ? nameOnly(row) : filled(row)))
  }
  return { version: file.tables.has('knex_migrations') ? '2' : '1', tables }
}

export function bytesOf(file: Blob): ReadBytes {
  return async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
}

/** Passwords of people leave the file with nobody. */
function nameOnly({ id = null, username = null }: SqliteRow): SqliteRow {
  return { id, username }
}

function filled(row: SqliteRow): SqliteRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}
