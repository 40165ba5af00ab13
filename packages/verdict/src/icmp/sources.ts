import type { IcmpDocument } from '@sonde/schema/check-types/icmp/result.ts'
import type { FoundValue } from '../comparison.ts'
import { queryJson } from '../json-path.ts'
import type { FindValue } from '../assertions.ts'
import type { WorkBudget } from '../work-budget.ts'

const aggregates = ['avg', 'min', 'max', 'stdDev'] as const

/** What the assertions of an ICMP monitor look at. */
export function findInIcmp(document: IcmpDocument): FindValue {
  return ({ source, property }, budget) => {
    switch (source) {
      case 'LATENCY':
        return findLatency(document, property)
      case 'JSON_RESPONSE':
        return findByPath(document, property, budget)
      default:
        return { kind: 'unreadable', why: `an ICMP monitor has no source "${source}"` }
    }
  }
}

function findLatency({ latency }: IcmpDocument, property: string): FoundValue {
  const aggregate = aggregates.find((name) => name.toLowerCase() === property.toLowerCase())
  if (aggregate === undefined) return { kind: 'unreadable', why: `latency has no "${property}"` }
  const value = latency[aggregate]
  return value === null ? { kind: 'missing' } : { kind: 'one', value }
}

function findByPath(document: IcmpDocument, path: string, budget: WorkBudget): FoundValue {
  const answer = queryJson(path, document, budget)
  if (answer.kind === 'gave-up') return { kind: 'unreadable', why: answer.why }
  // Null stands in this document only for latencies that nobody knows: they are missing, not a value.
  const values = answer.values.filter((value) => value !== null)
  if (values.length === 0) return { kind: 'missing' }
  return answer.isSingular ? { kind: 'one', value: values[0] } : { kind: 'several', values }
}
