import { Type, type Static } from 'typebox'
import type { Assertion } from '../assertion.ts'
import { AssertionResult } from '../assertion-result.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { ipFamilies, type IpFamily } from '../ip-family.ts'
import { longestMeasuredMs, ProbeError } from '../../runs/outcome.ts'
import { baselineSeverities, type SecurityBaseline } from '../security-baseline.ts'
import { tlsVersions } from '../tls-version.ts'

/** Certificates are written by strangers: whatever they hold is cut at these. */
export const sslLimits = { name: 1000, text: 2048, names: 1000, chain: 20, serial: 200 } as const

const name = Type.String({ maxLength: sslLimits.name })
const text = Type.String({ maxLength: sslLimits.text })
const fingerprint = Type.String({ maxLength: 192, description: '64 hexadecimal digits, without colons.' })
const milliseconds = Type.Number({ minimum: 0, maximum: longestMeasuredMs })

const SslCertificate = component(
  'SslCertificate',
  Type.Object({
    subject: text,
    issuer: text,
    subjectCN: Nullable(name),
    issuerCN: Nullable(name),
    serialNumber: Type.String({ maxLength: sslLimits.serial, description: 'Decimal.' }),
    notBefore: Type.String({ maxLength: 50 }),
    notAfter: Type.String({ maxLength: 50 }),
    sans: Type.Array(name, { maxItems: sslLimits.names }),
    fingerprintSha256: fingerprint,
    issuerFingerprintSha256: Nullable(fingerprint, {
      description: 'Null if the issuer was not sent and is not known.',
    }),
    signatureAlgorithm: Type.String({ maxLength: 100 }),
    keyAlgorithm: Type.String({ maxLength: 100 }),
    keySizeBits: Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    selfSigned: Type.Boolean(),
    isCA: Type.Boolean(),
    mustStaple: Type.Boolean({ description: 'It requires a stapled OCSP response.' }),
    hasSct: Type.Boolean({ description: 'It contains signed certificate timestamps.' }),
  }),
)
export type SslCertificate = Static<typeof SslCertificate>

const ocspStatuses = ['good', 'revoked', 'unknown'] as const
export type OcspStatus = (typeof ocspStatuses)[number]

const documentFields = {
  resolvedIp: Nullable(Type.String({ maxLength: 100 }), {
    description: 'Null behind a proxy.',
  }),
  protocol: OneOf(tlsVersions),
  cipherSuite: Type.String({ maxLength: 100, description: 'Its IANA name.' }),
  handshakeTimeMs: milliseconds,
  hostnameVerified: Type.Boolean(),
  chainTrusted: Type.Boolean({ description: 'Ignores dates.' }),
  chainTrustReason: Nullable(
    Type.String({
      maxLength: 100,
      description: 'Why it is not trusted, or that an authority in it is not valid now.',
    }),
  ),
  chainTrustDetail: Nullable(text),
  incompleteChain: Type.Boolean({ description: 'The issuer of the leaf was not sent and is not known.' }),
  missingIntermediate: Nullable(text),
  daysUntilExpiry: Type.Integer({ minimum: -10_000_000, maximum: 10_000_000 }),
  notYetValid: Type.Boolean(),
  ocspStapled: Type.Boolean(),
  ocspStatus: Nullable(OneOf(ocspStatuses)),
  sctPresent: Type.Boolean({ description: 'In the certificate or in its staple.' }),
  distrustedCA: Nullable(text, { description: 'An authority of the chain that browsers distrust.' }),
  certificate: SslCertificate,
  chain: Type.Array(SslCertificate, {
    maxItems: sslLimits.chain,
    description: 'What was sent after the leaf.',
  }),
}

/** What was found, before it is evaluated. */
const SslDocument = Type.Object(documentFields)
export type SslDocument = Static<typeof SslDocument>

const baselineVerdicts = ['pass', 'warn', 'fail'] as const
const baselineGrades = ['A-', 'B', 'F'] as const

const ruleOutcome = Type.Optional(
  Type.Object({ violated: Type.Boolean(), severity: OneOf(baselineSeverities) }),
)

const BaselineResult = component(
  'SslBaselineResult',
  Type.Object(
    {
      verdict: OneOf(baselineVerdicts),
      grade: OneOf(baselineGrades),
      minTLSVersion: ruleOutcome,
      minKeySizeBits: ruleOutcome,
      weakSignatureAlgorithm: ruleOutcome,
      weakCipherSuite: ruleOutcome,
      knownBadCA: ruleOutcome,
      recommendedTLSVersion: ruleOutcome,
      recommendedKeySizeBits: ruleOutcome,
      ocspMustStapleRespected: ruleOutcome,
      sctPresent: ruleOutcome,
    },
    { description: 'Without its rules if the baseline is off.' },
  ),
)
export type BaselineResult = Static<typeof BaselineResult>

const failureCategories = [
  'dns',
  'connect',
  'timeout',
  'handshake',
  'hostname',
  'chain',
  'expired',
  'notYetValid',
  'baseline',
] as const
export type FailureCategory = (typeof failureCategories)[number]

/** The part of a stored result that only SSL monitors have. */
export const SslCheckResult = component(
  'SslCheckResult',
  Type.Object({
    tlsVersion: Nullable(OneOf(tlsVersions)),
    cipherSuite: Nullable(Type.String({ maxLength: 100 })),
    daysUntilExpiry: Nullable(documentFields.daysUntilExpiry),
    handshakeTimeMs: Nullable(milliseconds),
    chainTrusted: Nullable(Type.Boolean()),
    hostnameVerified: Nullable(Type.Boolean()),
    baselineVerdict: Nullable(OneOf(baselineVerdicts)),
    baselineGrade: Nullable(OneOf(baselineGrades)),
    failureCategory: Nullable(OneOf(failureCategories)),
    requestError: Nullable(Type.String({ maxLength: 10_000 })),
    request: Type.Object({
      hostname: Type.String({ maxLength: 2048 }),
      port: Type.Integer({ minimum: 1, maximum: 65_535 }),
      ipFamily: OneOf(ipFamilies),
      serverName: Nullable(Type.String({ maxLength: 2048 })),
    }),
    assertions: Type.Array(AssertionResult, { maxItems: 100 }),
    response: Nullable(
      Type.Partial(
        Type.Object({ ...documentFields, securityBaseline: Nullable(BaselineResult), error: ProbeError }),
      ),
    ),
  }),
)
export type SslCheckResult = Static<typeof SslCheckResult>

/** As answers have it: clients of the contract know no null for these. */
export const SslResultAnswer = Type.Object({
  ...SslCheckResult.properties,
  baselineVerdict: Type.Optional(OneOf(baselineVerdicts, { description: 'Omitted if there was none.' })),
  baselineGrade: Type.Optional(OneOf(baselineGrades, { description: 'Omitted if there was none.' })),
})

/** The fields of a check that its runs need. */
export type SslRunConfig = {
  request: {
    sslConfig: {
      hostname: string
      port: number
      serverName?: string | null
      ipFamily: IpFamily
      skipChainValidation: boolean
      handshakeTimeoutMs: number
      alertDaysBeforeExpiry: number
      securityBaseline: SecurityBaseline
      clientCertificateMode?: 'auto' | 'explicit' | null
    }
    sslClientCertificateId?: string | null
    assertions: readonly Assertion[]
  }
  shouldFail: boolean
  degradedResponseTime: number | null
  maxResponseTime: number | null
}

/** The name that is asked for and that the certificate must cover. */
export function serverNameOf({ sslConfig }: SslRunConfig['request']): string {
  const { serverName, hostname } = sslConfig
  return serverName === undefined || serverName === null || serverName === '' ? hostname : serverName
}

/** The detail of a run that found nothing, because the trouble was ours. */
export function sslDetailOfError({ request }: SslRunConfig, message: string): SslCheckResult {
  const { hostname, port, ipFamily, serverName = null } = request.sslConfig
  return {
    tlsVersion: null,
    cipherSuite: null,
    daysUntilExpiry: null,
    handshakeTimeMs: null,
    chainTrusted: null,
    hostnameVerified: null,
    baselineVerdict: null,
    baselineGrade: null,
    failureCategory: null,
    requestError: message,
    request: { hostname, port, ipFamily, serverName },
    assertions: [],
    response: null,
  }
}

/** For the connection, the tunnel through a proxy included. */
export const sslConnectMs = 10_000

/** 5 s for the name, then connection and handshake; and 5 s more before we give up on ourselves. */
export function longestSslAttemptMs({ request }: Pick<SslRunConfig, 'request'>): number {
  return 5000 + sslConnectMs + request.sslConfig.handshakeTimeoutMs + 5000
}
