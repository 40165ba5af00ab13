import { Type } from 'typebox'
import { withRules, type Rule } from '../../validation/annotations.ts'
import { assertionSchema, comparisons, mostAssertions, numberComparisons } from '../assertion.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { dnsProtocols, dnsQueryTypes } from './result.ts'
import { hostnameMistake } from '../hostname.ts'
import { monitorSchemas, TimeLimit } from '../monitor-schemas.ts'

export const dnsSubMinuteSeconds = [10, 20, 30] as const

const DnsAssertion = assertionSchema('DnsAssertion', {
  RESPONSE_TIME: { comparisons: numberComparisons, property: { kind: 'empty' }, target: 'number' },
  RESPONSE_CODE: {
    comparisons: ['EQUALS', 'NOT_EQUALS', 'CONTAINS', 'NOT_CONTAINS', 'IS_EMPTY', 'NOT_EMPTY'],
    property: { kind: 'empty' },
    target: 'text',
  },
  TEXT_ANSWER: { comparisons, property: { kind: 'regex' }, target: 'text' },
  JSON_ANSWER: { comparisons, property: { kind: 'json-path' }, target: 'text' },
})

const requestFields = {
  query: Type.String({
    minLength: 1,
    maxLength: 254,
    description: 'The name to look up: at most 253 characters, with or without a dot at the end.',
  }),
  recordType: OneOf(dnsQueryTypes),
  nameServer: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 100,
        description:
          'Name or IP address of the only DNS server to query. If omitted, the DNS servers of the location.',
      }),
    ),
  ),
  port: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port of the `nameServer`. Default: 53.' }),
    ),
  ),
  protocol: Type.Optional(OneOf(dnsProtocols, { default: 'UDP' })),
  assertions: Type.Optional(Type.Array(DnsAssertion, { maxItems: mostAssertions, default: [] })),
}

const queryIsName: Rule = ({ query }) => {
  const message = typeof query === 'string' && query !== '' ? queryMistake(query) : null
  return message === null ? [] : [{ path: 'query', message }]
}

/** Placeholders are filled in before a run, and the whole is validated again then. */
function queryMistake(query: string): string | null {
  const name = query.replaceAll(/\{\{[^{}]*\}\}/g, 'x').replace(/\.$/, '')
  if (/\s/.test(name)) return 'must not contain white space'
  if (query === '.') return null
  const labels = name.split('.')
  if (labels.includes('')) return 'must not have empty parts between its dots'
  // Letters beyond ASCII grow when DNS writes them; the agent validates those.
  if (labels.some((label) => label.length > 63)) return 'must not have parts of more than 63 characters'
  return name.length > 253 ? 'must have at most 253 characters' : null
}

const nameServerIsHost: Rule = ({ nameServer }) => {
  const message = typeof nameServer === 'string' && nameServer !== '' ? hostnameMistake(nameServer) : null
  return message === null ? [] : [{ path: 'nameServer', message }]
}

const portHasServer: Rule = ({ nameServer, port }, { complete }) =>
  complete && typeof port === 'number' && (nameServer ?? '') === ''
    ? [{ path: 'port', message: 'needs a nameServer' }]
    : []

const DnsRequest = withRules(
  component('DnsRequest', Type.Object(requestFields)),
  queryIsName,
  nameServerIsHost,
  portHasServer,
)

export const dnsSchemas = monitorSchemas({
  checkType: 'DNS',
  name: 'DnsMonitor',
  request: DnsRequest,
  fields: {
    degradedResponseTime: TimeLimit(500, {
      maximum: 5000,
      description: 'Lookup time (ms) from which the check is degraded.',
    }),
    maxResponseTime: TimeLimit(1000, {
      maximum: 5000,
      description: 'Lookup time (ms) from which the check fails.',
    }),
  },
  subMinuteSeconds: dnsSubMinuteSeconds,
})
