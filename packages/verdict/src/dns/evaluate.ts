import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import {
  askedOf,
  type DnsCheckResult,
  type DnsDocument,
  type DnsRecord,
  type DnsRunConfig,
  type NameServerInfo,
} from '@sonde/schema/check-types/dns/result.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { compare } from '../comparison.ts'
import { cutText } from '../cut-text.ts'
import { findInDns } from './sources.ts'
import {
  type Fault,
  type MeasurementEvaluation,
  evaluateMeasurement,
  type Measured,
  type TypeRules,
} from '../evaluate-measurement.ts'
import type { Evaluation } from '../evaluation.ts'

/** Together they leave room for the rest of a detail, whatever came. */
const longestText = { bytes: 65_536, json: 20_000 }
const longestRecords = 28_000

export function evaluateDns(
  config: DnsRunConfig,
  measured: Measured<DnsDocument>,
): Evaluation<DnsCheckResult> {
  const { query, nameServer, assertions } = config.request
  const evaluation = evaluateMeasurement(measured, config, assertions, rulesOf(config))
  const { verdict, document, error, notRunCause } = evaluation
  // A code that says no is an answer: the request itself went well.
  const isAnswered = document !== null && error?.code === document.json.Status
  const detail: DnsCheckResult = {
    requestError: error === null || isAnswered ? null : error.message,
    request: askedOf(config.request),
    nameServerInfo: document?.nameServer ?? serverInfoOf(error),
    response: responseOf(evaluation),
    assertions: evaluation.assertions,
  }
  const target = detail.nameServerInfo?.host ?? (nameServer === '' ? null : nameServer) ?? query
  return { verdict, detail, notRunCause, target }
}

/** Whether a code is all that the assertions on codes ask for: then no other server needs to be asked. */
export function isCodeWanted(code: string, assertions: readonly Assertion[]): boolean {
  const onCodes = assertions.filter(isOnCode)
  return (
    onCodes.length > 0 &&
    onCodes.every(
      ({ comparison, target }) => compare({ kind: 'one', value: code }, comparison, target) === null,
    )
  )
}

function isOnCode({ source }: Assertion): boolean {
  return source === 'RESPONSE_CODE'
}

function rulesOf({ request }: DnsRunConfig): TypeRules<DnsDocument> {
  const { query, assertions } = request
  const isCodeAsserted = assertions.some(isOnCode)
  return {
    findFault: (document) => (isCodeAsserted ? null : faultOf(document, query)),
    find: findInDns,
    timeOf: ({ lookupMs }) => lookupMs,
  }
}

function faultOf({ json, nameServer }: DnsDocument, query: string): Fault | null {
  const { Status: code } = json
  if (code === 'NOERROR') return null
  const { host, port } = nameServer
  const error = { code, message: `${host} answered ${code} for "${query}"`, address: host, port }
  return { error, isNetworkError: false }
}

function serverInfoOf(error: ProbeError | null): NameServerInfo | null {
  const { hostname, address, port } = error ?? {}
  if (address === undefined || port === undefined) return null
  return {
    ...(hostname === undefined || hostname === address ? {} : { name: hostname }),
    host: address,
    port,
  }
}

function responseOf({ document, error }: MeasurementEvaluation<DnsDocument>): DnsCheckResult['response'] {
  if (document === null) return error === null ? null : { error }
  const { text, json, lookupMs } = document
  const answer = cutText(text, longestText)
  const records = cutRecords(json.Answer)
  return {
    returnCode: json.Status,
    answer,
    json: { ...json, Answer: records },
    responseTime: Math.round(lookupMs),
    answerTruncated: answer.length < text.length || records.length < json.Answer.length,
    ...(error === null ? {} : { error }),
  }
}

/** The first records that fit; nobody reads the thousandth, and a hostile reply has thousands. */
function cutRecords(records: readonly DnsRecord[]): DnsRecord[] {
  let left = longestRecords
  const end = records.findIndex((record) => {
    left -= JSON.stringify(record).length + 1
    return left < 0
  })
  return records.slice(0, end === -1 ? records.length : end)
}
