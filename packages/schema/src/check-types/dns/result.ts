import { Type, type Static } from 'typebox'
import type { Assertion } from '../assertion.ts'
import { AssertionResult } from '../assertion-result.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { longestMeasuredMs, ProbeError } from '../../runs/outcome.ts'

export const dnsQueryTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SOA', 'NS', 'HTTPS'] as const
export type DnsQueryType = (typeof dnsQueryTypes)[number]

export const dnsProtocols = ['UDP', 'TCP'] as const
export type DnsProtocol = (typeof dnsProtocols)[number]

/** Of a name in the form that people read: 253 characters, each perhaps written as `\\000`. */
const longestName = 1_020
const shortText = { maxLength: 20 }

const DnsRecord = component(
  'DnsRecord',
  Type.Object({
    name: Type.String({ maxLength: longestName }),
    type: Type.String(shortText),
    TTL: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
    data: Type.String({ maxLength: 65_536 }),
  }),
)
export type DnsRecord = Static<typeof DnsRecord>

/** A reply as assertions on JSON see it. */
const DnsAnswer = component(
  'DnsAnswer',
  Type.Object({
    Status: Type.String(shortText),
    TC: Type.Boolean({ description: 'The reply was truncated.' }),
    RD: Type.Boolean(),
    RA: Type.Boolean(),
    AD: Type.Boolean(),
    CD: Type.Boolean(),
    Question: Type.Array(
      Type.Object({ name: Type.String({ maxLength: longestName }), type: Type.String(shortText) }),
      { maxItems: 1 },
    ),
    Answer: Type.Array(DnsRecord, { maxItems: 10_000 }),
  }),
)
export type DnsAnswer = Static<typeof DnsAnswer>

const NameServerInfo = component(
  'NameServerInfo',
  Type.Object({
    name: Type.Optional(
      Type.String({ maxLength: 2048, description: 'Name of the server, if the check uses a name.' }),
    ),
    host: Type.String({ maxLength: 2048, description: 'Its address.' }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  }),
)
export type NameServerInfo = Static<typeof NameServerInfo>

/** What was measured, before it is cut for storing. */
export type DnsDocument = {
  nameServer: NameServerInfo
  lookupMs: number
  text: string
  json: DnsAnswer
}

/** The part of a stored result that only DNS monitors have. */
export const DnsCheckResult = component(
  'DnsCheckResult',
  Type.Object({
    requestError: Nullable(Type.String({ maxLength: 10_000 })),
    request: Type.Object({
      // Three times what they can be: a mask of nine characters may stand for three.
      query: Type.String({ maxLength: 762 }),
      recordType: OneOf(dnsQueryTypes),
      protocol: OneOf(dnsProtocols),
      nameServer: Nullable(Type.String({ maxLength: 300 })),
      port: Nullable(Type.Integer({ minimum: 1, maximum: 65_535 })),
    }),
    nameServerInfo: Nullable(NameServerInfo, {
      description: 'The server that replied, or was queried last; null if none was queried.',
    }),
    response: Nullable(
      Type.Partial(
        Type.Object({
          returnCode: Type.String(shortText),
          answer: Type.String({ maxLength: 65_536, description: 'The reply as text.' }),
          json: DnsAnswer,
          responseTime: Type.Integer({ minimum: 0, maximum: longestMeasuredMs }),
          answerTruncated: Type.Boolean({
            description: 'Whether the text or the records were cut.',
          }),
          error: ProbeError,
        }),
      ),
    ),
    assertions: Type.Array(AssertionResult, { maxItems: 100 }),
  }),
)
export type DnsCheckResult = Static<typeof DnsCheckResult>

/** The fields of a check that its runs need. */
export type DnsRunConfig = {
  request: {
    query: string
    recordType: DnsQueryType
    nameServer?: string | null
    port?: number | null
    protocol: DnsProtocol
    assertions: readonly Assertion[]
  }
  shouldFail: boolean
  degradedResponseTime: number | null
  maxResponseTime: number | null
}

/** The detail of a run that measured nothing, because the trouble was ours. */
export function dnsDetailOfError({ request }: DnsRunConfig, message: string): DnsCheckResult {
  return {
    requestError: message,
    request: askedOf(request),
    nameServerInfo: null,
    response: null,
    assertions: [],
  }
}

/** The question as results show it. */
export function askedOf({
  query,
  recordType,
  protocol,
  nameServer,
  port,
}: DnsRunConfig['request']): DnsCheckResult['request'] {
  const hasServer = (nameServer ?? '') !== ''
  return {
    query,
    recordType,
    protocol,
    nameServer: hasServer ? (nameServer ?? null) : null,
    port: hasServer ? (port ?? 53) : null,
  }
}

/** 15 s for all servers, and 5 s more before we give up on ourselves. */
export const longestDnsAttemptMs = 20_000
