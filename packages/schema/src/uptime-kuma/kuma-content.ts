import type { Comparison } from '../check-types/assertion.ts'
import type { Differs } from './kuma-check.ts'
import type { KumaRow } from './kuma-data.ts'
import { isOn, textOf } from './kuma-values.ts'

/** What a monitor looks for in a response; `assertion` is null when it looks for nothing. */
export type KumaContent =
  | { kind: 'content'; assertion: object | null }
  /** Why there can be no check: without what it looks for, it would pass where it failed there. */
  | { kind: 'none'; reason: string }

type Condition = { comparison: Comparison; target: string }

export function contentAssertionOf(row: KumaRow, differs: Differs): KumaContent {
  switch (textOf(row, 'type')) {
    case 'keyword':
      return keyword(row, differs)
    case 'json-query':
      return jsonQuery(row)
    default:
      return { kind: 'content', assertion: null }
  }
}

function keyword(row: KumaRow, differs: Differs): KumaContent {
  const target = textOf(row, 'keyword')
  if (target === '') return { kind: 'none', reason: 'it has no keyword' }
  if (/":/.test(target)) differs('its keyword is looked for in JSON as it is sent, spaces and all')
  const isUnwanted = isOn(row, 'invert_keyword') !== isOn(row, 'upside_down')
  return asserted('TEXT_BODY', '', { comparison: isUnwanted ? 'NOT_CONTAINS' : 'CONTAINS', target })
}

function jsonQuery(row: KumaRow): KumaContent {
  const query = textOf(row, 'json_path')
  const path = pathOf(query)
  if (path === null) {
    return {
      kind: 'none',
      reason: `its query ${query.slice(0, 200)} is no plain path: write it as a JSONPath`,
    }
  }
  const operator = textOf(row, 'json_path_operator') || '=='
  const condition = conditionOf(operator, textOf(row, 'expected_value'), isOn(row, 'upside_down'))
  if (condition === null) {
    return { kind: 'none', reason: `its value is compared by ${operator}, which no assertion does` }
  }
  return asserted('JSON_BODY', path, condition)
}

function asserted(source: string, property: string, condition: Condition): KumaContent {
  return { kind: 'content', assertion: { source, property, regex: null, ...condition } }
}

const pathStep = /\.?(?:([A-Za-z_]\w*)|`([^`]+)`|\[(-?\d+)\])/y

/**
 * Queries are JSONata there, of which most people use no more than the path to a value: `data.items[0].state`, with or
 * without a `$` before it. Null for anything beyond that.
 */
function pathOf(query: string): string | null {
  const rest = query.replace(/^\$(?:\.|(?=$|[[`]))/, '')
  if (query === '' || rest === '') return '$'
  const steps: string[] = []
  pathStep.lastIndex = 0
  while (pathStep.lastIndex < rest.length) {
    const [, name, quoted, index] = pathStep.exec(rest) ?? []
    if (name !== undefined) steps.push(`.${name}`)
    else if (quoted !== undefined) steps.push(`[${JSON.stringify(quoted)}]`)
    else if (index !== undefined) steps.push(`[${index}]`)
    else return null
  }
  return `$${steps.join('')}`
}

const opposites: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '>': '<=',
  '<=': '>',
  '<': '>=',
  '>=': '<',
}

function conditionOf(operator: string, target: string, isUpsideDown: boolean): Condition | null {
  if (operator === 'contains') return { comparison: isUpsideDown ? 'NOT_CONTAINS' : 'CONTAINS', target }
  const wanted = isUpsideDown ? opposites[operator] : operator
  if (wanted === '==') return { comparison: 'EQUALS', target }
  if (wanted === '!=') return { comparison: 'NOT_EQUALS', target }
  const limit = Number(target)
  if (target === '' || !Number.isFinite(limit)) return null
  switch (wanted) {
    case '>':
      return { comparison: 'GREATER_THAN', target }
    case '<':
      return { comparison: 'LESS_THAN', target }
    // Between these two and the limit itself there is no number.
    case '>=':
      return { comparison: 'GREATER_THAN', target: String(neighbourOf(limit, -1)) }
    case '<=':
      return { comparison: 'LESS_THAN', target: String(neighbourOf(limit, 1)) }
    default:
      return null
  }
}

/** The next number that a double can hold, downwards or upwards. */
function neighbourOf(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(value > 0 ? direction : -direction))
  return view.getFloat64(0)
}
