import { isRecord } from '@sonde/ground/is-record.ts'
import { actualWords } from '../../check/result/assertion-words.ts'
import type { AssertionResult } from '../../resources/check-result.ts'
import type { FormSchema } from '../../schema-form/form-schema.ts'
import type { AssertionRow } from '../assertion-rules.ts'

/** What an assertion sees now. `isPassed` is null where what it expects has changed since it was tried. */
export type SeenNow = { words: string; isPassed: boolean | null }

/** Of the last trial; null where it did not look at this. */
export function seenNow(row: AssertionRow, tried: readonly AssertionResult[]): SeenNow | null {
  const looked = tried.filter((one) => isAlike(one, row, ['source', 'property', 'regex']))
  const same = looked.find((one) => isAlike(one, row, ['comparison', 'target']))
  const shown = same ?? looked[0]
  return shown === undefined
    ? null
    : { words: actualWords(shown), isPassed: same === undefined ? null : same.error === null }
}

function isAlike(
  one: AssertionResult,
  row: AssertionRow,
  fields: readonly (keyof AssertionResult)[],
): boolean {
  return fields.every((field) => String(one[field] ?? '') === String(row[field] ?? ''))
}

type Response = { status: number; headers: Readonly<Record<string, string>>; body: string }

const mostSuggestions = 5
const longestValue = 60

/** Assertions that hold of a response, as its result would tell them. */
export function observedIn({ status, headers, body }: Response): AssertionResult[] {
  const type = headers['content-type'] ?? ''
  const observed = (source: string, property: string, actual: string) => ({
    order: 0,
    source,
    property,
    comparison: 'EQUALS',
    target: actual,
    regex: null,
    actual,
    error: null,
  })
  return [
    ...(status === 0 ? [] : [observed('STATUS_CODE', '', String(status))]),
    ...valuesIn(body).map(([path, value]) => observed('JSON_BODY', path, value)),
    ...(type === ''
      ? []
      : [
          {
            ...observed('HEADERS', 'content-type', type),
            comparison: 'CONTAINS',
            target: type.split(';', 1)[0]?.trim() ?? type,
          },
        ]),
  ]
}

/** As rows of the form, as far as it may have them and does not have them yet. */
export function suggestedRows(
  observed: readonly AssertionResult[],
  rowSchema: FormSchema,
  rows: readonly AssertionRow[],
): AssertionRow[] {
  const sources = rowSchema.properties?.['source']?.enum ?? []
  return observed
    .filter(({ source, property }) => {
      const isThere = rows.some((row) => row['source'] === source && (row['property'] ?? '') === property)
      return sources.includes(source) && !isThere
    })
    .slice(0, mostSuggestions)
    .map(({ source, property, comparison, target }) => ({ source, property, comparison, target, regex: '' }))
}

/** The plain values at the top of a JSON object, by their paths. */
function valuesIn(body: string): [string, string][] {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    // A response that is no JSON, or of which only the beginning was kept, has none.
    return []
  }
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, one]): [string, string][] => {
    const isPlain = ['string', 'number', 'boolean'].includes(typeof one)
    const text = String(one)
    if (!isPlain || text === '' || text.length > longestValue || !/^[A-Za-z_]\w*$/.test(name)) return []
    return [[`$.${name}`, text]]
  })
}
