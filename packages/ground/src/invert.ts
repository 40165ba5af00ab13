/** The way back through a table whose values are all different. */
export function invert<Key extends string, Value extends string>(
  table: Readonly<Record<Key, Value>>,
): Readonly<Record<Value, Key>> {
  const entries = Object.entries(table).map(([key, value]) => [value, key])
  // Safe because the entries are all of the table.
  return Object.fromEntries(entries) as Record<Value, Key>
}
