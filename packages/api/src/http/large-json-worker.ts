import { parentPort } from 'node:worker_threads'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { usualLimits } from './json-limits.ts'
import type { DocumentEntry, LargeJsonReply, LargeJsonTask } from './large-json.ts'
import { parseJson } from './parse-json.ts'

/** Taken over by the other thread in about a millisecond. */
const valuesPerPart = 5_000
const mostFields = 1_000

type Part = { entries: DocumentEntry[]; isLast: boolean }

let parts: Iterator<Part> | null = null

parentPort?.on('message', (message: LargeJsonTask | 'next') => {
  parentPort?.postMessage(message === 'next' ? nextPart() : begin(message), [])
})

function begin({ bytes, options }: LargeJsonTask): LargeJsonReply {
  const parsed = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options)
  if (parsed.kind !== 'parsed') return parsed
  const { value } = parsed
  if (!isRecord(value)) return { kind: 'invalid', violation: { path: '', message: 'must be an object' } }
  const violation = findUnfit(value)
  if (violation !== null) return { kind: 'invalid', violation }
  parts = partsOf(value)
  return nextPart()
}

function nextPart(): LargeJsonReply {
  const next = parts?.next()
  if (next === undefined || next.done === true) throw new Error('there is no further part')
  return { kind: 'part', ...next.value }
}

/** What would be too much in one part, or for whoever names every mistake of a list. */
function findUnfit(document: Record<string, unknown>): Violation | null {
  const fields = Object.entries(document)
  if (fields.length > mostFields) return { path: '', message: `must have at most ${mostFields} fields` }
  for (const { name, value, isItem, index } of fields.flatMap(([field, content]) =>
    entriesOf(field, content),
  )) {
    const path = isItem ? `${name}.${index}` : name
    if (isItem && !isRecord(value)) return { path, message: 'must be an object' }
    if (countValues(value) > usualLimits.values) {
      return { path, message: `must not hold more than ${usualLimits.values.toLocaleString('en')} values` }
    }
  }
  return null
}

function* partsOf(document: Record<string, unknown>): Generator<Part> {
  let entries: DocumentEntry[] = []
  let values = 0
  for (const [field, content] of Object.entries(document)) {
    for (const { name, value, isItem } of entriesOf(field, content)) {
      entries.push({ name, value, isItem })
      values += countValues(value)
      if (values < valuesPerPart) continue
      yield { entries, isLast: false }
      entries = []
      values = 0
    }
  }
  yield { entries, isLast: true }
}

/** A field as it is; a list as an empty one and its items. */
function entriesOf(name: string, value: unknown): (DocumentEntry & { index: number })[] {
  if (!Array.isArray(value)) return [{ name, value, isItem: false, index: 0 }]
  const items = value.map((item: unknown, index) => ({ name, value: item, isItem: true, index }))
  return [{ name, value: [], isItem: false, index: 0 }, ...items]
}

/** By recursion: the depth is limited before anything is parsed. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const inner of Object.values(value)) count += countValues(inner)
  return count
}
