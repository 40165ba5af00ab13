import type { DnsAnswer, DnsDocument } from '@sonde/schema/check-types/dns/result.ts'
import type { FoundValue } from '../comparison.ts'
import { queryJson } from '../json-path.ts'
import type { FindValue } from '../assertions.ts'
import { findInText } from '../text-source.ts'
import type { WorkBudget } from '../work-budget.ts'

/** What the assertions of a DNS monitor look at; the time is shorter by `lessMs`. */
export function findInDns({ text, json, lookupMs }: DnsDocument, lessMs: number): FindValue {
  return (assertion, budget) => {
    switch (assertion.source) {
      case 'RESPONSE_TIME':
        return { kind: 'one', value: Math.max(0, lookupMs - lessMs) }
      case 'RESPONSE_CODE':
        return { kind: 'one', value: json.Status }
      case 'TEXT_ANSWER':
        return findInText(text, assertion, budget)
      case 'JSON_ANSWER':
        return findByPath(json, assertion.property, budget)
      default:
        return { kind: 'unreadable', why: `a DNS monitor has no source "${assertion.source}"` }
    }
  }
}

function findByPath(json: DnsAnswer, path: string, budget: WorkBudget): FoundValue {
  const answer = queryJson(path, json, budget)
  if (answer.kind === 'gave-up') return { kind: 'unreadable', why: answer.why }
  const { values, isSingular } = answer
  if (values.length === 0) return { kind: 'missing' }
  return isSingular ? { kind: 'one', value: values[0] } : { kind: 'several', values }
}
