import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import type { JSONValue } from 'json-p3'
import type { ApiDocument } from '@sonde/schema/check-types/api/result.ts'
import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { FindValue } from '../assertions.ts'
import type { FoundValue } from '../comparison.ts'
import { queryJson } from '../json-path.ts'
import { findInText } from '../text-source.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { ResponseBody } from './response-body.ts'

type ParsedBody = { kind: 'json'; value: JSONValue } | { kind: 'unreadable'; why: string }

/** What the assertions of an API check look at. Its time is shorter by `lessMs`. */
export function findInApi(document: ApiDocument, body: ResponseBody, lessMs: number): FindValue {
  let parsed: ParsedBody | null = null
  return (assertion, budget) => {
    const { source, property, regex } = assertion
    switch (source) {
      case 'STATUS_CODE':
        return { kind: 'one', value: document.status }
      case 'RESPONSE_TIME': {
        const total = document.timingPhases?.total ?? null
        return total === null ? { kind: 'missing' } : { kind: 'one', value: Math.max(0, total - lessMs) }
      }
      case 'JSON_BODY':
        parsed ??= parseBody(body, budget)
        return parsed.kind === 'unreadable' ? parsed : findByPath(parsed.value, property, budget)
      case 'TEXT_BODY': {
        const read = body.read()
        if (read.kind === 'unreadable') return read
        return findInText(read.text, withoutSlashes({ property, regex }), budget)
      }
      case 'HEADERS':
        return findHeader(document, assertion, budget)
      default:
        return { kind: 'unreadable', why: `an API check has no source "${source}"` }
    }
  }
}

function parseBody(body: ResponseBody, budget: WorkBudget): ParsedBody {
  const read = body.read()
  if (read.kind === 'unreadable') return read
  budget.spend(read.text.length)
  try {
    return { kind: 'json', value: JSON.parse(read.text) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { kind: 'unreadable', why: 'the body is not JSON' }
  }
}

function findByPath(value: JSONValue, path: string, budget: WorkBudget): FoundValue {
  const answer = queryJson(path, value, budget)
  if (answer.kind === 'gave-up') return { kind: 'unreadable', why: answer.why }
  const { values, isSingular } = answer
  if (values.length === 0) return { kind: 'missing' }
  return isSingular ? { kind: 'one', value: values[0] } : { kind: 'several', values }
}

/** Without a name: all of them, as an object. */
function findHeader(
  { allHeaders }: ApiDocument,
  { property, regex }: Assertion,
  budget: WorkBudget,
): FoundValue {
  if (property === '') return { kind: 'one', value: allHeaders }
  const name = property.toLowerCase()
  const value = Object.hasOwn(allHeaders, name) ? allHeaders[name] : undefined
  if (value === undefined) return { kind: 'missing' }
  const found = findInText(value, withoutSlashes({ property: '', regex }), budget)
  return found.kind === 'one' && credentialHeaders.has(name) ? { ...found, isHidden: true } : found
}

/** People write patterns as they stand in programs, between slashes. */
function withoutSlashes({
  property,
  regex,
}: Pick<Assertion, 'property' | 'regex'>): Pick<Assertion, 'property' | 'regex'> {
  return { property: bare(property), regex: regex === null ? null : bare(regex) }
}

function bare(pattern: string): string {
  return pattern.length > 2 && pattern.startsWith('/') && pattern.endsWith('/')
    ? pattern.slice(1, -1)
    : pattern
}
