import { Type } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { type Rule, withRules } from '../../validation/annotations.ts'
import {
  type Comparison,
  assertionSchema,
  comparisons,
  mostAssertions,
  numberComparisons,
} from '../assertion.ts'
import { Nullable, OneOf, Uuid, component } from '../../validation/building-blocks.ts'
import { hostnameMistake, hostnameRule } from '../hostname.ts'
import { ipFamilies } from '../ip-family.ts'
import { TimeLimit, monitorSchemas } from '../monitor-schemas.ts'
import { SecurityBaseline } from '../security-baseline.ts'
import { readTlsVersion } from '../tls-version.ts'

export const sslSubMinuteSeconds = [] as const

const equality = ['EQUALS', 'NOT_EQUALS'] as const
const membership = ['CONTAINS', 'NOT_CONTAINS'] as const
const textComparisons = [...equality, ...membership] as const
const flag = { comparisons: ['EQUALS'], target: 'boolean' } as const
const exact = { comparisons: equality, target: 'text' } as const
const text = { comparisons: textComparisons, target: 'text' } as const
const number = { comparisons: numberComparisons, target: 'number' } as const

const certificateProperties = {
  daysUntilExpiry: number,
  keySizeBits: number,
  subjectCN: text,
  issuerCN: text,
  serialNumber: exact,
  fingerprintSha256: exact,
  issuerFingerprintSha256: exact,
  keyAlgorithm: exact,
  signatureAlgorithm: exact,
  sans: { comparisons: membership, target: 'text' },
  selfSigned: flag,
  isCA: flag,
} as const

const connectionProperties = {
  tlsVersion: { comparisons: numberComparisons, target: 'text' },
  cipherSuite: text,
  resolvedIp: text,
  ocspStatus: exact,
  hostnameVerified: flag,
  chainTrusted: flag,
  ocspStapled: flag,
} as const

const withoutKeys = comparisons.filter((name) => !name.includes('HAS_'))
const withoutNull = withoutKeys.filter((name) => !name.endsWith('_NULL'))

/** Every comparison that one of its properties knows; each property then has its own. */
function sourceOf(
  byProperty: Readonly<
    Record<string, { comparisons: readonly Comparison[]; target: 'number' | 'boolean' | 'text' }>
  >,
) {
  return {
    comparisons,
    target: 'text',
    property: { kind: 'one-of', names: Object.keys(byProperty) },
    byProperty,
  } as const
}

const versionRule: Rule = ({ source, property, target }) => {
  if (source !== 'CONNECTION' || typeof property !== 'string' || property.toLowerCase() !== 'tlsversion') {
    return []
  }
  if (typeof target !== 'string' || target.includes('{{') || readTlsVersion(target) !== null) return []
  return [{ path: 'target', message: 'must be a version of TLS, such as TLS1.2' }]
}

const SslAssertion = withRules(
  assertionSchema('SslAssertion', {
    CERTIFICATE: sourceOf(certificateProperties),
    CONNECTION: sourceOf(connectionProperties),
    RESPONSE_TIME: { comparisons: numberComparisons, property: { kind: 'empty' }, target: 'number' },
    JSON_RESPONSE: { comparisons: withoutKeys, property: { kind: 'json-path' }, target: 'text' },
    TEXT_RESPONSE: { comparisons: withoutNull, property: { kind: 'regex' }, target: 'text' },
  }),
  versionRule,
)

const withoutControls = '^[^\\x00-\\x1f\\x7f]*$'

const serverNameRule: Rule = ({ serverName }) => {
  if (typeof serverName !== 'string' || serverName === '') return []
  const message = hostnameMistake(serverName)
  return message === null ? [] : [{ path: 'serverName', message }]
}

const SslConfig = withRules(
  component(
    'SslConfig',
    Type.Object({
      hostname: Type.String({
        minLength: 1,
        maxLength: 2048,
        pattern: withoutControls,
        description: 'Name or IP address, without scheme, port or path.',
      }),
      port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, default: 443 })),
      serverName: Type.Optional(
        Nullable(Type.String({ maxLength: 2048, pattern: withoutControls }), {
          description: 'Name to send (SNI), which the certificate must cover; null or empty: the hostname.',
        }),
      ),
      ipFamily: Type.Optional(OneOf(ipFamilies, { default: 'IPv4' })),
      skipChainValidation: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Accept an untrusted chain. Name, dates and baseline are still checked.',
        }),
      ),
      handshakeTimeoutMs: Type.Optional(Type.Integer({ minimum: 1000, maximum: 30_000, default: 10_000 })),
      alertDaysBeforeExpiry: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 365,
          default: 20,
          description: 'Degraded if the certificate expires within this many days.',
        }),
      ),
      securityBaseline: Type.Optional(SecurityBaseline),
      clientCertificateMode: Type.Optional(
        Nullable(OneOf(['auto', 'explicit'] as const), {
          description:
            'auto: the stored certificate that matches the host; explicit: the one that sslClientCertificateId names; absent or null: none.',
        }),
      ),
    }),
  ),
  hostnameRule,
  serverNameRule,
)

const explicitRule: Rule = ({ sslConfig, sslClientCertificateId: id }, { complete }) => {
  const isExplicit = isRecord(sslConfig) && sslConfig['clientCertificateMode'] === 'explicit'
  // What an update leaves out may be stored.
  const isMissing = id === null || (complete && id === undefined)
  return isExplicit && isMissing
    ? [{ path: 'sslClientCertificateId', message: 'is required when clientCertificateMode is explicit' }]
    : []
}

const SslRequest = withRules(
  component(
    'SslRequest',
    Type.Object({
      sslConfig: SslConfig,
      sslClientCertificateId: Type.Optional(
        Nullable(Uuid(), { description: 'One of the client certificates of the account.' }),
      ),
      assertions: Type.Optional(Type.Array(SslAssertion, { maxItems: mostAssertions, default: [] })),
    }),
  ),
  explicitRule,
)

const limit = { maximum: 30_000, integer: true }

export const sslMonitor = monitorSchemas({
  checkType: 'SSL',
  name: 'SslMonitor',
  request: SslRequest,
  fields: {
    degradedResponseTime: TimeLimit(3000, {
      ...limit,
      description: 'Time of the TLS handshake (ms) from which the check is degraded.',
    }),
    maxResponseTime: TimeLimit(10_000, {
      ...limit,
      description: 'Time of the TLS handshake (ms) from which the check fails.',
    }),
  },
  subMinuteSeconds: sslSubMinuteSeconds,
})
