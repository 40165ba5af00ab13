import type { BaselineResult, SslDocument } from '@sonde/schema/check-types/ssl/result.ts'
import { readTlsVersion, tlsVersions } from '@sonde/schema/check-types/tls-version.ts'
import type { FoundValue, Spelling } from '../comparison.ts'
import { queryJson } from '../json-path.ts'
import type { FindValue } from '../assertions.ts'
import { findInText } from '../text-source.ts'
import type { WorkBudget } from '../work-budget.ts'

/** What a result shows, and what its assertions look at. */
export type SslDocumentWithBaseline = SslDocument & { securityBaseline: BaselineResult | null }

export function findInSsl(document: SslDocumentWithBaseline): FindValue {
  let text: string | null = null
  return (assertion, budget) => {
    const { source, property } = assertion
    switch (source) {
      case 'CERTIFICATE':
        return findNamed(certificateValues(document), property)
      case 'CONNECTION':
        return findNamed(connectionValues(document), property)
      case 'RESPONSE_TIME':
        return { kind: 'one', value: document.handshakeTimeMs }
      case 'JSON_RESPONSE':
        return findByPath(document, property, budget)
      case 'TEXT_RESPONSE':
        text ??= JSON.stringify(document)
        return findInText(text, assertion, budget)
      default:
        return { kind: 'unreadable', why: `an SSL monitor has no source "${source}"` }
    }
  }

  function findByPath(whole: SslDocumentWithBaseline, path: string, budget: WorkBudget): FoundValue {
    const answer = queryJson(path, whole, budget)
    if (answer.kind === 'gave-up') return { kind: 'unreadable', why: answer.why }
    const { values, isSingular } = answer
    if (!isSingular) return { kind: 'several', values }
    return values.length === 0 ? { kind: 'missing' } : { kind: 'one', value: values[0] }
  }
}

type NamedValue = { value: unknown; spelling?: Spelling }

function findNamed(values: Readonly<Record<string, NamedValue>>, property: string): FoundValue {
  const name = Object.keys(values).find((known) => known.toLowerCase() === property.toLowerCase())
  const value = name === undefined ? undefined : values[name]
  if (value === undefined) return { kind: 'unreadable', why: `there is no property "${property}"` }
  return value.value === null ? { kind: 'missing' } : { kind: 'one', ...value }
}

function certificateValues({ certificate, daysUntilExpiry }: SslDocument): Record<string, NamedValue> {
  return {
    daysUntilExpiry: { value: daysUntilExpiry },
    keySizeBits: { value: certificate.keySizeBits },
    subjectCN: { value: certificate.subjectCN },
    issuerCN: { value: certificate.issuerCN },
    serialNumber: { value: certificate.serialNumber, spelling: serial },
    fingerprintSha256: { value: certificate.fingerprintSha256, spelling: fingerprint },
    issuerFingerprintSha256: { value: certificate.issuerFingerprintSha256, spelling: fingerprint },
    keyAlgorithm: { value: certificate.keyAlgorithm },
    signatureAlgorithm: { value: certificate.signatureAlgorithm },
    sans: { value: certificate.sans },
    selfSigned: { value: certificate.selfSigned },
    isCA: { value: certificate.isCA },
  }
}

function connectionValues(document: SslDocument): Record<string, NamedValue> {
  return {
    tlsVersion: { value: document.protocol, spelling: version },
    cipherSuite: { value: document.cipherSuite },
    resolvedIp: { value: document.resolvedIp },
    ocspStatus: { value: document.ocspStatus },
    hostnameVerified: { value: document.hostnameVerified },
    chainTrusted: { value: document.chainTrusted },
    ocspStapled: { value: document.ocspStapled },
  }
}

const version: Spelling = { normalize: (target) => readTlsVersion(target) ?? target, scale: tlsVersions }

const fingerprint: Spelling = {
  normalize: (target) => target.replaceAll(/[:\s]/g, '').toLowerCase(),
}

/** Browsers and openssl show serial numbers in hexadecimal digits, with `0x` before or colons between them. */
const serial: Spelling = {
  normalize(target) {
    const text = target.trim()
    const digits = text.replace(/^0x/i, '').replaceAll(':', '')
    const isHex = digits !== text && /^[0-9a-f]{1,400}$/i.test(digits)
    return isHex ? BigInt(`0x${digits}`).toString() : text
  },
}
