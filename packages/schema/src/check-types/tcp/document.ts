import { Type } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { acceptedOnly, withRules, type Rule } from '../../validation/annotations.ts'
import { assertionSchema, mostAssertions, numberComparisons } from '../assertion.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { hostnameMistake, hostnameRule } from '../hostname.ts'
import { ipFamilies } from '../ip-family.ts'
import { monitorSchemas, TimeLimit } from '../monitor-schemas.ts'

export const tcpSubMinuteSeconds = [10, 20, 30] as const

const TcpAssertion = assertionSchema('TcpAssertion', {
  RESPONSE_TIME: { comparisons: numberComparisons, property: { kind: 'empty' }, target: 'number' },
  RESPONSE_DATA: {
    comparisons: [...numberComparisons, 'IS_EMPTY', 'NOT_EMPTY', 'CONTAINS', 'NOT_CONTAINS'],
    property: { kind: 'regex' },
    target: 'text',
  },
})

const name = { minLength: 1, maxLength: 2048 }
const text = { minLength: 1, maxLength: 100_000 }

const requestFields = {
  hostname: Type.Optional(
    Type.String({ ...name, description: 'Name or IP address, without scheme or port. Required.' }),
  ),
  url: Type.Optional(acceptedOnly(Type.String({ ...name, description: 'Alias of `hostname`.' }))),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  data: Type.Optional(
    Nullable(Type.String(text), { default: null, description: 'Sent as UTF-8 once connected.' }),
  ),
  body: Type.Optional(acceptedOnly(Nullable(Type.String(text), { description: 'Alias of `data`.' }))),
  ipFamily: Type.Optional(OneOf(ipFamilies, { default: 'IPv4' })),
  assertions: Type.Optional(Type.Array(TcpAssertion, { maxItems: mostAssertions, default: [] })),
}

const hasHostname: Rule = ({ hostname, url }, { complete }) =>
  complete && hostname === undefined && url === undefined
    ? [{ path: 'hostname', message: 'is required' }]
    : []

const urlIsHostname: Rule = ({ url }) => {
  const message = typeof url === 'string' && url !== '' ? hostnameMistake(url) : null
  return message === null ? [] : [{ path: 'url', message }]
}

const TcpRequest = withRules(
  component('TcpRequest', Type.Object(requestFields)),
  hasHostname,
  hostnameRule,
  urlIsHostname,
)

export const tcpSchemas = monitorSchemas({
  checkType: 'TCP',
  name: 'TcpCheck',
  request: TcpRequest,
  fields: {
    degradedResponseTime: TimeLimit(3000, {
      maximum: 45_000,
      description: 'Total time (ms) from which the check is degraded.',
    }),
    maxResponseTime: TimeLimit(5000, {
      maximum: 45_000,
      description: 'Total time (ms) from which the check fails.',
    }),
  },
  subMinuteSeconds: tcpSubMinuteSeconds,
})

/** A body with the older names of fields replaced by the ones that are stored. Of two, the newer name counts. */
export function withStoredNames(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { request } = body
  if (!isRecord(request)) return body
  const { url, body: sent, ...stored } = request
  if (stored['hostname'] === undefined && url !== undefined) stored['hostname'] = url
  // Some clients send both, one of them null.
  if ((stored['data'] ?? null) === null && sent !== undefined) stored['data'] = sent
  return { ...body, request: stored }
}
