/** What may be null, or was not noted by programs of before. */
const mayBeMissing = new Set(['sessionId', 'occurrence', 'firstStartedAt', 'noisyAttempts', 'retry', 'check'])

/** A ticket without each of its parts in turn, where none may do without, and with each of another type than it has. */
export function wrongParts(whole: unknown): unknown[] {
  if (typeof whole !== 'object' || whole === null) throw new TypeError('an object is wanted')
  const entries = Object.entries(whole)
  return entries.flatMap(([key, part]) => {
    const without = Object.fromEntries(entries.filter(([name]) => name !== key))
    // A number in the place of a text, a list or nothing; what is a time or a number is a text.
    const wrong = { ...whole, [key]: typeof part === 'number' || key.endsWith('At') ? 'x' : 5 }
    return mayBeMissing.has(key) ? [wrong] : [without, wrong]
  })
}
