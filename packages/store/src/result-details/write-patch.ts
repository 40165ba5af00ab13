import { isRecord } from '@sonde/ground/is-record.ts'
import { type ByteWriter, createByteWriter } from './byte-writer.ts'
import { firstRepeated, longGap, operation, structure } from './patch-operations.ts'
import { type ColumnValues, writeTokens } from './text-tokens.ts'

/** One change, and how many points were passed since the one before; adjacent when no other value was among them. */
type Step = { gap: number; isAdjacent: boolean; change: NumberChange | OtherChange }
type NumberChange = { kind: 'number'; value: number; thousandths: number }
type OtherChange = { kind: 'other'; operation: number; bytes: Uint8Array }

/** What makes the value out of the reference, beside the columns of its row. Null when the value is not JSON. */
export function writePatch(reference: unknown, value: unknown, columns: ColumnValues): Uint8Array | null {
  const steps = differences(reference, value)
  return steps === null ? null : serialize(steps, columns)
}

function differences(reference: unknown, value: unknown): Step[] | null {
  const steps: Step[] = []
  const lastByName = new Map<string, unknown>()
  let gap = 0
  let isAdjacent = false
  let isJson = true

  function add(change: Step['change']): void {
    steps.push({ gap, isAdjacent, change })
    gap = 0
    isAdjacent = true
  }

  function addOther(kind: number, write: (writer: ByteWriter) => void): void {
    write(scratch)
    add({ kind: 'other', operation: kind, bytes: scratch.take() })
  }

  function addStructure(kind: number, write: (writer: ByteWriter) => void): void {
    addOther(operation.structure, (to) => {
      to.byte(kind)
      write(to)
    })
    isAdjacent = false
  }

  function addJson(text: string): void {
    addOther(operation.json, (to) => counted(to, writeTokens(text, noColumns)))
  }

  function compare(before: unknown, after: unknown): void {
    if (typeof after === 'object' && after !== null && typeof before === 'object' && before !== null) {
      if (Array.isArray(after) && Array.isArray(before)) return compareLists(before, after)
      if (isRecord(after) && isRecord(before)) return compareObjects(before, after)
    }
    if (before === after && after !== undefined) {
      gap += 1
      isAdjacent = false
      return
    }
    // A run of numbers goes past a list or an object, and not instead of it.
    if (typeof before === 'object' && before !== null) isAdjacent = false
    if (typeof after === 'number') return compareNumbers(typeof before === 'number' ? before : 0, after)
    const text: string | undefined = JSON.stringify(after)
    if (text === undefined) isJson = false
    else if (typeof after === 'string') compareTexts(before, text)
    else addJson(text)
  }

  function compareNumbers(before: number, after: number): void {
    const areWhole = Number.isSafeInteger(before) && Number.isSafeInteger(after)
    if (areWhole && Math.abs(after - before) < largestDifference) {
      return addOther(operation.whole, (to) => writeSigned(to, after - before))
    }
    const [from, to] = [Math.round(before * 1000), Math.round(after * 1000)]
    const isExact = to / 1000 === after && Math.abs(to) < mostThousandths && Math.abs(from) < mostThousandths
    if (isExact) add({ kind: 'number', value: after, thousandths: to - from })
    else if (Number.isFinite(after)) addJson(JSON.stringify(after))
    else isJson = false
  }

  function compareTexts(before: unknown, text: string): void {
    const tokens = writeTokens(text.slice(1, -1), noColumns)
    const splice = typeof before === 'string' ? spliceOf(JSON.stringify(before), text) : null
    if (splice !== null && splice.length <= tokens.length) {
      add({ kind: 'other', operation: operation.splice, bytes: splice })
    } else addOther(operation.text, (to) => counted(to, tokens))
  }

  function compareLists(before: readonly unknown[], after: readonly unknown[]): void {
    if (before.length === after.length) gap += 1
    else addStructure(structure.length, (to) => to.varint(after.length))
    for (const [index, element] of after.entries()) {
      compare(index < before.length ? before[index] : (before.at(-1) ?? null), element)
    }
  }

  function compareObjects(
    before: Readonly<Record<string, unknown>>,
    after: Readonly<Record<string, unknown>>,
  ): void {
    const names = Object.keys(before)
    let position = 0
    for (const name of Object.keys(after)) {
      // JSON has no such members.
      if (after[name] === undefined) continue
      if (names[position] !== name) {
        const found = names.indexOf(name, position)
        if (found === -1) {
          addStructure(structure.insert, (to) => counted(to, writeTokens(textOf(name), noColumns)))
          compare(lastByName.get(name) ?? null, after[name])
          continue
        }
        const dropped = found - position
        addStructure(structure.drop, (to) => to.varint(dropped))
        position = found
      }
      gap += 1
      lastByName.set(name, before[name])
      compare(before[name], after[name])
      position += 1
    }
    const rest = names.length - position
    if (rest === 0) gap += 1
    else addStructure(structure.drop, (to) => to.varint(rest))
  }

  compare(reference, value)
  return isJson ? steps : null
}

const scratch = createByteWriter()
const output = createByteWriter()
const noColumns: ColumnValues = new Map()
/** Up to here, a number of thousandths is exact. */
const mostThousandths = 1e12
/** Doubled for its sign, it is still a whole number. */
const largestDifference = 2 ** 51

function serialize(steps: readonly Step[], columns: ColumnValues): Uint8Array {
  /** Where a number was said first. */
  const sources = new Map<number, number>()
  for (const [number, value] of columns) if (!sources.has(value)) sources.set(value, number)
  let saidCount = 0
  let index = 0

  /** How many steps from here on repeat numbers that follow each other in the same way. */
  function repeatsAt(start: number): number {
    const first = numberAt(steps[start])
    const source = first === null ? undefined : sources.get(first.value)
    if (source === undefined) return 0
    let count = 1
    for (;;) {
      const step = steps[start + count]
      const next = numberAt(step)
      if (next === null || step?.isAdjacent !== true) return count
      if (sources.get(next.value) !== source + count) return count
      count += 1
    }
  }

  function writeRepeats(first: NumberChange, count: number): void {
    output.varint(sources.get(first.value) ?? 0)
    output.varint(count)
    index += count
  }

  function runFrom(start: number): NumberChange[] {
    const run: NumberChange[] = []
    for (let next = start; ; next += 1) {
      const step = steps[next]
      const change = numberAt(step)
      if (change === null) return run
      if (next > start && (step?.isAdjacent !== true || repeatsAt(next) >= fewestRepeats)) return run
      run.push(change)
      if (!sources.has(change.value)) sources.set(change.value, firstRepeated + saidCount)
      saidCount += 1
    }
  }

  while (index < steps.length) {
    const step = steps[index]
    if (step === undefined) break
    const { change, gap } = step
    if (change.kind === 'other') {
      writeHeader(change.operation, gap)
      output.bytes(change.bytes)
      index += 1
      continue
    }
    const repeats = repeatsAt(index)
    if (repeats >= fewestRepeats) {
      writeHeader(operation.repeats, gap)
      writeRepeats(change, repeats)
      continue
    }
    const run = runFrom(index)
    writeHeader(run.length === 1 ? operation.number : operation.numbers, gap)
    if (run.length > 1) output.varint(run.length)
    for (const { thousandths } of run) writeSigned(output, thousandths)
    index += run.length
  }
  return output.take()
}

/** To repeat a single number takes as much as to say it. */
const fewestRepeats = 2

/** Without its quotes. */
function textOf(name: string): string {
  return JSON.stringify(name).slice(1, -1)
}

function numberAt(step: Step | undefined): NumberChange | null {
  return step?.change.kind === 'number' ? step.change : null
}

function writeHeader(kind: number, gap: number): void {
  output.byte((kind << 5) | Math.min(gap, longGap))
  if (gap >= longGap) output.varint(gap - longGap)
}

function writeSigned(writer: ByteWriter, value: number): void {
  writer.varint(value < 0 ? -value * 2 - 1 : value * 2)
}

function counted(writer: ByteWriter, bytes: Uint8Array): void {
  writer.varint(bytes.length)
  writer.bytes(bytes)
}

/** A character beyond ASCII may be two halves, of which neither has bytes of its own. */
const beyondAscii = /[^ -~]/

/** What is between the begin and the end that two texts share; null when they cannot be cut. */
function spliceOf(before: string, after: string): Uint8Array | null {
  if (beyondAscii.test(before) || beyondAscii.test(after)) return null
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let end = 0
  while (start + end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1
  scratch.varint(start)
  scratch.varint(end)
  counted(scratch, writeTokens(after.slice(start, after.length - end), noColumns))
  return scratch.take()
}
