// @ts-check

/** @typedef {{ path: string, type: string, link: string, size: number, isExecutable: boolean }} ArchiveEntry */

const block = 512
/** Names and other texts about an entry: more is no name of anybody's. */
const longestText = 1_048_576
/** Writers fill their last record with zeros. */
const longestEnd = 10_485_760
const zeros = Buffer.alloc(block)

/** What is wrong with an archive, for people; `entry` is the name of what is wrong in it. */
export class RefusedArchive extends Error {
  /** @param {string} why @param {string | null} entry */
  constructor(why, entry = null) {
    super(entry === null ? `The bundle ${why}` : `The bundle is refused: ${JSON.stringify(entry)} ${why}`)
    this.name = 'RefusedArchive'
  }
}

/**
 * Reads a tar archive, entry by entry, with the extensions of POSIX (pax) and GNU for long names. `onEntry` says what is to
 * be done with the bytes of an entry. Sizes are counted and never believed.
 *
 * @param {AsyncIterable<Buffer>} source
 * @param {(entry: ArchiveEntry) => ((piece: Buffer) => void) | null} onEntry
 * @param {() => void} onEntryEnd
 */
export async function readArchive(source, onEntry, onEntryEnd) {
  const reader = createReader(source)
  /** @type {Map<string, string>} */
  let next = new Map()
  for (;;) {
    const header = await reader.take(block)
    // Some writers leave out the two empty blocks at the end.
    if (header === null || header.equals(zeros)) return await reader.end()
    if (!hasChecksum(header)) throw new RefusedArchive('is no tar archive, or is damaged')
    const type = String.fromCharCode(header[156] || 48)
    const size = next.has('size') ? Number(next.get('size')) : readNumber(header, 124, 12)
    if (!Number.isSafeInteger(size) || size < 0) throw new RefusedArchive('is damaged: an entry has no size')
    if (type === 'x' || type === 'L' || type === 'K' || type === 'g') {
      const text = await readText(reader, size)
      // Those for all entries tell nothing that is needed here.
      if (type === 'x') next = new Map([...next, ...parseRecords(text)])
      if (type === 'L') next.set('path', text.replace(/\0[^]*$/, ''))
      if (type === 'K') next.set('linkpath', text.replace(/\0[^]*$/, ''))
      continue
    }
    const entry = {
      path: next.get('path') ?? readPath(header),
      type,
      link: next.get('linkpath') ?? textAt(header, 157, 100),
      size,
      isExecutable: (readNumber(header, 100, 8) & 0o111) !== 0,
    }
    next = new Map()
    const write = onEntry(entry)
    // Only files have bytes, whatever the header of another entry says.
    await reader.pass(size, write ?? (() => undefined))
    await reader.pass((block - (size % block)) % block, () => undefined)
    onEntryEnd()
  }
}

/** @param {AsyncIterable<Buffer>} source */
function createReader(source) {
  const iterator = source[Symbol.asyncIterator]()
  /** @type {Buffer} */
  let rest = Buffer.alloc(0)

  async function more() {
    const { done, value } = await iterator.next()
    if (done) return false
    rest = value
    return true
  }

  return {
    /** Null at the end, and only there. @param {number} bytes */
    async take(bytes) {
      /** @type {Buffer[]} */
      const pieces = []
      let left = bytes
      while (left > 0) {
        if (rest.length === 0 && !(await more())) {
          if (left === bytes) return null
          throw tooShort()
        }
        const piece = rest.subarray(0, left)
        rest = rest.subarray(piece.length)
        left -= piece.length
        pieces.push(piece)
      }
      return Buffer.concat(pieces)
    },
    /** To the end of the file, where gzip has its checksum. */
    async end() {
      let left = longestEnd
      do {
        left -= rest.length
        if (left < 0) throw new RefusedArchive('is refused: it goes on after its end')
      } while (await more())
    },
    /** @param {number} bytes @param {(piece: Buffer) => void} write */
    async pass(bytes, write) {
      let left = bytes
      while (left > 0) {
        if (rest.length === 0 && !(await more())) throw tooShort()
        const piece = rest.subarray(0, left)
        rest = rest.subarray(piece.length)
        left -= piece.length
        if (piece.length > 0) write(piece)
      }
    },
  }
}

function tooShort() {
  return new RefusedArchive('is damaged: it ends in the middle of an entry')
}

/** @param {ReturnType<typeof createReader>} reader @param {number} size */
async function readText(reader, size) {
  if (size > longestText) throw new RefusedArchive('is refused: a name in it is too long')
  const bytes = await reader.take(size)
  if (size > 0 && bytes === null) throw tooShort()
  await reader.pass((block - (size % block)) % block, () => undefined)
  return (bytes ?? Buffer.alloc(0)).toString('utf8')
}

/** `<length> <name>=<value>\n`, the length in bytes of the whole record. @param {string} text */
function parseRecords(text) {
  /** @type {Map<string, string>} */
  const records = new Map()
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    const length = Number(/^(\d{1,8}) /.exec(bytes.toString('latin1', 0, 10))?.[1] ?? 0)
    const record = bytes.subarray(0, length).toString('utf8')
    const match = /^\d+ ([^=]+)=([^]*)\n$/.exec(record)
    if (length === 0 || match === null) throw new RefusedArchive('is damaged: it has a record that is none')
    const [, name = '', value = ''] = match
    records.set(name, value)
    bytes = bytes.subarray(length)
  }
  return records
}

/** @param {Buffer} header */
function hasChecksum(header) {
  let sum = 0
  for (let index = 0; index < block; index += 1)
    sum += index >= 148 && index < 156 ? 32 : (header[index] ?? 0)
  return readNumber(header, 148, 8) === sum
}

/** Octal, or GNU's binary form for what is too large for that. @param {Buffer} header @param {number} at @param {number} length */
function readNumber(header, at, length) {
  if (((header[at] ?? 0) & 0x80) !== 0) {
    const bytes = header.subarray(at + 1, at + length)
    return Number(BigInt(`0x${bytes.toString('hex')}`))
  }
  const digits = textAt(header, at, length).trim()
  if (digits === '') return 0
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
}

/** @param {Buffer} header */
function readPath(header) {
  const name = textAt(header, 0, 100)
  const isPosix = textAt(header, 257, 6) === 'ustar'
  const prefix = isPosix ? textAt(header, 345, 155) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

/** @param {Buffer} header @param {number} at @param {number} length */
function textAt(header, at, length) {
  const bytes = header.subarray(at, at + length)
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end === -1 ? length : end)
}
