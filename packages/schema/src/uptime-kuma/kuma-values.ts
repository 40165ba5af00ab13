import type { KumaRow } from './kuma-data.ts'

/** What a column says, whatever the version of Uptime Kuma has made of its type. */

export function textOf(row: KumaRow, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

export function numberOf(row: KumaRow, column: string): number | null {
  const value = row[column]
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

export function isOn(row: KumaRow, column: string, byDefault = false): boolean {
  const value = row[column]
  if (value === undefined || value === null || value === '') return byDefault
  return value === true || value === 1 || value === 1n || value === '1' || value === 'true'
}

/** Null for a text that is no JSON: such a field is treated as if it were empty. */
export function jsonOf(row: KumaRow, column: string): unknown {
  const text = textOf(row, column)
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Its id, and how messages call it. */
export function idOf(row: KumaRow): number {
  return numberOf(row, 'id') ?? 0
}

/** Cut where the product allows no more. */
export function cutTo(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

const indexes = new WeakMap<readonly KumaRow[], Map<string, Map<number, KumaRow[]>>>()

/** The rows whose column has this number, in their order. Looking through all of them each time would take minutes. */
export function rowsWith(rows: readonly KumaRow[], column: string, number: number): readonly KumaRow[] {
  const byColumn = indexes.get(rows) ?? new Map<string, Map<number, KumaRow[]>>()
  indexes.set(rows, byColumn)
  const index = byColumn.get(column) ?? indexBy(rows, column)
  byColumn.set(column, index)
  return index.get(number) ?? []
}

function indexBy(rows: readonly KumaRow[], column: string): Map<number, KumaRow[]> {
  const index = new Map<number, KumaRow[]>()
  for (const row of rows) {
    const number = numberOf(row, column)
    if (number === null) continue
    const known = index.get(number)
    if (known === undefined) index.set(number, [row])
    else known.push(row)
  }
  return index
}
