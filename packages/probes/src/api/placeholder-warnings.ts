import type { HttpLogEntry } from '@sonde/schema/check-types/api-check-result.ts'
import type { ApiRunConfig } from '@sonde/schema/check-types/api/result.ts'

const placeholder = /\{\{\{?\s*(?<name>[A-Za-z_]\w*)\s*\}\}\}?/g
const mostNamed = 20

/** One line for the names that no variable has: they are sent as they are written. */
export function placeholderWarnings(
  { url, body, headers, queryParameters }: ApiRunConfig['request'],
  at: number,
): HttpLogEntry[] {
  const texts = [
    url,
    body,
    ...headers.map(({ value }) => value),
    ...queryParameters.map(({ value }) => value),
  ]
  const names = new Set(
    texts
      .filter((text) => text.includes('{{'))
      .flatMap((text) => Array.from(text.matchAll(placeholder), ({ groups }) => groups?.['name'] ?? '')),
  )
  if (names.size === 0) return []
  const listed = [...names].slice(0, mostNamed).join(', ')
  const more = names.size > mostNamed ? ` and ${names.size - mostNamed} more` : ''
  const msg = `No variable has the name ${listed}${more}: sent as it is written`
  return [{ time: Math.round(at), level: 'WARN', msg }]
}
