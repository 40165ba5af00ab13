import { createHash } from 'node:crypto'
import { invalid } from './refusal.ts'

/**
 * Where the next page begins, as an opaque text that is bound to the filters of the listing: used with
 * others, or damaged, it is refused instead of showing the wrong rows.
 */
export function encodeCursor(position: readonly (string | number)[], filters: object): string {
  const text = JSON.stringify(position)
  return Buffer.from(JSON.stringify([text, checksum(text, filters)])).toString('base64url')
}

export function decodeCursor(cursor: string, filters: object): unknown[] {
  const refusal = invalid('query', [
    { path: 'nextId', message: 'is not valid, or belongs to a list with other filters' },
  ])
  try {
    const outer: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(outer) || typeof outer[0] !== 'string') throw refusal
    if (outer[1] !== checksum(outer[0], filters)) throw refusal
    const position: unknown = JSON.parse(outer[0])
    if (!Array.isArray(position)) throw refusal
    return position
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal
    throw error
  }
}

function checksum(position: string, filters: object): string {
  const sorted = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([position, sorted]))
    .digest('base64url')
    .slice(0, 16)
}
