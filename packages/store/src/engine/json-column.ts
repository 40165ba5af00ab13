export type JsonObject = Record<string, unknown>

/** Reads a column that holds a JSON object; only this room writes such columns. */
export function parseJsonObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value)) throw new Error('a JSON column of the database does not hold an object')
  return value
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
