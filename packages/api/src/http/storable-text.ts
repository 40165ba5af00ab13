import { isRecord } from '@sonde/ground/is-record.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'

/**
 * JSON can say two things that text in a database cannot hold: U+0000 (PostgreSQL) and half of a surrogate
 * pair (both engines, which would store something else). Both are refused, so that what was sent comes back.
 */
const suspicious = /\\u(?:0000|d[89a-f])/i

export function unstorableText(source: string, value: unknown): Violation | null {
  return suspicious.test(source) ? findUnstorable(value) : null
}

type JsonNode = { value: unknown; key: string; parent: JsonNode | null }

/** Walks without recursion and without copying paths: the body may be nested as deeply as it is long. */
function findUnstorable(root: unknown): Violation | null {
  const waiting: JsonNode[] = [{ value: root, key: '', parent: null }]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value } = node
    const message = typeof value === 'string' ? storingMistake(value) : null
    if (message !== null) return { path: pathTo(node), message }
    const entries = Array.isArray(value) ? value.entries() : isRecord(value) ? Object.entries(value) : []
    for (const [key, item] of entries) {
      const name = String(key)
      const inName = typeof key === 'string' ? storingMistake(name) : null
      if (inName !== null) return { path: pathTo(node), message: inName }
      waiting.push({ value: item, key: name, parent: node })
    }
  }
  return null
}

/** Why no database could hold this text; null when it can. */
export function storingMistake(text: string): string | null {
  if (text.includes('\0')) return 'must not contain a NUL character'
  return text.isWellFormed() ? null : 'must not contain half of a surrogate pair'
}

/** Long paths are cut: they come from bodies made to be deep, and nobody reads them. */
const longestPath = 20

function pathTo(node: JsonNode): string {
  const keys: string[] = []
  for (let at: JsonNode | null = node; at?.parent && keys.length < longestPath; at = at.parent)
    keys.push(at.key)
  return keys.toReversed().join('.')
}
