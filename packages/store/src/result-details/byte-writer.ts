/** Bytes that grow as they are written. One is enough for many: `take` copies and starts anew. */
export type ByteWriter = {
  byte(value: number): void
  /** Whole and not negative, up to 2^53. Small numbers take few bytes. */
  varint(value: number): void
  double(value: number): void
  bytes(values: Uint8Array): void
  take(): Uint8Array
}

export function createByteWriter(): ByteWriter {
  let buffer = Buffer.allocUnsafe(1024)
  let length = 0

  function reserve(more: number): void {
    if (length + more <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + more))
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }

  return {
    byte(value) {
      reserve(1)
      buffer[length] = value
      length += 1
    },
    varint(value) {
      reserve(8)
      let rest = value
      while (rest >= 0x80) {
        buffer[length] = (rest % 0x80) | 0x80
        length += 1
        rest = Math.floor(rest / 0x80)
      }
      buffer[length] = rest
      length += 1
    },
    double(value) {
      reserve(8)
      buffer.writeDoubleLE(value, length)
      length += 8
    },
    bytes(values) {
      reserve(values.length)
      buffer.set(values, length)
      length += values.length
    },
    take() {
      const taken = new Uint8Array(buffer.subarray(0, length))
      length = 0
      return taken
    },
  }
}

export type ByteReader = {
  byte(): number
  varint(): number
  double(): number
  bytes(count: number): Uint8Array
  /** How many bytes were read. */
  position(): number
}

export function createByteReader(source: Uint8Array): ByteReader {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength)
  let position = 0
  return {
    byte() {
      const value = view.getUint8(position)
      position += 1
      return value
    },
    varint() {
      let value = 0
      let factor = 1
      for (;;) {
        const byte = view.getUint8(position)
        position += 1
        value += (byte & 0x7f) * factor
        if (byte < 0x80) return value
        factor *= 0x80
      }
    },
    double() {
      const value = view.getFloat64(position, true)
      position += 8
      return value
    },
    bytes(count) {
      const values = source.subarray(position, position + count)
      position += count
      return values
    },
    position: () => position,
  }
}
