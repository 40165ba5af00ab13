import type { ColumnKind } from './table-shapes.ts'

/**
 * A value of a row as it stands in a backup, the same for both engines: booleans are 0 and 1, bytes are base64,
 * and what JSON cannot say exactly is spelled out.
 */
export type NeutralValue = null | string | number | { b: string } | { n: string }

/** From SQLite's own value. */
export function neutralFromSqlite(value: unknown): NeutralValue {
  if (typeof value === 'bigint') return neutralInteger(value)
  if (typeof value === 'number') return neutralReal(value)
  if (typeof value === 'string' || value === null) return value
  if (value instanceof Uint8Array) {
    return { b: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  }
  throw new TypeError(`SQLite gave a value of type ${typeof value}`)
}

/** From the text that PostgreSQL gives for a column of this kind. */
export function neutralFromText(text: string | null, kind: ColumnKind): NeutralValue {
  if (text === null) return null
  switch (kind) {
    case 'integer':
      return neutralInteger(BigInt(text))
    case 'boolean':
      return text === 'true' ? 1 : 0
    case 'real':
      return neutralReal(Number(text))
    case 'bytes':
      return { b: text }
    case 'text':
      return text
  }
}

/** For a column of SQLite. */
export function sqliteFromNeutral(value: NeutralValue): null | string | number | bigint | Buffer {
  if (value === null || typeof value !== 'object') return value
  if ('b' in value) return Buffer.from(value.b, 'base64')
  return isIntegerText(value.n) ? BigInt(value.n) : Number(value.n)
}

/** For a column of PostgreSQL. */
export function postgresFromNeutral(
  value: NeutralValue,
  kind: ColumnKind,
): null | string | number | boolean | Buffer {
  if (value === null) return null
  if (kind === 'boolean') return value !== 0
  if (typeof value !== 'object') return value
  return 'b' in value ? Buffer.from(value.b, 'base64') : value.n
}

export function isNeutralValue(value: unknown): value is NeutralValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return true
  if (typeof value !== 'object') return false
  return ('b' in value && typeof value.b === 'string') || ('n' in value && typeof value.n === 'string')
}

function neutralInteger(value: bigint): NeutralValue {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : { n: String(value) }
}

function neutralReal(value: number): NeutralValue {
  // JSON knows neither NaN nor infinity nor the sign of zero.
  return Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : { n: Object.is(value, -0) ? '-0.0' : String(value) }
}

function isIntegerText(text: string): boolean {
  return /^-?\d+$/.test(text)
}
