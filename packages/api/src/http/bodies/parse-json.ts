import { isRecord } from '@sonde/ground/is-record.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { findJsonExcess, type JsonLimits } from './json-limits.ts'
import { unstorableText } from '../storable-text.ts'

export type ParseOptions = {
  limits: JsonLimits
  /** Also what no database can hold, and names that reach a prototype: whoever reads it is prepared for both. */
  keepsAnyText: boolean
}

export type ParsedJson =
  | { kind: 'parsed'; value: unknown }
  | { kind: 'invalid'; violation: Violation }
  /** More values than are taken; the message says how many are. */
  | { kind: 'too-large'; message: string }

/** Takes linear time, and for what is over the limits hardly any. */
export function parseJson(bytes: Buffer, { limits, keepsAnyText }: ParseOptions): ParsedJson {
  const excess = findJsonExcess(bytes, limits)
  if (excess === 'values') return { kind: 'too-large', message: tooManyValues(limits.values) }
  if (excess === 'depth') return invalid(`must not be nested deeper than ${limits.depth} levels`)
  const text = withoutByteOrderMark(bytes.toString('utf8'))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return invalid('is not valid JSON')
    throw error
  }
  if (keepsAnyText) return { kind: 'parsed', value }
  if (reachesPrototype(text, value))
    return invalid('must not contain the names __proto__ or constructor.prototype')
  const unstorable = unstorableText(text, value)
  return unstorable ? { kind: 'invalid', violation: unstorable } : { kind: 'parsed', value }
}

function tooManyValues(most: number): string {
  return `The body contains more than ${most.toLocaleString('en')} values`
}

function invalid(message: string): ParsedJson {
  return { kind: 'invalid', violation: { path: '', message } }
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** Either name may be written with escapes. */
const suspicious = /__proto__|prototype|\\u00/i

/** Names that reach a prototype as soon as somebody copies the object field by field. */
function reachesPrototype(text: string, root: unknown): boolean {
  if (!suspicious.test(text)) return false
  const waiting = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) waiting.push(item)
    } else if (isRecord(value)) {
      if (Object.hasOwn(value, '__proto__')) return true
      const { constructor } = value
      if (
        Object.hasOwn(value, 'constructor') &&
        isRecord(constructor) &&
        Object.hasOwn(constructor, 'prototype')
      )
        return true
      for (const item of Object.values(value)) waiting.push(item)
    }
  }
  return false
}
