import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import {
  BackupHeader,
  BackupTrailer,
  formatName,
  formatVersion,
} from '@sonde/schema/accounts/backup-format.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { describeError, errorCode } from '../engine/failures.ts'
import { BackupFailure } from './backup-failure.ts'
import { type NeutralValue, isNeutralValue } from './neutral-value.ts'

export type BackupRows = { table: string; rows: NeutralValue[][] }

export type BackupReader = {
  header: BackupHeader
  /** Rows in the order of the file. Throws `BackupFailure` at the latest at its end when the file is not whole. */
  rows(): AsyncGenerator<BackupRows>
}

const rowsAtOnce = 500
const bytesAtOnce = 4_194_304
const newline = 10

/** Opens a backup and reads its header. */
export async function openBackup(file: string, signal: AbortSignal): Promise<BackupReader> {
  const hash = createHash('sha256')
  const lines = linesOf(file, signal)
  const first = await lines.next()
  if (first.done === true) throw damaged(file, 'it is empty')
  hash.update(first.value)
  const header = headerOf(file, first.value)
  return { header, rows: () => rowsOf(file, { header, lines, hash }) }
}

/** Reads the whole file and throws `BackupFailure` when anything is missing or was changed. */
export async function checkBackup(
  file: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress(rows: number): void },
): Promise<{ header: BackupHeader; rows: number }> {
  const { header, rows } = await openBackup(file, signal)
  let count = 0
  for await (const batch of rows()) {
    count += batch.rows.length
    onProgress(count)
  }
  return { header, rows: count }
}

type Source = {
  header: BackupHeader
  lines: AsyncGenerator<Buffer>
  hash: ReturnType<typeof createHash>
}

async function* rowsOf(file: string, { header, lines, hash }: Source): AsyncGenerator<BackupRows> {
  const columns = new Map(header.tables.map((table) => [table.name, table.columns.length]))
  const counts: Record<string, number> = {}
  let table: string | null = null
  let rows: NeutralValue[][] = []
  let bytes = 0
  let trailer: BackupTrailer | null = null
  for await (const line of lines) {
    if (trailer !== null) throw damaged(file, 'there is data after its end')
    const read = parse(file, line)
    if (Array.isArray(read)) {
      if (table === null || read.length !== columns.get(table) || !read.every(isNeutralValue)) {
        throw damaged(file, 'a row has the wrong format')
      }
      hash.update(line)
      rows.push(read)
      bytes += line.length
      counts[table] = (counts[table] ?? 0) + 1
      if (rows.length < rowsAtOnce && bytes < bytesAtOnce) continue
    }
    if (table !== null && rows.length > 0) yield { table, rows }
    rows = []
    bytes = 0
    if (Array.isArray(read)) continue
    if (isTrailer(read)) {
      trailer = read
      continue
    }
    table = tableOf(read)
    if (table === null || !columns.has(table) || Object.hasOwn(counts, table)) {
      throw damaged(file, 'a table has the wrong format')
    }
    counts[table] = 0
    hash.update(line)
  }
  if (trailer === null) throw damaged(file, 'its end is missing')
  if (trailer.end.sha256 !== hash.digest('hex')) throw damaged(file, 'its checksum is wrong')
  if (header.tables.some(({ name }) => trailer.end.rows[name] !== counts[name])) {
    throw damaged(file, 'rows are missing')
  }
}

function headerOf(file: string, line: Buffer): BackupHeader {
  const read = parse(file, line)
  const isOurs = typeof read === 'object' && read !== null && 'format' in read && read.format === formatName
  if (!isOurs) throw new BackupFailure(`${file} is not a backup of Sonde`)
  if (!isHeader(read)) throw damaged(file, 'its header has the wrong format')
  if (read.formatVersion > formatVersion) {
    throw new BackupFailure(
      `${file} was made by Sonde ${read.version}, which is newer than this version: restore it with that version`,
    )
  }
  return read
}

function isHeader(read: unknown): read is BackupHeader {
  return createValidator().compile(BackupHeader, { complete: true })(read).length === 0
}

function isTrailer(read: unknown): read is BackupTrailer {
  if (typeof read !== 'object' || read === null || !('end' in read)) return false
  return createValidator().compile(BackupTrailer, { complete: true })(read).length === 0
}

function tableOf(read: unknown): string | null {
  if (typeof read !== 'object' || read === null || !('table' in read)) return null
  return typeof read.table === 'string' ? read.table : null
}

function parse(file: string, line: Buffer): unknown {
  try {
    return JSON.parse(line.toString())
  } catch (error) {
    throw damaged(file, 'a line cannot be read', error)
  }
}

/** Each with its newline, which counts for the checksum too. */
async function* linesOf(file: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  try {
    const source = createReadStream(file, { signal })
    const stream = createZstdDecompress()
    source.on('error', (error) => stream.destroy(error))
    for await (const chunk of source.pipe(stream)) {
      const bytes = bufferOf(chunk)
      let from = 0
      for (;;) {
        const end = bytes.indexOf(newline, from)
        if (end === -1) break
        const rest = bytes.subarray(from, end + 1)
        yield begun.length === 0 ? rest : Buffer.concat([...begun, rest])
        begun = []
        from = end + 1
      }
      if (from < bytes.length) begun.push(bytes.subarray(from))
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof BackupFailure ? error : unreadable(file, error)
  }
  if (begun.length > 0) throw damaged(file, 'its end is missing')
}

function bufferOf(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk
  throw new TypeError('the stream gave something else than bytes')
}

function unreadable(file: string, error: unknown): BackupFailure {
  const code = errorCode(error) ?? ''
  if (code === 'ZSTD_error_prefix_unknown') return new BackupFailure(`${file} is not a backup of Sonde`)
  if (code.startsWith('ZSTD') || code.startsWith('Z_')) return damaged(file, 'it cannot be unpacked', error)
  return new BackupFailure(`cannot read ${file}: ${describeError(error)}`, { cause: error })
}

function damaged(file: string, why: string, cause?: unknown): BackupFailure {
  return new BackupFailure(`${file} is damaged: ${why}; nothing was changed`, { cause })
}
