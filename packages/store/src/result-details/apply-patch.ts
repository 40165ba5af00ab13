import { isRecord } from '@sonde/ground/is-record.ts'
import { createByteReader } from './byte-writer.ts'
import { firstRepeated, longGap, operation, structure } from './patch-operations.ts'
import { type ColumnValues, readTokens } from './text-tokens.ts'

/** The value that `writePatch` was given, from the same reference and the same row. */
export function applyPatch(reference: unknown, patch: Uint8Array, columns: ColumnValues): unknown {
  const reader = createByteReader(patch)
  const lastByName = new Map<string, unknown>()
  /** The numbers that were said so far. */
  const numbers: number[] = []
  let next: number | null = null
  /** How many points come before the next operation. */
  let gap = 0
  /** How many values are left of a run of numbers, or of repeats from `source` on. */
  let left = 0
  let source = 0

  function readHeader(): void {
    if (reader.position() === patch.length) {
      next = null
      return
    }
    const byte = reader.byte()
    next = byte >> 5
    gap = byte & 0x1f
    if (gap === longGap) gap += reader.varint()
  }

  /** Whether the next operation is for this point, which is passed otherwise. */
  function isDue(): boolean {
    // A run goes on over all that is between its values.
    if (next === null || left > 0) return false
    if (gap === 0) return true
    gap -= 1
    return false
  }

  function build(before: unknown): unknown {
    if (typeof before !== 'object' || before === null || isReplaced()) return valueAt(before)
    if (Array.isArray(before)) return buildList(before)
    return isRecord(before) ? buildObject(before) : before
  }

  /** Whether something else stands in the place of this list or object. */
  function isReplaced(): boolean {
    return left === 0 && next !== null && gap === 0 && next !== operation.structure
  }

  function valueAt(before: unknown): unknown {
    if (left === 0) {
      if (!isDue()) return before
      if (!startRun()) {
        const value = readValue(before)
        readHeader()
        return value
      }
    }
    const value = next === operation.repeats ? repeatNumber() : readNumber(before)
    left -= 1
    if (left === 0) readHeader()
    return value
  }

  function startRun(): boolean {
    if (next === operation.repeats) source = reader.varint()
    if (next === operation.repeats || next === operation.numbers) left = reader.varint()
    else if (next === operation.number) left = 1
    return left > 0
  }

  function readNumber(before: unknown): number {
    const from = typeof before === 'number' ? Math.round(before * 1000) : 0
    const value = (from + readSigned()) / 1000
    numbers.push(value)
    return value
  }

  function repeatNumber(): number {
    const value = source < firstRepeated ? columns.get(source) : numbers[source - firstRepeated]
    if (value === undefined) throw new Error(`a stored detail repeats number ${source}, which its row lacks`)
    source += 1
    return value
  }

  function readValue(before: unknown): unknown {
    switch (next) {
      case operation.whole:
        return (typeof before === 'number' ? before : 0) + readSigned()
      case operation.text:
        return JSON.parse(`"${readText()}"`)
      case operation.json:
        return JSON.parse(readText())
      case operation.splice: {
        const old = JSON.stringify(before)
        const [start, end] = [reader.varint(), reader.varint()]
        return JSON.parse(old.slice(0, start) + readText() + old.slice(old.length - end))
      }
      default:
        throw new Error(`a stored detail has operation ${next} at a value`)
    }
  }

  function readSigned(): number {
    const value = reader.varint()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  function readText(): string {
    return readTokens(reader.bytes(reader.varint()), noColumns)
  }

  function buildList(before: readonly unknown[]): unknown[] {
    const length = isDue() ? readLength() : before.length
    return Array.from({ length }, (_, index) =>
      build(index < before.length ? before[index] : (before.at(-1) ?? null)),
    )
  }

  function readLength(): number {
    const kind = reader.byte()
    if (kind !== structure.length) throw new Error(`a stored detail has change ${kind} at a list`)
    const length = reader.varint()
    readHeader()
    return length
  }

  function buildObject(before: Readonly<Record<string, unknown>>): unknown {
    const names = Object.keys(before)
    const members: [string, unknown][] = []
    let position = 0
    for (;;) {
      if (isDue()) {
        const kind = reader.byte()
        if (kind === structure.drop) {
          position += reader.varint()
          readHeader()
          if (position === names.length) break
        } else if (kind === structure.insert) {
          const name: string = JSON.parse(`"${readText()}"`)
          readHeader()
          members.push([name, build(lastByName.get(name) ?? null)])
        } else throw new Error(`a stored detail has change ${kind} at an object`)
        continue
      }
      const name = names[position]
      if (name === undefined) break
      lastByName.set(name, before[name])
      members.push([name, build(before[name])])
      position += 1
    }
    return Object.fromEntries(members)
  }

  readHeader()
  return build(reference)
}

const noColumns: ColumnValues = new Map()
