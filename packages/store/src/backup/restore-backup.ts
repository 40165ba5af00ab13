import { setImmediate as nextTurn } from 'node:timers/promises'
import { type BackupHeader } from '@sonde/schema/accounts/backup-format.ts'
import { sql } from 'kysely'
import { type DatabaseLocation, withExclusiveDatabase } from '../engine/exclusive-access.ts'
import type { Db } from '../engine/database.ts'
import {
  createKeyFile,
  encryptionKeyFile,
  loadEncryptionKey,
  parseEncryptionKey,
} from '../installation/encryption-key.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { StoreFailure } from '../engine/failures.ts'
import { type KeySource, openingSealer } from '../installation/installation-key.ts'
import { migrateToLatest } from '../engine/migrate.ts'
import { migrations } from '../migrations/registry.ts'
import { createSealer } from '../installation/sealer.ts'
import { BackupFailure } from './backup-failure.ts'
import { clearDatabase, describeContent } from './database-content.ts'
import { knownMigrations, leftOutTables, tablesOf } from './known-tables.ts'
import { createLoader } from './load-rows.ts'
import { openBackup } from './read-backup.ts'
import { type TableShape, describeTables } from './table-shapes.ts'

export type RestoreOptions = DatabaseLocation &
  KeySource & {
    file: string
    /** Asked when the database has something in it: true lets it be replaced. */
    mayReplace(what: string): Promise<boolean>
    /** Aborted before the commit: everything stays as it was. */
    signal: AbortSignal
    onProgress(rows: number): void
  }

export type RestoredBackup = {
  header: BackupHeader
  rows: number
  keyWritten: string | null
  /** The database it is in now, in a sentence. */
  databaseName: string
}

/**
 * Everything or nothing, in one transaction: a program that dies in the middle leaves the database as it was. The
 * file was checked before (`checkBackup`), and is checked again while it is read.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
  const { file, signal } = options
  const { header, rows } = await openBackup(file, signal)
  requireKnownVersion(file, header)
  const key = keyToWrite(options, header)
  return await withExclusiveDatabase(options, async ({ db, setting, databaseName }) => {
    const content = await describeContent(db)
    if (content.kind === 'foreign') {
      throw new StoreFailure(
        setting,
        `${databaseName} has tables of another program (${content.tables.join(', ')}): Sonde needs its own database`,
      )
    }
    const isRefused =
      content.kind === 'full' && !(await options.mayReplace(`${databaseName} (${content.description})`))
    if (isRefused)
      throw new BackupFailure(`${databaseName} is not empty (${content.description}); nothing was changed`)
    await clearDatabase(db, content)
    await migrateToLatest(db, knownMigrations(header.migrations).known)
    const tables = await describeTables(db, await tablesOf(header.migrations))
    requireSameShape(file, header, tables)
    const count = await load(db, { header, tables, rows: rows(), options })
    await setCounters(db, tables, header)
    await migrateToLatest(db, migrations)
    signal.throwIfAborted()
    // Last of all, and on the disk before the commit: a database without its key would be worth nothing.
    const keyWritten = key === null ? null : putKeyBack(options.dataDir, key)
    openingSealer(options, header.keyFingerprint, databaseName)
    return { header, rows: count, keyWritten, databaseName }
  })
}

function requireKnownVersion(file: string, header: BackupHeader): void {
  const { unknown } = knownMigrations(header.migrations)
  if (unknown === null) return
  throw new BackupFailure(
    `${file} was made by Sonde ${header.version}, which is newer than this version (it has ${unknown}): restore it with that version`,
  )
}

/** The key that the data folder lacks and the backup has. Refuses a backup whose key is not to be had. */
function keyToWrite(options: RestoreOptions, header: BackupHeader): Buffer | null {
  const present = loadEncryptionKey(options)
  if (present !== null) {
    const { keyFingerprint } = createSealer(present)
    if (keyFingerprint === header.keyFingerprint) return null
    const source =
      options.encryptionKey === null
        ? `the key file ${encryptionKeyFile(options.dataDir)}`
        : 'SONDE_ENCRYPTION_KEY'
    throw new StoreFailure(
      'SONDE_ENCRYPTION_KEY',
      `the backup was made with the key ${header.keyFingerprint}, but ${source} is ${keyFingerprint}: ${
        options.encryptionKey === null
          ? 'move that file away, or replace it with the right one'
          : 'use the right key'
      }`,
    )
  }
  const key = header.key === undefined ? null : parseEncryptionKey(header.key)
  if (key !== null && createSealer(key).keyFingerprint === header.keyFingerprint) return key
  throw new StoreFailure(
    'SONDE_ENCRYPTION_KEY',
    `the backup does not contain the key: put the key file with the fingerprint ${header.keyFingerprint} back as ${encryptionKeyFile(options.dataDir)}, or set SONDE_ENCRYPTION_KEY`,
  )
}

function putKeyBack(dataDir: string, key: Buffer): string {
  createKeyFile(dataDir, key)
  return encryptionKeyFile(dataDir)
}

function requireSameShape(file: string, header: BackupHeader, tables: readonly TableShape[]): void {
  const shapeOf = (all: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(
      all
        .map(({ name, columns }) => [name, ...columns.toSorted()])
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
  const expected = tables
    .filter(({ name }) => !Object.hasOwn(leftOutTables, name))
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
  // A table that was left out once may be included later, and the other way round.
  const backupTables = header.tables.filter(({ name }) => !Object.hasOwn(leftOutTables, name))
  if (shapeOf(backupTables) === shapeOf(expected)) return
  throw new BackupFailure(
    `${file} has other tables than Sonde ${header.version} makes: its migrations ${header.migrations.at(-1)} are not the ones of this program`,
  )
}

async function load(
  db: Db,
  {
    header,
    tables,
    rows,
    options,
  }: {
    header: BackupHeader
    tables: readonly TableShape[]
    rows: ReturnType<Awaited<ReturnType<typeof openBackup>>['rows']>
    options: RestoreOptions
  },
): Promise<number> {
  // What migrations put into new tables is in the backup, too.
  for (const { name } of tables.toReversed()) {
    await sql`delete from ${sql.table(name)}`.execute(db)
  }
  const loader = createLoader(db, { tables, order: header.tables })
  let count = 0
  for await (const batch of rows) {
    options.signal.throwIfAborted()
    await loader.insert(batch.table, batch.rows)
    count += batch.rows.length
    options.onProgress(count)
    // SQLite's calls wait for nothing, and a signal must be heard.
    await nextTurn()
  }
  return count
}

/** A number that was given to a row is not given to another one, even when the row was deleted since. */
async function setCounters(db: Db, tables: readonly TableShape[], header: BackupHeader): Promise<void> {
  for (const { name, counted } of tables) {
    if (counted === null) continue
    const { rows } = await sql<{ highest: number | null }>`
      select max(${sql.ref(counted)}) as highest from ${sql.table(name)}`.execute(db)
    const value = Math.max(header.counters[name] ?? 0, rows[0]?.highest ?? 0)
    if (value <= 0) continue
    await setCounter(db, { name, counted, value })
  }
}

async function setCounter(
  db: Db,
  { name, counted, value }: { name: string; counted: string; value: number },
): Promise<void> {
  if (isSqlite(db)) {
    await sql`delete from sqlite_sequence where name = ${name}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${value})`.execute(db)
    return
  }
  await sql`select setval(pg_get_serial_sequence(quote_ident(${name}), ${counted})::regclass, ${value}::bigint)`.execute(
    db,
  )
}
