import { Type } from 'typebox'
import { type Rule, withRules } from '../../validation/annotations.ts'
import { assertionSchema, mostAssertions, numberComparisons } from '../assertion.ts'
import { OneOf, component } from '../../validation/building-blocks.ts'
import { ipFamilies } from '../ip-family.ts'
import { TimeLimit, monitorSchemas } from '../monitor-schemas.ts'
import { urlMistake } from './url-address.ts'

export const urlSubMinuteSeconds = [10, 20, 30] as const

const UrlAssertion = assertionSchema('UrlAssertion', {
  STATUS_CODE: { comparisons: numberComparisons, property: { kind: 'empty' }, target: 'number' },
})

const addressRule: Rule = ({ url }) => {
  if (typeof url !== 'string' || url === '') return []
  const message = urlMistake(url)
  return message === null ? [] : [{ path: 'url', message }]
}

const UrlRequest = withRules(
  component(
    'UrlRequest',
    Type.Object({
      method: Type.Optional(OneOf(['GET'] as const, { default: 'GET' })),
      url: Type.String({
        minLength: 1,
        maxLength: 2048,
        description:
          'http or https address. `user:password@` before the host is sent as basic authentication and never shown.',
      }),
      followRedirects: Type.Optional(
        Type.Boolean({
          default: true,
          description: 'Follows at most 10 redirects. If off, the first response counts.',
        }),
      ),
      skipSSL: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Do not verify certificates, including those of redirects.',
        }),
      ),
      ipFamily: Type.Optional(OneOf(ipFamilies, { default: 'IPv4' })),
      assertions: Type.Optional(Type.Array(UrlAssertion, { maxItems: mostAssertions, default: [] })),
    }),
  ),
  addressRule,
)

const longestLimitMs = 45_000

export const urlMonitor = monitorSchemas({
  checkType: 'URL',
  name: 'UrlMonitor',
  request: UrlRequest,
  fields: {
    degradedResponseTime: TimeLimit(3000, {
      maximum: longestLimitMs,
      description: 'Response time (ms) from which the check is degraded.',
    }),
    maxResponseTime: TimeLimit(5000, {
      maximum: longestLimitMs,
      description: 'Response time (ms) from which the check fails.',
    }),
  },
  subMinuteSeconds: urlSubMinuteSeconds,
})
