export type ReceivedData = {
  readonly length: number
  add(chunk: Buffer): void
  isFull(): boolean
  /** Whether every text that was looked for has come; never when none were named. */
  hasAllWanted(): boolean
  /** Bytes that are no UTF-8 become replacement characters. */
  text(): string
}

/**
 * What comes over a connection, up to a limit. `wanted` are looked for while it comes, each byte about once
 * however small the pieces are; null: for nothing.
 */
export function createReceivedData(mostBytes: number, wanted: readonly string[] | null): ReceivedData {
  let bytes: Buffer = Buffer.alloc(0)
  let length = 0
  let missing = wanted?.map((text) => Buffer.from(text)) ?? null

  function keep(chunk: Buffer): void {
    if (length === 0) {
      // Most answers are one piece, and need not be copied.
      bytes = chunk
    } else {
      if (length + chunk.length > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, length + chunk.length))
        bytes.copy(larger, 0, 0, length)
        bytes = larger
      }
      chunk.copy(bytes, length)
    }
    length += chunk.length
  }

  return {
    get length() {
      return length
    },
    add(chunk) {
      const before = length
      keep(chunk.subarray(0, mostBytes - length))
      if (missing === null || missing.length === 0) return
      const all = bytes.subarray(0, length)
      // One that lies across the border of two pieces begins before the new one.
      missing = missing.filter((text) => all.indexOf(text, Math.max(0, before - text.length)) === -1)
    },
    isFull: () => length >= mostBytes,
    hasAllWanted: () => missing !== null && missing.length === 0 && length > 0,
    text: () => bytes.toString('utf8', 0, length),
  }
}
