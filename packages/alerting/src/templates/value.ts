import type { Value } from './template-tree.ts'

export function textOf(value: Value): string {
  if (value === null || value === undefined) return ''
  if (isList(value)) return value.map(textOf).join(',')
  if (isRecord(value)) return ''
  return String(value)
}

/** An empty list counts as nothing, as in Handlebars. */
export function isTruthy(value: Value): boolean {
  return isList(value) ? value.length > 0 : Boolean(value)
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function isRecord(value: Value): value is ReadonlyMap<string, Value> {
  return value instanceof Map
}

/** A name never reaches further than the data: no prototype, no method. */
export function propertyOf(value: Value, name: string): Value {
  if (isRecord(value)) return value.get(name)
  if (isList(value)) return name === 'length' ? value.length : value.at(indexOf(name))
  return typeof value === 'string' && name === 'length' ? value.length : undefined
}

function indexOf(name: string): number {
  return /^\d{1,9}$/.test(name) ? Number(name) : Number.MAX_SAFE_INTEGER
}

/** About how much work a value makes, in characters. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return value.length
  return isList(value) ? value.reduce((sum: number, entry) => sum + sizeOf(entry), value.length) : 1
}
