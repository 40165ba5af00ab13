import { columnsOf, type Column } from './sqlite-columns.ts'

/**
 * Reads tables of an SQLite file, piece by piece: the history of a monitoring program is gigabytes, and what somebody
 * has set up a few pages of it. Only what such files hold is understood: tables with row ids, in UTF-8.
 * https://www.sqlite.org/fileformat2.html
 */

/** Gives `length` bytes from `offset` on, or fewer at the end of the file. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

export type SqliteValue = string | number | null
export type SqliteRow = Record<string, SqliteValue>

export type SqliteFile = {
  tables: ReadonlySet<string>
  rows(table: string): Promise<SqliteRow[]>
}

/** The file is damaged, or something else. */
export class NotSqlite extends Error {
  override readonly name = 'NotSqlite'
}

const headBytes = 100
const signature = 'SQLite format 3\0'
const utf8 = 1
const interiorPage = 5
const leafPage = 13

type Page = { bytes: Uint8Array; view: DataView; headAt: number }
type Cell = { rowId: number; values: SqliteValue[] }

export async function openSqliteFile(read: ReadBytes): Promise<SqliteFile> {
  const head = await read(0, headBytes)
  if (head.length < headBytes || latin1(head.subarray(0, 16)) !== signature) {
    throw new NotSqlite('This file is not an SQLite database.')
  }
  const view = viewOf(head)
  const pageSize = view.getUint16(16) === 1 ? 65_536 : view.getUint16(16)
  const usableSize = pageSize - view.getUint8(20)
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0 || usableSize < 480) {
    throw new NotSqlite('This file is damaged: its pages have no valid size.')
  }
  if (view.getUint32(56) > utf8) throw new NotSqlite('The texts of this database are not in UTF-8.')

  /** `seen` are the pages of the same table: one that is reached twice points in a circle. */
  async function readPage(number: number, seen: Set<number>): Promise<Page> {
    if (seen.has(number)) throw damaged()
    seen.add(number)
    const bytes = number < 1 ? new Uint8Array() : await read((number - 1) * pageSize, pageSize)
    if (bytes.length < pageSize) throw damaged()
    return { bytes, view: viewOf(bytes), headAt: number === 1 ? headBytes : 0 }
  }

  async function readTree(root: number, seen = new Set<number>()): Promise<Cell[]> {
    const page = await readPage(root, seen)
    const kind = page.view.getUint8(page.headAt)
    const count = page.view.getUint16(page.headAt + 3)
    const isLeaf = kind === leafPage
    if (!isLeaf && kind !== interiorPage) throw damaged()
    const pointers = page.headAt + (isLeaf ? 8 : 12)
    if (pointers + 2 * count > pageSize) throw damaged()
    const places = Array.from({ length: count }, (_, index) => page.view.getUint16(pointers + 2 * index))
    const cells: Cell[] = []
    for (const place of places) {
      if (isLeaf) cells.push(await readCell(page, place, seen))
      else cells.push(...(await readTree(page.view.getUint32(place), seen)))
    }
    if (!isLeaf) cells.push(...(await readTree(page.view.getUint32(page.headAt + 8), seen)))
    return cells
  }

  async function readCell({ bytes, view: page }: Page, place: number, seen: Set<number>): Promise<Cell> {
    const [size, afterSize] = readVarint(page, place)
    const [rowId, start] = readVarint(page, afterSize)
    if (size < 0) throw damaged()
    const most = usableSize - 35
    const least = Math.floor(((usableSize - 12) * 32) / 255) - 23
    const rest = least + ((size - least) % (usableSize - 4))
    const local = size <= most ? size : rest <= most ? rest : least
    const parts = [bytes.subarray(start, start + local)]
    let missing = size - local
    let next = missing > 0 ? page.getUint32(start + local) : 0
    while (missing > 0) {
      const overflow = await readPage(next, seen)
      const part = overflow.bytes.subarray(4, 4 + Math.min(missing, usableSize - 4))
      parts.push(part)
      missing -= part.length
      next = overflow.view.getUint32(0)
    }
    return { rowId, values: readRecord(joined(parts, size)) }
  }

  async function wellRead<Result>(reading: () => Promise<Result>): Promise<Result> {
    try {
      return await reading()
    } catch (error) {
      // A number that points behind the end of its page.
      if (error instanceof RangeError) throw damaged()
      throw error
    }
  }

  const schema = await wellRead(() => readTree(1))
  const tables = new Map<string, { root: number; columns: Column[] }>()
  for (const { values } of schema) {
    const [type, name, , root, sql] = values
    if (type === 'table' && typeof name === 'string' && typeof root === 'number' && typeof sql === 'string') {
      tables.set(name, { root, columns: columnsOf(sql) })
    }
  }
  return {
    tables: new Set(tables.keys()),
    async rows(name) {
      const table = tables.get(name)
      if (table === undefined) return []
      const cells = await wellRead(() => readTree(table.root))
      return cells.map(({ rowId, values }) =>
        Object.fromEntries(
          table.columns.map(({ name: column, isRowId, byDefault }, index) => [
            column,
            // Rows from before a column was added do not have it.
            isRowId ? rowId : index < values.length ? (values[index] ?? null) : byDefault,
          ]),
        ),
      )
    },
  }
}

function readRecord(bytes: Uint8Array): SqliteValue[] {
  const view = viewOf(bytes)
  const [headSize, first] = readVarint(view, 0)
  const values: SqliteValue[] = []
  let at = first
  let body = headSize
  while (at < headSize) {
    const [type, next] = readVarint(view, at)
    at = next
    const length = lengthOf(type)
    if (body + length > bytes.length) throw damaged()
    values.push(valueOf(type, bytes.subarray(body, body + length)))
    body += length
  }
  return values
}

const fixedLengths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]

function lengthOf(type: number): number {
  return type < 12 ? (fixedLengths[type] ?? 0) : Math.floor((type - 12) / 2)
}

const text = new TextDecoder()

/** What is no text and no number, a file within the database, is nothing that somebody has set. */
function valueOf(type: number, bytes: Uint8Array): SqliteValue {
  if (type === 7) return viewOf(bytes).getFloat64(0)
  if (type === 8 || type === 9) return type - 8
  if (type >= 1 && type <= 6) {
    const sign = (bytes[0] ?? 0) >= 0x80 ? -1n : 0n
    return Number(bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), sign))
  }
  return type >= 13 && type % 2 === 1 ? text.decode(bytes) : null
}

/** The number, and the place behind it. */
function readVarint(view: DataView, at: number): [number, number] {
  let number = 0n
  for (let index = 0; index < 9; index += 1) {
    const byte = view.getUint8(at + index)
    if (index === 8) return [Number(BigInt.asIntN(64, (number << 8n) | BigInt(byte))), at + 9]
    number = (number << 7n) | BigInt(byte & 0x7f)
    if (byte < 0x80) return [Number(number), at + index + 1]
  }
  throw damaged()
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function damaged(): NotSqlite {
  return new NotSqlite('This database is damaged, or was copied while it was being written.')
}
