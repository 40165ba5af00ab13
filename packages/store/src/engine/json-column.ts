import { isRecord } from '@sonde/ground/is-record.ts'

/** Reads a column that holds a JSON list of texts; only this room writes such columns. */
export function parseTextList(text: string): string[] {
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value)) throw new Error('a JSON column of the database does not hold a list')
  return value.filter((item: unknown) => typeof item === 'string')
}

export type JsonObject = Record<string, unknown>

/** Reads a column that holds a JSON object; only this room writes such columns. */
export function parseJsonObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new Error('a JSON column of the database does not hold an object')
  return value
}
