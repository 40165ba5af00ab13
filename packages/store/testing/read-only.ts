import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { OpenedStore } from './engines.ts'

/**
 * Keeps everybody from writing to the database, who can still read it: another program holds the file of SQLite, or
 * PostgreSQL has become read-only. Gives back how to end it.
 */
export async function holdUpWrites({ dataDir, databaseUrl }: OpenedStore): Promise<() => Promise<void>> {
  if (databaseUrl === null) {
    const other = new DatabaseSync(join(dataDir, 'sonde.db'))
    other.exec('begin immediate')
    return async () => other.close()
  }
  await setReadOnly(databaseUrl, true)
  return () => setReadOnly(databaseUrl, false)
}

/** For new connections: those that are open are ended. */
async function setReadOnly(databaseUrl: string, isOn: boolean): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set default_transaction_read_only = off')
    assert.match(name, /^[a-z0-9_]+$/)
    await client.query(`alter database "${name}" set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  } finally {
    await client.end()
  }
}
