import { isRecord } from '@sonde/ground/is-record.ts'

export type JsonObject = Record<string, unknown>

/** Reads a column that holds a JSON object; only this room writes such columns. */
export function parseJsonObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new Error('a JSON column of the database does not hold an object')
  return value
}
