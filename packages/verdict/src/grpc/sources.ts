import type { JSONValue } from 'json-p3'
import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { GrpcDocument } from '@sonde/schema/check-types/grpc/result.ts'
import type { FoundValue } from '../comparison.ts'
import { queryJson } from '../json-path.ts'
import type { FindValue } from '../assertions.ts'
import { findInText } from '../text-source.ts'
import type { WorkBudget } from '../work-budget.ts'

/** What the assertions of one run share. */
type Shared = { readMessage(): JSONValue | undefined; budget: WorkBudget }

/** What the assertions of a gRPC monitor look at. Its time is shorter by `lessMs`. */
export function findInGrpc(document: GrpcDocument, lessMs: number): FindValue {
  let message: { value: JSONValue | undefined } | null = null
  return (assertion, budget) => {
    const readMessage = () => {
      message ??= { value: parseMessage(document.responseMessage, budget) }
      return message.value
    }
    return find(document, assertion, lessMs, { readMessage, budget })
  }
}

function find(
  document: GrpcDocument,
  { source, property, regex }: Assertion,
  lessMs: number,
  { readMessage, budget }: Shared,
): FoundValue {
  switch (source) {
    case 'RESPONSE_TIME': {
      const total = document.timingPhases?.total
      return total === undefined ? { kind: 'missing' } : { kind: 'one', value: Math.max(0, total - lessMs) }
    }
    case 'GRPC_STATUS_CODE':
      return orMissing(document.grpcStatusCode)
    case 'GRPC_HEALTHCHECK_STATUS':
      return orMissing(document.healthStatus)
    case 'GRPC_RESPONSE':
      return findByPath(readMessage(), property, budget)
    case 'TEXT_BODY':
      return findInText(document.responseMessage, { property, regex }, budget)
    case 'GRPC_METADATA':
      return findMetadata(document, property)
    default:
      return { kind: 'unreadable', why: `a gRPC monitor has no source "${source}"` }
  }
}

function orMissing(value: number | null): FoundValue {
  return value === null ? { kind: 'missing' } : { kind: 'one', value }
}

function findByPath(message: JSONValue | undefined, path: string, budget: WorkBudget): FoundValue {
  if (message === undefined) return { kind: 'missing' }
  const answer = queryJson(path, message, budget)
  if (answer.kind === 'gave-up') return { kind: 'unreadable', why: answer.why }
  const { values, isSingular } = answer
  if (values.length === 0) return { kind: 'missing' }
  return isSingular ? { kind: 'one', value: values[0] } : { kind: 'several', values }
}

function findMetadata({ metadata }: GrpcDocument, key: string): FoundValue {
  const name = key.toLowerCase()
  const values = metadata.filter((item) => item.key.toLowerCase() === name).map(({ value }) => value)
  return values.length === 0 ? { kind: 'missing' } : { kind: 'one', value: values.join(', ') }
}

/** Without a message there is no text. */
function parseMessage(text: string, budget: WorkBudget): JSONValue | undefined {
  budget.spend(text.length)
  return text === '' ? undefined : JSON.parse(text)
}
