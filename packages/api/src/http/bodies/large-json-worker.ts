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

function begin({ bytes, limits }: LargeJsonTask): LargeJsonReply {
  const parsed = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    limits,
    keepsAnyText: false,
  })
  if (parsed.kind !== 'parsed') return parsed
  const { value } = parsed
  if (!isRecord(value)) return { kind: 'invalid', violation: { path: '', message: 'must be an object' } }
  const violation = findUnfit(value, limits.items)
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
function findUnfit(document: Record<string, unknown>, mostItems: number): Violation | null {
  const fields = Object.entries(document)
  if (fields.length > mostFields) return { path: '', message: `must have at most ${mostFields} fields` }
  for (const [name, value] of fields) {
    if (!Array.isArray(value)) {
      if (isTooMuch(value)) return tooMuch(name)
      continue
    }
    if (value.length > mostItems) return { path: name, message: `must have at most ${mostItems} items` }
    for (const [index, item] of value.entries()) {
      if (!isRecord(item)) return { path: `${name}.${index}`, message: 'must be an object' }
      if (isTooMuch(item)) return tooMuch(`${name}.${index}`)
    }
  }
  return null
}

function isTooMuch(value: unknown): boolean {
  return countValues(value) > usualLimits.values
}

function tooMuch(path: string): Violation {
  return { path, message: `must not contain more than ${usualLimits.values.toLocaleString('en')} values` }
}

function* partsOf(document: Record<string, unknown>): Generator<Part> {
  let entries: DocumentEntry[] = []
  let values = 0
  for (const [name, content] of Object.entries(document)) {
    for (const entry of entriesOf(name, content)) {
      entries.push(entry)
      values += countValues(entry.value)
      if (values < valuesPerPart) continue
      yield { entries, isLast: false }
      entries = []
      values = 0
    }
  }
  yield { entries, isLast: true }
}

/** A field as it is; a list as an empty one and its items. */
function* entriesOf(name: string, value: unknown): Generator<DocumentEntry> {
  if (!Array.isArray(value)) return yield { name, value, isItem: false }
  yield { name, value: [], isItem: false }
  for (const item of value) yield { name, value: item, isItem: true }
}

/** By recursion: the depth is limited before anything is parsed. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const inner of Object.values(value)) count += countValues(inner)
  return count
}
