import { showDate, showMoment } from '@sonde/ground/shown-time.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import {
  type FailureCategory,
  serverNameOf,
  type SslCheckResult,
  type SslDocument,
  type SslRunConfig,
} from '@sonde/schema/check-types/ssl/result.ts'
import { type Fault, evaluateMeasurement, type Measured } from '../evaluate-measurement.ts'
import type { Evaluation } from '../evaluation.ts'
import { describeViolations, evaluateBaseline } from './security-baseline.ts'
import { findInSsl, type SslDocumentWithBaseline } from './sources.ts'

export function evaluateSsl(
  config: SslRunConfig,
  measured: Measured<SslDocument>,
): Evaluation<SslCheckResult> {
  const { verdict, assertions, document, error, notRunCause } = evaluateMeasurement(
    measured,
    config,
    config.request.assertions,
    {
      findFault: (found) => toFault(findFailure(config, found)),
      find: (found, lessMs) => findInSsl(withBaseline(config, sooner(found, lessMs))),
      timeOf: ({ handshakeTimeMs }) => handshakeTimeMs,
      degradedReasons: (found) => degradedReasons(config, found),
    },
  )
  const response = document === null ? null : withBaseline(config, document)
  const { hostname, port, ipFamily, serverName = null } = config.request.sslConfig
  return {
    verdict,
    notRunCause,
    target: document?.resolvedIp ?? error?.address ?? hostname,
    detail: {
      tlsVersion: response?.protocol ?? null,
      cipherSuite: response?.cipherSuite ?? null,
      daysUntilExpiry: response?.daysUntilExpiry ?? null,
      handshakeTimeMs: response?.handshakeTimeMs ?? null,
      chainTrusted: response?.chainTrusted ?? null,
      hostnameVerified: response?.hostnameVerified ?? null,
      baselineVerdict: response?.securityBaseline?.verdict ?? null,
      baselineGrade: response?.securityBaseline?.grade ?? null,
      failureCategory: categoryOf(config, measured),
      requestError: error?.message ?? null,
      request: { hostname, port, ipFamily, serverName },
      assertions,
      response: error === null ? response : { ...response, error },
    },
  }
}

type Failure = { category: FailureCategory; error: ProbeError }

/** The first step that failed, in the order in which people would look for it. */
function findFailure(config: SslRunConfig, document: SslDocument): Failure | null {
  return findCertificateFailure(config, document) ?? findBaselineFailure(config, document)
}

function findCertificateFailure({ request }: SslRunConfig, document: SslDocument): Failure | null {
  const { sslConfig } = request
  const name = serverNameOf(request)
  const { certificate, chainTrustReason, chainTrustDetail } = document
  const isExpired = document.daysUntilExpiry < 0
  if (!document.hostnameVerified) {
    const shown = certificate.sans
      .slice(0, 10)
      .map((san) => san.slice(0, 255))
      .join(', ')
    const names = `names: ${shown === '' ? 'none' : shown}`
    return failure(
      'hostname',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      `Certificate does not cover ${name} (${names})`,
    )
  }
  if (!document.chainTrusted && !sslConfig.skipChainValidation) {
    const message = chainTrustDetail ?? `Certificate chain of ${name} is incomplete or not trusted`
    const expiry = isExpired ? `; the certificate also expired on ${momentIn(certificate.notAfter)}` : ''
    return failure('chain', chainTrustReason ?? 'ERR_TLS_CHAIN', `${message}${expiry}`)
  }
  if (document.ocspStatus === 'revoked') {
    return failure(
      'chain',
      'CERT_REVOKED',
      `Certificate of ${name} is revoked, according to its stapled OCSP response`,
    )
  }
  if (isExpired) {
    const message = `Certificate of ${name} expired on ${momentIn(certificate.notAfter)}`
    return failure('expired', 'CERT_HAS_EXPIRED', message)
  }
  if (document.notYetValid) {
    const message = `Certificate of ${name} is not valid before ${momentIn(certificate.notBefore)}`
    return failure('notYetValid', 'CERT_NOT_YET_VALID', message)
  }
  // Of a chain that is trusted: an authority in it is not valid now, and clients refuse the chain.
  if (chainTrustReason !== null && chainTrustDetail !== null && !sslConfig.skipChainValidation) {
    const category = chainTrustReason === 'CERT_NOT_YET_VALID' ? 'notYetValid' : 'expired'
    return failure(category, chainTrustReason, chainTrustDetail)
  }
  return null
}

function findBaselineFailure({ request }: SslRunConfig, document: SslDocument): Failure | null {
  const baseline = request.sslConfig.securityBaseline
  const result = evaluateBaseline(baseline, document)
  if (result.verdict !== 'fail') return null
  const rules = describeViolations(result, 'fail', { baseline, document })
  return failure(
    'baseline',
    'ERR_SECURITY_BASELINE',
    `${serverNameOf(request)} violates the baseline: ${rules}`,
  )
}

function failure(category: FailureCategory, code: string, message: string): Failure {
  return { category, error: { code, message } }
}

/** A certificate came: whatever is wrong with it, the target has answered. */
function toFault(failed: Failure | null): Fault | null {
  return failed === null ? null : { error: failed.error, isNetworkError: false }
}

/** What is wrong with a certificate says more than the strength of a connection that nobody should use. */
function withBaseline(config: SslRunConfig, document: SslDocument): SslDocumentWithBaseline {
  const isSkipped = findCertificateFailure(config, document) !== null
  const { securityBaseline } = config.request.sslConfig
  return {
    ...document,
    securityBaseline: isSkipped ? null : evaluateBaseline(securityBaseline, document),
  }
}

function sooner(document: SslDocument, lessMs: number): SslDocument {
  if (lessMs === 0) return document
  return { ...document, handshakeTimeMs: Math.max(0, document.handshakeTimeMs - lessMs) }
}

function degradedReasons(config: SslRunConfig, document: SslDocument): string[] {
  const { alertDaysBeforeExpiry, securityBaseline: baseline } = config.request.sslConfig
  const name = serverNameOf(config.request)
  const { daysUntilExpiry: days, certificate } = document
  const reasons: string[] = []
  if (days <= alertDaysBeforeExpiry) {
    const [left, limit] = [daysOf(days), daysOf(alertDaysBeforeExpiry)]
    reasons.push(`Certificate of ${name} expires in ${left} (${dayIn(certificate.notAfter)}), limit ${limit}`)
  }
  const result = evaluateBaseline(baseline, document)
  if (result.verdict === 'warn') {
    const rules = describeViolations(result, 'degrade', { baseline, document })
    reasons.push(`${name} is below the baseline: ${rules}`)
  }
  return reasons
}

/** `Nov 21, 2026, 02:14 UTC`; a date of a certificate may be none. */
function momentIn(time: string): string {
  return showTime(time, showMoment)
}

/** `Nov 21, 2026` */
function dayIn(time: string): string {
  return showTime(time, showDate)
}

function showTime(time: string, show: (at: number) => string): string {
  const at = Date.parse(time)
  return Number.isNaN(at) ? 'an unreadable date' : show(at)
}

function daysOf(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}

function categoryOf(config: SslRunConfig, { outcome }: Measured<SslDocument>): FailureCategory | null {
  switch (outcome.kind) {
    case 'not-run':
      return null
    case 'answered':
      return findFailure(config, outcome.document)?.category ?? null
    case 'unreachable':
      return categoryOfError(outcome.error)
    default:
      return outcome satisfies never
  }
}

/** By the step that a probe names; a proxy that refuses is a part of connecting. */
function categoryOfError({ phase, code }: ProbeError): FailureCategory {
  if (phase === 'dns') return 'dns'
  if (phase !== 'tls') return 'connect'
  return code === 'ETIMEDOUT' ? 'timeout' : 'handshake'
}
