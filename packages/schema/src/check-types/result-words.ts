import { isRecord } from '@sonde/ground/is-record.ts'
import { checkKinds } from './check-kinds.ts'
import { WireVerdict } from '../agents/wire-verdict.ts'

/**
 * The words that every result is made of: the names of its fields, and the values of those that have only a few.
 * Whoever masks secrets in results must leave these, or a check whose secret is "status" has no results any more.
 */
export function listResultWords(): ReadonlySet<string> {
  const words = new Set<string>()
  collect(WireVerdict, words)
  for (const { run } of checkKinds) if (run) collect(run.detail, words)
  return words
}

function collect(schema: unknown, words: Set<string>): void {
  if (Array.isArray(schema)) {
    for (const one of schema) collect(one, words)
    return
  }
  if (!isRecord(schema)) return
  const { const: only, enum: choices, properties } = schema
  const values = Array.isArray(choices) ? [only, ...choices] : [only]
  for (const value of values) if (typeof value === 'string') words.add(value)
  for (const [name, field] of isRecord(properties) ? Object.entries(properties) : []) {
    words.add(name)
    collect(field, words)
  }
  for (const part of ['items', 'anyOf', 'allOf', 'oneOf']) collect(schema[part], words)
}
