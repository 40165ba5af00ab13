/** A message that is not what it says it is. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage'
}

/** Of one name on the wire, the length bytes included. */
const longestName = 255

/**
 * Characters of all names of one message. Pointers let a few bytes stand for a whole name: 64 KB could unfold to
 * many megabytes.
 */
const mostNameCharacters = 1_000_000

/** Reads a message from front to back. Every read is held against the end of the message. */
export class WireReader {
  readonly #bytes: Buffer
  at: number
  #nameCharacters = 0

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  byte(): number {
    return this.#bytes[this.#take(1)] ?? 0
  }

  uint16(): number {
    return this.#bytes.readUInt16BE(this.#take(2))
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.#take(4))
  }

  /** Not a copy. */
  slice(length: number): Buffer {
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  /** In the form that people read, with a dot at its end. */
  name(): string {
    const bytes = this.#bytes
    let text = ''
    let wireLength = 1
    /** Where the name goes on; once a pointer was followed, no longer where reading goes on. */
    let from = this.at
    let earliest = this.at
    let hasJumped = false
    for (;;) {
      const length = bytes[from]
      if (length === undefined) throw new MalformedMessage('a name runs past the end')
      if (length === 0) {
        if (!hasJumped) this.at = from + 1
        break
      }
      if (length >= 0xc0) {
        const low = bytes[from + 1]
        if (low === undefined) throw new MalformedMessage('a name runs past the end')
        if (!hasJumped) this.at = from + 2
        hasJumped = true
        from = ((length & 0x3f) << 8) | low
        // Only backwards, so that no chain of pointers can be a circle.
        if (from >= earliest) throw new MalformedMessage('a name points forward')
        earliest = from
        continue
      }
      if (length > 63) throw new MalformedMessage('a name has a part of unknown form')
      wireLength += length + 1
      if (wireLength > longestName) throw new MalformedMessage('a name is too long')
      if (from + 1 + length > bytes.length) throw new MalformedMessage('a name runs past the end')
      text += `${showLabel(bytes, from + 1, from + 1 + length)}.`
      from += 1 + length
    }
    this.#nameCharacters += text.length
    if (this.#nameCharacters > mostNameCharacters) throw new MalformedMessage('its names are too long')
    return text === '' ? '.' : text
  }

  #take(length: number): number {
    const start = this.at
    if (start + length > this.#bytes.length) throw new MalformedMessage('it ends too early')
    this.at = start + length
    return start
  }
}

/** Letters, digits and most signs as they are; dots inside, spaces and bytes that are no ASCII as escapes. */
function showLabel(bytes: Buffer, start: number, end: number): string {
  let isPlain = true
  for (let at = start; at < end && isPlain; at += 1) isPlain = isPlainByte(bytes[at] ?? 0)
  if (isPlain) return bytes.toString('latin1', start, end)
  return Array.from(bytes.subarray(start, end), (byte) =>
    isPlainByte(byte)
      ? String.fromCharCode(byte)
      : byte === 0x2e || byte === 0x5c
        ? `\\${String.fromCharCode(byte)}`
        : `\\${String(byte).padStart(3, '0')}`,
  ).join('')
}

function isPlainByte(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f && byte !== 0x2e && byte !== 0x5c
}
