import { existsSync } from 'node:fs'
import type { Clock } from '@sonde/ground/clock.ts'
import { type RawBuilder, sql } from 'kysely'
import { describeTables } from '../backup/table-shapes.ts'
import { tablesOf } from '../backup/known-tables.ts'
import { type DatabaseLocation, withExclusiveDatabase } from '../engine/exclusive-access.ts'
import type { Db } from '../engine/database.ts'
import {
  encryptionKeyFile,
  formerKeyFile,
  newEncryptionKey,
  promoteNextKey,
  readKeyFile,
  replaceKeyFile,
  writeNextKey,
} from './encryption-key.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { StoreFailure } from '../engine/failures.ts'
import { type KeySource, agreeOnKey, rememberFingerprint, rememberedFingerprint } from './installation-key.ts'
import { migrateToLatest } from '../engine/migrate.ts'
import { migrations } from '../migrations/registry.ts'
import { type SealedColumn, type SealedRow, sealedColumns } from './sealed-columns.ts'
import { type Sealer, createSealer, sealedForm } from './sealer.ts'
import { sqliteFile } from '../engine/sqlite/sqlite-engine.ts'

export type RotationStep = 'key written' | 'resealed' | 'committed'

export type RotationOptions = DatabaseLocation &
  KeySource & {
    clock: Clock
    /** With a key that the operator gives: the file of the next one, which is made when it is missing. */
    newKeyFile: string | null
    /** Written in the same transaction. */
    record(db: Db, keys: { former: string; next: string }): Promise<void>
    /** Aborted before the commit: everything stays as it was. */
    signal: AbortSignal
    onStep(step: RotationStep): void
  }

export type Rotation = {
  former: string
  next: string
  texts: number
  /** The database, in a sentence. */
  databaseName: string
  keyFile: string
  /** Where the key before is kept; null when the operator has it. */
  formerKeyFile: string | null
}

const rowsAtOnce = 200

/**
 * Seals everything again with a new key, in one transaction. The new key is on the disk before the commit and the
 * old one is kept, so that whenever the program dies the data folder has the key of the database: the next start
 * finds out which one it is.
 */
export async function rotateKey(options: RotationOptions): Promise<Rotation> {
  const { dataDir, databaseUrl, newKeyFile, signal, onStep } = options
  if (databaseUrl === null && !existsSync(sqliteFile(dataDir))) {
    throw new StoreFailure('SONDE_DATA_DIR', `there is no database ${sqliteFile(dataDir)}`)
  }
  const rotation = await withExclusiveDatabase(options, async ({ db, setting, databaseName }) => {
    const state = await migrateToLatest(db, migrations)
    if (state.kind === 'newer') {
      throw new StoreFailure(
        setting,
        `${databaseName} was written by a newer version of Sonde: use that version`,
      )
    }
    const remembered = await rememberedFingerprint(db)
    if (remembered === null) {
      throw new StoreFailure(setting, `${databaseName} is empty: there is no key to change`)
    }
    if (newKeyFile !== null) requireAnotherKey(newKeyFile, { remembered, databaseName })
    const former = await agreeOnKey(db, options, databaseName)
    const next = createSealer(newKeyFile === null ? nextKeyIn(dataDir) : nextKeyFrom(newKeyFile))
    onStep('key written')
    let texts = 0
    for (const column of sealedColumns) {
      signal.throwIfAborted()
      texts += await resealColumn(db, column, { former, next })
    }
    await rememberFingerprint(db, next.keyFingerprint)
    await options.record(db, { former: former.keyFingerprint, next: next.keyFingerprint })
    await requireNothingLeft(db, former.keyFingerprint)
    signal.throwIfAborted()
    onStep('resealed')
    return { former: former.keyFingerprint, next: next.keyFingerprint, texts, databaseName }
  })
  onStep('committed')
  if (newKeyFile !== null) return { ...rotation, keyFile: newKeyFile, formerKeyFile: null }
  promoteNextKey(dataDir, rotation.former)
  return {
    ...rotation,
    keyFile: encryptionKeyFile(dataDir),
    formerKeyFile: formerKeyFile(dataDir, rotation.former),
  }
}

/** Also after a rotation that was interrupted when all was done. */
function requireAnotherKey(
  file: string,
  { remembered, databaseName }: { remembered: string; databaseName: string },
): void {
  const present = readKeyFile(file)
  if (present === null || createSealer(present).keyFingerprint !== remembered) return
  throw new StoreFailure(
    'SONDE_ENCRYPTION_KEY',
    `${databaseName} already uses the key in ${file}: set SONDE_ENCRYPTION_KEY to it, or choose another file`,
  )
}

function nextKeyIn(dataDir: string): Buffer {
  const key = newEncryptionKey()
  writeNextKey(dataDir, key)
  return key
}

/** A file that is there is used: of the operator's own making, or of a rotation that was interrupted. */
function nextKeyFrom(file: string): Buffer {
  const present = readKeyFile(file)
  if (present !== null) return present
  const key = newEncryptionKey()
  replaceKeyFile(file, key)
  return key
}

async function resealColumn(
  db: Db,
  { table, column, key, also = [], owner, contextOf }: SealedColumn,
  { former, next }: { former: Sealer; next: Sealer },
): Promise<number> {
  if (owner !== undefined) await forgetOwnerless(db, { table, column, owner })
  const keyColumns = sql.join(key.map((name) => sql.ref(name)))
  const selected = sql.join([
    ...[...key, ...also, column].map((name) => sql.ref(name)),
    ...(owner === undefined ? [] : [sql`(${ownerOf(table, owner)}) as ${sql.ref(owner.column)}`]),
  ])
  let texts = 0
  let after = sql``
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${selected} from ${sql.table(table)}
      where ${sql.ref(column)} is not null ${after}
      order by ${keyColumns} limit ${sql.lit(rowsAtOnce)}`.execute(db)
    const sealedRows = rows.map((row) => sealedRowOf(table, row))
    for (const sealedRow of sealedRows) {
      const context = contextOf(sealedRow)
      const sealed = next.seal(former.open(sealedRow.text(column), context), context)
      const isRow = sql.join(
        key.map((name) => sql`${sql.ref(name)} = ${sealedRow.value(name)}`),
        sql` and `,
      )
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed} where ${isRow}`.execute(db)
    }
    texts += sealedRows.length
    const last = sealedRows.at(-1)
    if (last === undefined || sealedRows.length < rowsAtOnce) return texts
    after = sql`and (${keyColumns}) > (${sql.join(key.map((name) => last.value(name)))})`
  }
}

type Owner = Pick<SealedColumn, 'table' | 'column'> & { owner: NonNullable<SealedColumn['owner']> }

function ownerOf(table: string, { table: owners, column, by, is }: Owner['owner']): RawBuilder<unknown> {
  const isOwner = sql`${sql.ref(`${owners}.${by}`)} = ${sql.ref(`${table}.${is}`)}`
  return sql`select ${sql.ref(`${owners}.${column}`)} from ${sql.table(owners)} where ${isOwner}`
}

/** What was deleted leaves rows that are removed later: nobody could open their secrets, and nobody needs them. */
async function forgetOwnerless(db: Db, { table, column, owner }: Owner): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = null
    where ${sql.ref(column)} is not null and not exists (${ownerOf(table, owner)})`.execute(db)
}

type KeyedRow = SealedRow & { value(column: string): string | number }

function sealedRowOf(table: string, row: Readonly<Record<string, unknown>>): KeyedRow {
  const wrong = (column: string) => new Error(`the column ${table}.${column} is not what its secret needs`)
  return {
    value(column) {
      const value = row[column]
      if (typeof value === 'string' || typeof value === 'number') return value
      throw wrong(column)
    },
    text(column) {
      const value = row[column]
      if (typeof value === 'string') return value
      throw wrong(column)
    },
    number(column) {
      const value = row[column]
      if (typeof value === 'number') return value
      throw wrong(column)
    },
  }
}

/**
 * A secret in a column that nobody named would be lost with the old key. A column holds secrets when all of its
 * values have that form: what people type may look like one of them, and must not keep anybody from a new key.
 */
async function requireNothingLeft(db: Db, fingerprint: string): Promise<void> {
  const tables = await describeTables(db, await tablesOf(Object.keys(migrations)))
  for (const table of tables) {
    for (const { name, type } of table.columns) {
      if (type !== 'text') continue
      const column = sql.ref(name)
      const from = sql`select 1 from ${sql.table(table.name)}`
      const { rows } = await sql`
        ${from} where ${isSealedText(db, column, fingerprint)}
          and not exists (${from} where ${column} <> '' and not ${isSealedText(db, column, null)})
        limit 1`.execute(db)
      if (rows.length === 0) continue
      throw new Error(`${table.name}.${name} still contains a secret of the old key: nothing was changed`)
    }
  }
}

/** Whether the whole value has the form of what the sealer makes, with this key or with any. */
function isSealedText(db: Db, column: RawBuilder<unknown>, fingerprint: string | null): RawBuilder<unknown> {
  const { fingerprintLength, leastEncoded } = sealedForm
  if (!isSqlite(db)) {
    const key = fingerprint ?? `[0-9a-f]{${fingerprintLength}}`
    return sql`${column} ~ ${`^v1\\.${key}\\.[A-Za-z0-9_-]{${leastEncoded},}$`}`
  }
  const head = `v1.${fingerprint ?? '[0-9a-f]'.repeat(fingerprintLength)}.`
  const headLength = 'v1..'.length + fingerprintLength
  return sql`(${column} glob ${`${head}*`} and length(${column}) >= ${headLength + leastEncoded}
    and substr(${column}, ${headLength + 1}) not glob '*[^A-Za-z0-9_-]*')`
}
