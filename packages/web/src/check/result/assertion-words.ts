import { formatMs } from '../../parts/format.ts'

const maxLength = 300
const nothing = '–'

/** Sources whose numbers are milliseconds. */
const times: ReadonlySet<string> = new Set(['RESPONSE_TIME', 'LATENCY'])

type Assertion = { source: string; property: string; regex: string | null; target: string; actual: unknown }

/** What of the source is looked at: a property, what a pattern finds, or all of it. */
export function propertyWords({ property, regex }: Pick<Assertion, 'property' | 'regex'>): string {
  const pattern = regex === null || regex === '' ? '' : `/${regex}/`
  return [property, pattern].filter((part) => part !== '').join(' ') || nothing
}

export function targetWords({ source, target }: Pick<Assertion, 'source' | 'target'>): string {
  if (target === '') return nothing
  return times.has(source) && target.trim() !== '' && Number.isFinite(Number(target))
    ? formatMs(Number(target))
    : target
}

export function actualWords({ source, actual }: Pick<Assertion, 'source' | 'actual'>): string {
  if (actual === null || actual === undefined) return nothing
  const number = typeof actual === 'string' && actual.trim() !== '' ? Number(actual) : actual
  if (times.has(source) && typeof number === 'number' && Number.isFinite(number)) return formatMs(number)
  const text = typeof actual === 'string' ? actual : JSON.stringify(actual)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
