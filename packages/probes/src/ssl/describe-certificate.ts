import type { X509Certificate } from 'node:crypto'
import { type SslCertificate, sslLimits } from '@sonde/schema/check-types/ssl/result.ts'
import { certificateDates } from '../connection/certificate-dates.ts'
import { isIssuedBy } from '../connection/chain-trust.ts'
import { alternativeNames } from '../connection/covers-host.ts'
import { showCertificateDate } from '../connection/show-certificate-date.ts'
import { readExtras } from './certificate-extensions.ts'

/** A certificate in words. Nothing in it can be trusted, its lengths included. */
export function describeCertificate(
  certificate: X509Certificate,
  issuer: X509Certificate | null,
): SslCertificate {
  const { mustStaple, hasTimestamps, pssHash } = readExtras(certificate)
  const { from, to } = certificateDates(certificate)
  const { subject, issuer: issuerName } = certificate.toLegacyObject()
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    subjectCN: namePart(subject, 'CN'),
    issuerCN: namePart(issuerName, 'CN'),
    serialNumber: decimalSerial(certificate.serialNumber),
    notBefore: showCertificateDate(from),
    notAfter: showCertificateDate(to),
    sans: alternativeNames(certificate)
      .slice(0, sslLimits.names)
      .map((name) => name.slice(0, sslLimits.name)),
    fingerprintSha256: plainFingerprint(certificate),
    issuerFingerprintSha256: issuer === null ? null : plainFingerprint(issuer),
    signatureAlgorithm: signatureName(certificate, pssHash),
    ...describeKey(certificate),
    selfSigned: isIssuedBy(certificate, certificate),
    isCA: certificate.ca,
    mustStaple,
    hasSct: hasTimestamps,
  }
}

/** Every common name and organization, of the subject or of who issued it. */
export function authorityNames(certificate: X509Certificate, whose: 'subject' | 'issuer'): string[] {
  const parts = certificate.toLegacyObject()[whose]
  return [namePart(parts, 'CN'), namePart(parts, 'O')].filter((name) => name !== null)
}

/** Node gives a list for a part that occurs several times, and no object at all for an empty name. */
function namePart(parts: unknown, part: 'CN' | 'O'): string | null {
  if (typeof parts !== 'object' || parts === null || !(part in parts)) return null
  const value: unknown = Reflect.get(parts, part)
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first.slice(0, sslLimits.name) : null
}

function oneLine(name: string | undefined): string {
  return (name ?? '').replaceAll('\n', ', ').slice(0, sslLimits.text)
}

function plainFingerprint({ fingerprint256 }: X509Certificate): string {
  return fingerprint256.replaceAll(':', '').toLowerCase()
}

/** Real ones have 40 digits; turning many thousands into decimal ones would take long. */
function decimalSerial(hex: string): string {
  const digits = hex.slice(0, 160)
  return /^[0-9a-f]+$/i.test(digits) ? BigInt(`0x${digits}`).toString() : digits
}

function describeKey(certificate: X509Certificate): Pick<SslCertificate, 'keyAlgorithm' | 'keySizeBits'> {
  const key = publicKeyOf(certificate)
  if (key === null) return { keyAlgorithm: 'unknown', keySizeBits: null }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  switch (type) {
    case 'rsa':
    case 'rsa-pss':
      return { keyAlgorithm: 'RSA', keySizeBits: details?.modulusLength ?? null }
    case 'dsa':
      return { keyAlgorithm: 'DSA', keySizeBits: details?.modulusLength ?? null }
    case 'ec':
      return { keyAlgorithm: 'ECDSA', keySizeBits: certificate.toLegacyObject().bits ?? null }
    case 'ed25519':
      return { keyAlgorithm: 'Ed25519', keySizeBits: 256 }
    default:
      return { keyAlgorithm: type ?? 'unknown', keySizeBits: null }
  }
}

/** OpenSSL reads certificates whose keys it cannot use. */
function publicKeyOf(certificate: X509Certificate) {
  try {
    return certificate.publicKey
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

/** OpenSSL's names, in lower case, and those that the assertions of a monitor know. */
const signatureNames: Readonly<Record<string, string>> = {
  md2withrsaencryption: 'MD2-RSA',
  md5withrsaencryption: 'MD5-RSA',
  sha1withrsaencryption: 'SHA1-RSA',
  sha1withrsa: 'SHA1-RSA',
  sha256withrsaencryption: 'SHA256-RSA',
  sha384withrsaencryption: 'SHA384-RSA',
  sha512withrsaencryption: 'SHA512-RSA',
  dsawithsha1: 'DSA-SHA1',
  dsa_with_sha256: 'DSA-SHA256',
  'ecdsa-with-sha1': 'ECDSA-SHA1',
  'ecdsa-with-sha256': 'ECDSA-SHA256',
  'ecdsa-with-sha384': 'ECDSA-SHA384',
  'ecdsa-with-sha512': 'ECDSA-SHA512',
  ed25519: 'Ed25519',
}

function signatureName({ signatureAlgorithm }: X509Certificate, pssHash: string | null): string {
  if (pssHash !== null) return `${pssHash}-RSAPSS`
  const name = signatureAlgorithm ?? 'unknown'
  return signatureNames[name.toLowerCase()] ?? name.slice(0, 100)
}
