const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The one spelling of an id that the tables hold, or null for what cannot be an id. PostgreSQL would throw
 * on the latter and SQLite would miss an id in capitals.
 */
export function canonicalUuid(text: string): string | null {
  if (pattern.test(text)) return text
  const lower = text.toLowerCase()
  return pattern.test(lower) ? lower : null
}
