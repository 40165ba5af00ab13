import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import { fillDefaults } from '@sonde/schema/validation/shape.ts'
import { sslKind } from '@sonde/schema/check-types/ssl/kind.ts'
import type { SslDocument, SslRunConfig } from '@sonde/schema/check-types/ssl/result.ts'

export type SslConfigFields = Partial<Omit<SslRunConfig, 'request'>> & {
  sslConfig?: Readonly<Record<string, unknown>>
  sslClientCertificateId?: string
  assertions?: readonly Assertion[]
}

/** A check with the defaults that the API fills in. */
export function sslRun({
  sslConfig = {},
  sslClientCertificateId,
  assertions = [],
  ...fields
}: SslConfigFields = {}): SslRunConfig {
  const check = {
    name: 'ssl',
    shouldFail: false,
    ...fields,
    request: {
      sslConfig: { hostname: 'localhost', ...sslConfig },
      ...(sslClientCertificateId === undefined ? {} : { sslClientCertificateId }),
      assertions,
    },
  }
  return asRunConfig(fillDefaults(sslKind.create, check))
}

/** Safe because a test writes only fields of the schema, and the schema has filled in the others. */
function asRunConfig(check: unknown): SslRunConfig {
  return check as SslRunConfig
}

/** A sound server: ECDSA, TLS 1.3, 61 days left. */
export function sslDocument(
  fields: Partial<Omit<SslDocument, 'certificate'>> & {
    certificate?: Partial<SslDocument['certificate']>
  } = {},
): SslDocument {
  const { certificate, ...rest } = fields
  return {
    resolvedIp: '203.0.113.30',
    protocol: 'TLS1.3',
    cipherSuite: 'TLS_AES_128_GCM_SHA256',
    handshakeTimeMs: 31.6,
    hostnameVerified: true,
    chainTrusted: true,
    chainTrustReason: null,
    chainTrustDetail: null,
    incompleteChain: false,
    missingIntermediate: null,
    daysUntilExpiry: 61,
    notYetValid: false,
    ocspStapled: false,
    ocspStatus: null,
    sctPresent: true,
    distrustedCA: null,
    chain: [],
    ...rest,
    certificate: {
      subject: 'CN=shop.example.com',
      issuer: 'CN=Example CA 2',
      subjectCN: 'shop.example.com',
      issuerCN: 'Example CA 2',
      serialNumber: '8812',
      notBefore: '2026-06-01T00:00:00Z',
      notAfter: '2026-08-30T00:00:00Z',
      sans: ['shop.example.com', '*.example.com'],
      fingerprintSha256: 'ab'.repeat(32),
      issuerFingerprintSha256: 'cd'.repeat(32),
      signatureAlgorithm: 'ECDSA-SHA256',
      keyAlgorithm: 'ECDSA',
      keySizeBits: 256,
      selfSigned: false,
      isCA: false,
      mustStaple: false,
      hasSct: true,
      ...certificate,
    },
  }
}

export function assertion(
  source: string,
  property: string,
  comparison: Assertion['comparison'],
  target = '',
): Assertion {
  return { source, property, comparison, target, regex: '' }
}
