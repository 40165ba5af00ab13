import { longestHeader, mostHeaders } from '@sonde/schema/check-types/api-check-result.ts'

/** Characters of all names and values together: a result must stay small, whatever a server says. */
const mostCharacters = 16_384

/** The headers of an answer by name, repeated ones joined; those beyond the limits are left out or cut. */
export function keepHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const kept = new Map<string, string>()
  let left = mostCharacters
  for (let index = 0; index + 1 < rawHeaders.length && left > 0; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    const earlier = kept.get(name)
    if (earlier === undefined && kept.size === mostHeaders) continue
    const value = rawHeaders[index + 1] ?? ''
    const whole = earlier === undefined ? value : `${earlier}, ${value}`
    const cut = whole.slice(0, Math.min(longestHeader, left + (earlier?.length ?? 0)))
    left -= cut.length - (earlier?.length ?? 0) + (earlier === undefined ? name.length : 0)
    if (left >= 0) kept.set(name, cut)
  }
  // By definition of properties, so that a header called __proto__ is one like any other.
  return Object.fromEntries(kept)
}

/** All headers of an answer by name, repeated ones joined. The exchange has limited how much that is. */
export function joinHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const joined = new Map<string, string>()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    const earlier = joined.get(name)
    const value = rawHeaders[index + 1] ?? ''
    joined.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(joined)
}

/** The first header of this name, which is given in lower case. */
export function findHeader(rawHeaders: readonly string[], name: string): string | null {
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const found = rawHeaders[index]
    if (found?.length === name.length && found.toLowerCase() === name) return rawHeaders[index + 1] ?? null
  }
  return null
}
