import { createHash } from 'node:crypto'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type BackupHeader, formatName, formatVersion } from '@sonde/schema/accounts/backup-format.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { sql } from 'kysely'
import type { DatabaseLocation } from '../engine/exclusive-access.ts'
import type { Db } from '../engine/database.ts'
import { loadEncryptionKey, syncFolder } from '../installation/encryption-key.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { StoreFailure, describeError } from '../engine/failures.ts'
import { rememberedFingerprint } from '../installation/installation-key.ts'
import { createSealer } from '../installation/sealer.ts'
import { BackupFailure } from './backup-failure.ts'
import { requireBackupTarget } from './backup-target.ts'
import { executedMigrations, knownMigrations, leftOutTables, tablesOf } from './known-tables.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'
import { type TableShape, describeTables } from './table-shapes.ts'

export type BackupProgress = { rows: number; bytes: number }

export type BackupOptions = DatabaseLocation & {
  file: string
  /** Given by the operator, or null when it is in the data folder. */
  encryptionKey: string | null
  withKey: boolean
  /** Over a file that is there. */
  force: boolean
  /** Of Sonde. */
  version: string
  clock: Clock
  /** Aborted: nothing is left behind. */
  signal: AbortSignal
  onProgress(progress: BackupProgress): void
}

export type WrittenBackup = BackupProgress & {
  keyFingerprint: string
  /** The database it is of, in a sentence. */
  databaseName: string
}

/** The file is complete and on the disk when this resolves; before, and after a failure, there is none. */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { file, signal } = options
  requireBackupTarget(file, options)
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  try {
    return await withSnapshot(options, async (snapshot) => {
      const { header, tables } = await prepare(snapshot, options)
      const progress = { rows: 0, bytes: 0 }
      await pipeline(
        Readable.from(backupLines(snapshot, { header, tables, progress, onProgress: options.onProgress })),
        createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
        createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
        { signal },
      )
      renameSync(partial, file)
      syncFolder(dirname(file))
      return { ...progress, keyFingerprint: header.keyFingerprint, databaseName: snapshot.databaseName }
    })
  } catch (error) {
    rmSync(partial, { force: true })
    if (signal.aborted || !isFileError(error)) throw error
    throw new BackupFailure(`cannot write ${file}: ${describeError(error)}`, { cause: error })
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && !(error instanceof StoreFailure)
}

async function prepare(
  snapshot: Snapshot,
  options: BackupOptions,
): Promise<{ header: BackupHeader; tables: TableShape[] }> {
  const { db, setting, databaseName } = snapshot
  const migrations = await executedMigrations(db)
  if (migrations === null)
    throw new StoreFailure(setting, `${databaseName} is empty: there is nothing to back up`)
  const { unknown } = knownMigrations(migrations)
  if (unknown !== null) {
    throw new StoreFailure(
      setting,
      `${databaseName} was written by a newer version of Sonde (it has ${unknown}): back it up with that version`,
    )
  }
  const names = await tablesOf(migrations)
  const tables = (await describeTables(db, names)).filter(({ name }) => !Object.hasOwn(leftOutTables, name))
  await snapshot.hold(tables)
  const keyFingerprint = await rememberedFingerprint(db)
  if (keyFingerprint === null) {
    throw new StoreFailure(setting, `${databaseName} has no key yet: there is nothing to back up`)
  }
  return {
    tables,
    header: {
      format: formatName,
      formatVersion,
      version: options.version,
      createdAt: new Date(options.clock.now()).toISOString(),
      engine: snapshot.engine,
      migrations,
      keyFingerprint,
      ...(options.withKey ? { key: keyToInclude(options, keyFingerprint) } : {}),
      tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
      counters: await readCounters(db, tables),
    },
  }
}

function keyToInclude(options: BackupOptions, fingerprint: string): string {
  const key = loadEncryptionKey(options)
  if (key === null || createSealer(key).keyFingerprint !== fingerprint) {
    throw new StoreFailure(
      'SONDE_ENCRYPTION_KEY',
      `the key of the database (fingerprint ${fingerprint}) was not found, so it cannot be included in the backup`,
    )
  }
  return key.toString('hex')
}

async function readCounters(db: Db, tables: readonly TableShape[]): Promise<Record<string, number>> {
  const counters: Record<string, number> = {}
  for (const { name, counted } of tables) {
    if (counted === null) continue
    const { rows } = isSqlite(db)
      ? await sql<{ value: number }>`select seq as value from sqlite_sequence where name = ${name}`.execute(
          db,
        )
      : await sql<{ value: number | null }>`
          select pg_sequence_last_value(pg_get_serial_sequence(quote_ident(${name}), ${counted})::regclass) as value
        `.execute(db)
    counters[name] = rows[0]?.value ?? 0
  }
  return counters
}

type Lines = {
  header: BackupHeader
  tables: readonly TableShape[]
  progress: BackupProgress
  onProgress(progress: BackupProgress): void
}

async function* backupLines(
  snapshot: Snapshot,
  { header, tables, progress, onProgress }: Lines,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  const told = (lines: readonly unknown[]): Buffer => {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    hash.update(bytes)
    progress.bytes += bytes.length
    return bytes
  }
  yield told([header])
  for (const table of tables) {
    let count = 0
    yield told([{ table: table.name }])
    for await (const rows of snapshot.rowsOf(table)) {
      yield told(rows)
      count += rows.length
      progress.rows += rows.length
      onProgress(progress)
    }
    counts[table.name] = count
  }
  yield Buffer.from(`${JSON.stringify({ end: { rows: counts, sha256: hash.digest('hex') } })}\n`)
}
