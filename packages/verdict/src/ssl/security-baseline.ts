import {
  type BaselineRule,
  baselineRules,
  type SecurityBaseline,
} from '@sonde/schema/check-types/security-baseline.ts'
import type { BaselineResult, SslCertificate, SslDocument } from '@sonde/schema/check-types/ssl/result.ts'
import { tlsVersions, type TlsVersion } from '@sonde/schema/check-types/tls-version.ts'

/** Whether a connection and its certificates are worth what the baseline asks for. */
export function evaluateBaseline(baseline: SecurityBaseline, document: SslDocument): BaselineResult {
  if (!baseline.enabled) return { verdict: 'pass', grade: 'A-' }
  const outcomes = baselineRules.map((rule) => ({
    rule,
    violated: isViolated[rule](document, baseline),
    severity: baseline[rule].severity,
  }))
  const hasViolated = (wanted: string, among: readonly BaselineRule[] = baselineRules): boolean =>
    outcomes.some(({ rule, violated, severity }) => violated && severity === wanted && among.includes(rule))
  const shown = Object.fromEntries(
    outcomes.map(({ rule, violated, severity }) => [rule, { violated, severity }]),
  )
  if (hasViolated('fail')) return { verdict: 'fail', grade: 'F', ...shown }
  if (hasViolated('degrade')) return { verdict: 'warn', grade: 'B', ...shown }
  return { verdict: 'pass', grade: hasViolated('ignore', recommendations) ? 'B' : 'A-', ...shown }
}

/** What lowers the grade even where it is ignored. */
const recommendations = ['recommendedTLSVersion', 'recommendedKeySizeBits'] as const

/** The rules behind a verdict, for people: `minKeySizeBits (1024, at least 2048)`. */
export function describeViolations(
  result: BaselineResult,
  severity: 'fail' | 'degrade',
  { baseline, document }: { baseline: SecurityBaseline; document: SslDocument },
): string {
  const violated = baselineRules.filter((rule) => {
    const outcome = result[rule]
    return outcome?.violated === true && outcome.severity === severity
  })
  return violated
    .map((rule) => {
      const found = describeFound(rule, document)
      const wanted = 'value' in baseline[rule] ? `, at least ${baseline[rule].value}` : ''
      return found === null ? rule : `${rule} (${found}${wanted})`
    })
    .join(', ')
}

/** Null where the name of the rule says it all. */
function describeFound(rule: BaselineRule, document: SslDocument): string | number | null {
  switch (rule) {
    case 'minTLSVersion':
    case 'recommendedTLSVersion':
      return document.protocol
    case 'minKeySizeBits':
    case 'recommendedKeySizeBits':
      return document.certificate.keySizeBits
    case 'weakSignatureAlgorithm':
      return [document.certificate, ...document.chain].find(hasWeakSignature)?.signatureAlgorithm ?? null
    case 'weakCipherSuite':
      return document.cipherSuite
    case 'knownBadCA':
      return document.distrustedCA
    case 'ocspMustStapleRespected':
    case 'sctPresent':
      return null
    default:
      return rule satisfies never
  }
}

const isViolated: Record<BaselineRule, (document: SslDocument, baseline: SecurityBaseline) => boolean> = {
  minTLSVersion: ({ protocol }, { minTLSVersion }) => isLower(protocol, minTLSVersion.value),
  minKeySizeBits: ({ certificate }, { minKeySizeBits }) => isRsaBelow(certificate, minKeySizeBits.value),
  weakSignatureAlgorithm: ({ certificate, chain }) => [certificate, ...chain].some(hasWeakSignature),
  weakCipherSuite: ({ cipherSuite }) => isWeakSuite(cipherSuite),
  knownBadCA: ({ distrustedCA }) => distrustedCA !== null,
  recommendedTLSVersion: ({ protocol }, { recommendedTLSVersion }) =>
    isLower(protocol, recommendedTLSVersion.value),
  recommendedKeySizeBits: ({ certificate }, { recommendedKeySizeBits }) =>
    isRsaBelow(certificate, recommendedKeySizeBits.value),
  ocspMustStapleRespected: ({ certificate, ocspStapled }) => certificate.mustStaple && !ocspStapled,
  sctPresent: ({ sctPresent }) => !sctPresent,
}

function isLower(version: TlsVersion, wanted: TlsVersion): boolean {
  return tlsVersions.indexOf(version) < tlsVersions.indexOf(wanted)
}

/** Other kinds of keys are as strong with a tenth of the bits. */
function isRsaBelow({ keyAlgorithm, keySizeBits }: SslCertificate, wanted: number): boolean {
  return keyAlgorithm === 'RSA' && keySizeBits !== null && keySizeBits < wanted
}

const weakSignatures = new Set(['MD2-RSA', 'MD5-RSA', 'SHA1-RSA', 'DSA-SHA1', 'ECDSA-SHA1'])

/** Nobody looks at the signature that a root put on itself. */
function hasWeakSignature({ signatureAlgorithm, selfSigned, isCA }: SslCertificate): boolean {
  return !(selfSigned && isCA) && weakSignatures.has(signatureAlgorithm)
}

function isWeakSuite(ianaName: string): boolean {
  const parts = ianaName.toUpperCase().split('_')
  return ['NULL', 'ANON', 'EXPORT', 'RC4', 'DES', '3DES', 'DES40', 'MD5'].some((weak) => parts.includes(weak))
}
