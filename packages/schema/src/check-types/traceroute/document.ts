import { Type } from 'typebox'
import { withRules, type Rule } from '../../validation/annotations.ts'
import { assertionSchema, mostAssertions, numberComparisons } from '../assertion.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { hostnameMistake } from '../hostname.ts'
import { ipFamilies } from '../ip-family.ts'
import { TimeLimit, monitorSchemas } from '../monitor-schemas.ts'
import { mostHops, traceProtocols } from './traceroute-path.ts'

export const tracerouteSubMinuteSeconds = [30] as const

const pathComparisons = ['EQUALS', 'GREATER_THAN', 'LESS_THAN'] as const

const TracerouteAssertion = assertionSchema('TracerouteAssertion', {
  RESPONSE_TIME: {
    comparisons: numberComparisons,
    property: { kind: 'one-of', names: ['avg', 'min', 'max', 'stdDev'] },
    target: 'number',
  },
  HOP_COUNT: {
    comparisons: pathComparisons,
    property: { kind: 'empty' },
    target: { kind: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
  PACKET_LOSS: {
    comparisons: pathComparisons,
    property: { kind: 'empty' },
    target: { kind: 'number', minimum: 0, maximum: 100 },
  },
})

const requestFields = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'Name or IP address, without scheme, port or path.',
  }),
  protocol: Type.Optional(
    Nullable(OneOf(traceProtocols), {
      default: 'TCP',
      description: 'Packets to send: TCP SYN, UDP datagrams, ICMP echo requests or SCTP INIT.',
    }),
  ),
  port: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 65535 }), {
      description: 'Default: 443 for TCP, 33434 for UDP and SCTP. ICMP has none.',
    }),
  ),
  ipFamily: Type.Optional(Nullable(OneOf(ipFamilies), { default: 'IPv4' })),
  maxHops: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: mostHops }), { default: 30 })),
  maxUnknownHops: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 30 }), {
      description:
        'Number of hops in a row without a reply after which the trace stops. Default: 15 or maxHops.',
    }),
  ),
  ptrLookup: Type.Optional(
    Nullable(Type.Boolean(), { default: true, description: 'Whether the names of the hops are looked up.' }),
  ),
  timeout: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 30 }), {
      default: 10,
      description: 'Seconds for the whole trace; the names of the hops take up to 2 more.',
    }),
  ),
  assertions: Type.Optional(Type.Array(TracerouteAssertion, { maxItems: mostAssertions, default: [] })),
}

const urlIsHost: Rule = ({ url }) => {
  if (typeof url !== 'string' || url === '') return []
  const message = hostnameMistake(url)
  return message === null ? [] : [{ path: 'url', message }]
}

const unknownHopsFit: Rule = ({ maxHops, maxUnknownHops }) => {
  if (typeof maxHops !== 'number' || typeof maxUnknownHops !== 'number' || maxUnknownHops <= maxHops) {
    return []
  }
  return [
    { path: 'maxUnknownHops', message: `(${maxUnknownHops}) must not be greater than maxHops (${maxHops})` },
  ]
}

const TracerouteRequest = withRules(
  component('TracerouteRequest', Type.Object(requestFields)),
  urlIsHost,
  unknownHopsFit,
)

const limit = (byDefault: number, what: string) =>
  TimeLimit(byDefault, { maximum: 30_000, description: `Average latency (ms) of the target ${what}.` })

export const tracerouteSchemas = monitorSchemas({
  checkType: 'TRACEROUTE',
  name: 'TracerouteMonitor',
  request: TracerouteRequest,
  fields: {
    degradedResponseTime: limit(10_000, 'from which the check is degraded'),
    maxResponseTime: limit(20_000, 'from which the check fails'),
  },
  subMinuteSeconds: tracerouteSubMinuteSeconds,
})
