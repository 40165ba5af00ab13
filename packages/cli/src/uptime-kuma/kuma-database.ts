import { DatabaseSync } from 'node:sqlite'
import { kumaDataOf, kumaVersion, notKumaReason, type KumaData } from '@sonde/schema/uptime-kuma/kuma-data.ts'

/** The file is not what it was said to be. */
export class NotKuma extends Error {
  override readonly name = 'NotKuma'
}

/** Reads a database file of Uptime Kuma 1 or 2 and changes nothing in it. */
export function readKumaDatabase(file: string): KumaData {
  const database = open(file)
  try {
    const tables = tablesOf(database, file)
    const reason = notKumaReason(tables)
    if (reason !== null) throw new NotKuma(`${file} ${reason}`)
    return kumaDataOf(kumaVersion(tables), (name) =>
      tables.has(name) ? database.prepare(`select * from "${name}" order by id`).all() : [],
    )
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
