import type { TcpDocument } from '@sonde/schema/check-types/tcp/result.ts'
import type { FindValue } from '../assertions.ts'
import { findInText } from '../text-source.ts'

/** What the assertions of a TCP monitor look at; the time is shorter by `lessMs`. */
export function findInTcp({ data, timingPhases }: TcpDocument, lessMs: number): FindValue {
  return (assertion, budget) => {
    switch (assertion.source) {
      case 'RESPONSE_TIME':
        return { kind: 'one', value: Math.max(0, timingPhases.total - lessMs) }
      case 'RESPONSE_DATA':
        return findInText(data, assertion, budget)
      default:
        return { kind: 'unreadable', why: `a TCP monitor has no source "${assertion.source}"` }
    }
  }
}
