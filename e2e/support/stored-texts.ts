import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inflateRawSync } from 'node:zlib'
import { Client } from 'pg'
import { applyPatch } from '@sonde/store/result-details/apply-patch.ts'
import { createByteReader } from '@sonde/store/result-details/byte-writer.ts'
import { decodeReference, referenceOf } from '@sonde/store/result-details/detail-codec.ts'
import { dictionaryOf } from '@sonde/store/result-details/detail-dictionaries.ts'
import { readTokens } from '@sonde/store/result-details/text-tokens.ts'
import type { TestDatabase } from '@sonde/store/testing/engines.ts'

/** Everything that a service keeps: the bytes of its files, and what is in the rows of its database. */
export async function readStoredTexts({ dataDir, databaseUrl }: TestDatabase): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    found.set(`file ${entry.name}`, await readFile(path))
  }
  const tables =
    databaseUrl === null ? readSqlite(join(dataDir, 'sonde.db')) : await readPostgres(databaseUrl)
  const references = new Map(
    (tables.get('detail_references') ?? []).map(({ id, content }) => [Number(id), content]),
  )
  for (const [table, rows] of tables) {
    const cells = rows.flatMap((row) => Object.values(row))
    const details = table.startsWith('results')
      ? cells.flatMap((cell) => patchedDetail(cell, references))
      : []
    found.set(`table ${table}`, Buffer.from([...cells.map(showCell), ...details].join('\n')))
  }
  return found
}

type Rows = readonly Readonly<Record<string, unknown>>[]

function readSqlite(file: string): Map<string, Rows> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    const names = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
    return new Map(
      names.map(({ name }) => {
        const statement = database.prepare(`select * from "${String(name)}"`)
        statement.setReadBigInts(true)
        return [String(name), statement.all()]
      }),
    )
  } finally {
    database.close()
  }
}

async function readPostgres(connectionString: string): Promise<Map<string, Rows>> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const names = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const tables = new Map<string, Rows>()
    for (const { name } of names.rows) {
      tables.set(name, (await client.query<Record<string, unknown>>(`select * from "${name}"`)).rows)
    }
    return tables
  } finally {
    await client.end()
  }
}

function showCell(cell: unknown): string {
  if (typeof cell === 'string') return cell
  if (!(cell instanceof Uint8Array))
    return typeof cell === 'bigint' ? String(cell) : (JSON.stringify(cell) ?? '')
  return [Buffer.from(cell).toString(), ...unpackings.flatMap((unpack) => tryUnpacking(cell, unpack))].join(
    '\n',
  )
}

/** Numbers that other columns of the row hold stand there already. */
const anyColumns = new Map(Array.from({ length: 256 }, (_, column) => [column, 0]))

/** What a detail says that is told by the difference to another one. */
function patchedDetail(cell: unknown, references: ReadonlyMap<number, unknown>): string[] {
  if (!(cell instanceof Uint8Array)) return []
  const id = referenceOf(cell)
  const reference = id === null ? null : references.get(id)
  if (id === null || !(reference instanceof Uint8Array)) return []
  const reader = createByteReader(cell.subarray(1))
  reader.varint()
  const patch = cell.subarray(1 + reader.position())
  return [JSON.stringify(applyPatch(decodeReference(reference), patch, anyColumns))]
}

/** Details of results are packed behind a byte that says how: by themselves, or with a dictionary, alone or after pings. */
const unpackings: readonly ((bytes: Uint8Array) => string)[] = [
  (bytes) => inflateRawSync(bytes.subarray(1)).toString(),
  (bytes) => unpackWithDictionary(bytes.subarray(1)),
  (bytes) => {
    const reader = createByteReader(bytes.subarray(1))
    reader.bytes(reader.varint())
    return unpackWithDictionary(bytes.subarray(1 + reader.position()))
  },
]

function unpackWithDictionary(bytes: Uint8Array): string {
  const dictionary = dictionaryOf(bytes[0] ?? -1)
  return readTokens(inflateRawSync(bytes.subarray(1), { dictionary }), anyColumns)
}

/** Other bytes cannot be unpacked, and most of these in one way only. */
function tryUnpacking(bytes: Uint8Array, unpack: (bytes: Uint8Array) => string): string[] {
  try {
    return [unpack(bytes)]
  } catch (error) {
    if (error instanceof Error) return []
    throw error
  }
}
