import type { X509Certificate } from 'node:crypto'
import { showMoment } from '@sonde/ground/shown-time.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { certificateDates } from './certificate-dates.ts'
import { type Anchors, dateProblem, findTrustedPath, isIssuedBy } from './chain-trust.ts'
import { alternativeNames, coversHost } from './covers-host.ts'

export type PresentedChain = {
  /** As they were sent, the leaf first. */
  certificates: readonly X509Certificate[]
  /** What OpenSSL said of them by the clock of this machine; null: nothing. */
  openSslCode: string | null
}

/** Of a certificate that a client must not accept, in the codes of OpenSSL and in words of ours. */
export function findCertificateProblem(
  { certificates, openSslCode }: PresentedChain,
  { host, nowAt, anchors }: { host: string; nowAt: number; anchors: () => Anchors },
): ProbeError | null {
  const [leaf] = certificates
  if (leaf === undefined) return chainError('UNABLE_TO_GET_ISSUER_CERT', host, '')
  const chainCode = findChainProblem({ certificates, openSslCode }, anchors)
  if (chainCode !== null) return chainError(chainCode, host, expiryBeside(leaf, nowAt))
  if (dateProblem(leaf, nowAt) !== null) return dateError(leaf, nowAt, host, `Certificate of ${host}`)
  const issuer = findUntimelyIssuer({ certificates, openSslCode }, nowAt, anchors)
  if (issuer !== null) return untimelyIssuerError(issuer, nowAt, host)
  return coversHost(leaf, host) ? null : nameError(leaf, host)
}

/**
 * Why the chain is not trusted, dates aside. OpenSSL goes on after an error and tells the last one, and its look
 * at the dates comes last: behind a date error may hide a chain that leads nowhere, so that one is checked here.
 */
export function findChainProblem(
  { certificates, openSslCode }: PresentedChain,
  anchors: () => Anchors,
): string | null {
  if (openSslCode === null) return null
  if (!isDateCode(openSslCode)) return openSslCode
  return findTrustedPath(certificates, anchors()) === null ? nameBrokenChain(certificates) : null
}

function isDateCode(code: string): boolean {
  return code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID'
}

/** The code that OpenSSL would have given, had the dates been right. */
function nameBrokenChain(certificates: readonly X509Certificate[]): string {
  const [leaf] = certificates
  if (leaf === undefined) return 'UNABLE_TO_GET_ISSUER_CERT'
  if (isIssuedBy(leaf, leaf)) return 'DEPTH_ZERO_SELF_SIGNED_CERT'
  const last = certificates.at(-1)
  if (last !== undefined && last !== leaf && isIssuedBy(last, last)) return 'SELF_SIGNED_CERT_IN_CHAIN'
  const hasIssuer = certificates.some((other) => other !== leaf && leaf.issuer === other.subject)
  return hasIssuer ? 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' : 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
}

/**
 * The authority between the leaf and a trusted one that has expired or is not valid yet, where no other way leads there:
 * clients refuse the chain however long the leaf is valid. The service's time decides: the clock of this machine may be
 * years off.
 */
export function findUntimelyIssuer(
  { certificates, openSslCode }: PresentedChain,
  nowAt: number,
  anchors: () => Anchors,
): X509Certificate | null {
  if (openSslCode === null || findTrustedPath(certificates, anchors(), nowAt) !== null) return null
  const [, ...issuers] = findTrustedPath(certificates, anchors()) ?? []
  return issuers.find((certificate) => dateProblem(certificate, nowAt) !== null) ?? null
}

/** With the name of that authority: whoever renews the leaf alone mends nothing. */
export function untimelyIssuerError(issuer: X509Certificate, nowAt: number, host: string): ProbeError {
  const name = issuer.subject.replaceAll('\n', ', ').slice(0, mostNameLength)
  return dateError(issuer, nowAt, host, `Certificate of ${name} in the chain of ${host}`)
}

function dateError(certificate: X509Certificate, nowAt: number, host: string, whose: string): ProbeError {
  const isExpired = dateProblem(certificate, nowAt) === 'CERT_HAS_EXPIRED'
  const { from, to } = certificateDates(certificate)
  const date = momentOf(isExpired ? to : from)
  return {
    code: isExpired ? 'CERT_HAS_EXPIRED' : 'CERT_NOT_YET_VALID',
    message: `${whose} ${isExpired ? 'expired on' : 'is not valid before'} ${date}`,
    hostname: host,
    phase: 'tls',
  }
}

/** What else is wrong with a certificate whose chain is not trusted: mending the chain alone would not help. */
function expiryBeside(leaf: X509Certificate, nowAt: number): string {
  if (dateProblem(leaf, nowAt) !== 'CERT_HAS_EXPIRED') return ''
  return `; the certificate also expired on ${momentOf(certificateDates(leaf).to)}`
}

function momentOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'an unreadable date' : showMoment(date.getTime())
}

function chainError(code: string, host: string, besides: string): ProbeError {
  const message =
    code === 'DEPTH_ZERO_SELF_SIGNED_CERT'
      ? `Certificate of ${host} is self-signed`
      : `Certificate chain of ${host} is incomplete or not trusted`
  return { code, message: `${message}${explanation(code)}${besides}`, hostname: host, phase: 'tls' }
}

/** Everything beside the four usual cases is rare: its code says more than our words. */
function explanation(code: string): string {
  const usual = [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ]
  return usual.includes(code) ? '' : ` (${code})`
}

const mostNamesShown = 10
const mostNameLength = 255

function nameError(leaf: X509Certificate, host: string): ProbeError {
  const names = alternativeNames(leaf)
  const shown = names
    .slice(0, mostNamesShown)
    .map((name) => (name.length > mostNameLength ? `${name.slice(0, mostNameLength)}…` : name))
  const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : ''
  return {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    message: `Certificate does not cover ${host} (names: ${shown.length === 0 ? 'none' : shown.join(', ')}${more})`,
    hostname: host,
    phase: 'tls',
  }
}
