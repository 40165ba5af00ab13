/** Bytes that are no protobuf message. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage'
}

/** Decoding gives more values than a run may keep. */
export class OversizedMessage extends Error {
  override readonly name = 'OversizedMessage'
}

/**
 * Values that one run may make of what its target sent: defaults are shown, so a message of a few bytes can
 * stand for gigabytes of JSON.
 */
export type ValueBudget = { left: number }

export function spend(budget: ValueBudget, values: number): void {
  budget.left -= values
  if (budget.left < 0) throw new OversizedMessage('the message has too many values')
}

/** One field as it is written: the number, and the bytes or the number behind it. */
export type WireField =
  | { number: number; kind: 'varint'; value: bigint }
  | { number: number; kind: 'fixed64' | 'fixed32' | 'bytes' | 'group'; bytes: Buffer }

const deepestGroup = 100

/** The fields of a message, in the order in which they were written. */
export function* readFields(bytes: Buffer): Generator<WireField> {
  let at = 0
  while (at < bytes.length) {
    const tag = readVarint(bytes, at)
    at = tag.end
    const number = Number(tag.value >> 3n)
    if (number < 1 || number > 536_870_911) throw new MalformedMessage('a field has no valid number')
    const wireType = Number(tag.value & 7n)
    switch (wireType) {
      case 0: {
        const { value, end } = readVarint(bytes, at)
        yield { number, kind: 'varint', value }
        at = end
        break
      }
      case 1:
      case 5: {
        const end = at + (wireType === 1 ? 8 : 4)
        yield { number, kind: wireType === 1 ? 'fixed64' : 'fixed32', bytes: cut(bytes, at, end) }
        at = end
        break
      }
      case 2: {
        const length = readVarint(bytes, at)
        const end = length.end + Number(length.value)
        yield { number, kind: 'bytes', bytes: cut(bytes, length.end, end) }
        at = end
        break
      }
      case 3: {
        const { bodyEnd, end } = endOfGroup(bytes, at, number)
        yield { number, kind: 'group', bytes: cut(bytes, at, bodyEnd) }
        at = end
        break
      }
      default:
        throw new MalformedMessage(`a field has the unknown wire type ${wireType}`)
    }
  }
}

/** Groups end with a tag of their own, so everything in them has to be walked over. */
function endOfGroup(bytes: Buffer, start: number, number: number): { bodyEnd: number; end: number } {
  const open = [number]
  let at = start
  while (at < bytes.length) {
    const tagAt = at
    const tag = readVarint(bytes, at)
    at = tag.end
    switch (Number(tag.value & 7n)) {
      case 0:
        at = readVarint(bytes, at).end
        break
      case 1:
        at += 8
        break
      case 5:
        at += 4
        break
      case 2: {
        const length = readVarint(bytes, at)
        at = length.end + Number(length.value)
        break
      }
      case 3:
        open.push(Number(tag.value >> 3n))
        if (open.length > deepestGroup) throw new MalformedMessage('groups are nested too deep')
        break
      case 4:
        if (open.pop() !== Number(tag.value >> 3n)) throw new MalformedMessage('a group ends in another')
        if (open.length === 0) return { bodyEnd: tagAt, end: at }
        break
      default:
        throw new MalformedMessage('a group holds an unknown wire type')
    }
  }
  throw new MalformedMessage('a group has no end')
}

function cut(bytes: Buffer, start: number, end: number): Buffer {
  if (end > bytes.length) throw new MalformedMessage('a field is longer than the message')
  return bytes.subarray(start, end)
}

/** At most ten bytes; what does not fit into 64 bits is dropped, as every reader does. */
export function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } {
  let small = 0
  for (let index = 0; index < 4; index += 1) {
    const byte = byteAt(bytes, start + index)
    small |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return { value: BigInt(small), end: start + index + 1 }
  }
  let value = BigInt(small)
  for (let index = 4; index < 10; index += 1) {
    const byte = byteAt(bytes, start + index)
    value |= BigInt(byte & 0x7f) << BigInt(7 * index)
    if (byte < 0x80) return { value: BigInt.asUintN(64, value), end: start + index + 1 }
  }
  throw new MalformedMessage('a number is longer than ten bytes')
}

function byteAt(bytes: Buffer, index: number): number {
  const byte = bytes[index]
  if (byte === undefined) throw new MalformedMessage('the message ends in the middle of a field')
  return byte
}
