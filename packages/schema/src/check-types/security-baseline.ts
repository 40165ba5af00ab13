import { Type, type TProperties } from 'typebox'
import { replacedWhole } from '../validation/annotations.ts'
import { OneOf, component } from '../validation/building-blocks.ts'

export const baselineSeverities = ['fail', 'degrade', 'ignore'] as const
export type BaselineSeverity = (typeof baselineSeverities)[number]

const wantedVersions = ['TLS1.2', 'TLS1.3'] as const
type WantedVersion = (typeof wantedVersions)[number]

const closed = { additionalProperties: false } as const

function rule(severity: BaselineSeverity, description: string, fields: TProperties = {}) {
  return Type.Optional(
    Type.Object(
      {
        ...fields,
        severity: Type.Optional(OneOf(baselineSeverities, { default: severity })),
      },
      { ...closed, default: {}, description },
    ),
  )
}

const version = (byDefault: WantedVersion) => ({
  value: Type.Optional(OneOf(wantedVersions, { default: byDefault })),
})
const keySize = (byDefault: number) => ({
  value: Type.Optional(Type.Integer({ minimum: 1024, maximum: 16_384, default: byDefault })),
})

/** What a TLS endpoint must be worth. Rules that are left out have their defaults. */
export const SecurityBaseline = replacedWhole(
  component(
    'SslSecurityBaseline',
    Type.Object(
      {
        enabled: Type.Optional(Type.Boolean({ default: true })),
        minTLSVersion: rule('fail', 'Violated by a lower version.', version('TLS1.2')),
        minKeySizeBits: rule('fail', 'Violated by a smaller RSA key of the leaf.', keySize(2048)),
        weakSignatureAlgorithm: rule(
          'fail',
          'Violated by a certificate, other than a root, that is signed with MD2, MD5 or SHA-1.',
        ),
        weakCipherSuite: rule('fail', 'Violated by a suite with NULL, anon, EXPORT, RC4, DES, 3DES or MD5.'),
        knownBadCA: rule('fail', 'Violated by an authority that browsers distrust.'),
        recommendedTLSVersion: rule('ignore', 'Violated by a lower version.', version('TLS1.3')),
        recommendedKeySizeBits: rule('ignore', 'Violated by a smaller RSA key of the leaf.', keySize(3072)),
        ocspMustStapleRespected: rule(
          'ignore',
          'Violated by a leaf that requires a stapled OCSP response when none was sent.',
        ),
        sctPresent: rule(
          'ignore',
          'Violated if neither the leaf nor its OCSP response contains a certificate timestamp.',
        ),
      },
      { ...closed, default: {}, description: 'Replaced as a whole; unknown rules are rejected.' },
    ),
  ),
)

type Rule = { severity: BaselineSeverity }

/** Complete, as it is stored. */
export type SecurityBaseline = {
  enabled: boolean
  minTLSVersion: Rule & { value: WantedVersion }
  minKeySizeBits: Rule & { value: number }
  weakSignatureAlgorithm: Rule
  weakCipherSuite: Rule
  knownBadCA: Rule
  recommendedTLSVersion: Rule & { value: WantedVersion }
  recommendedKeySizeBits: Rule & { value: number }
  ocspMustStapleRespected: Rule
  sctPresent: Rule
}

export const baselineRules = [
  'minTLSVersion',
  'minKeySizeBits',
  'weakSignatureAlgorithm',
  'weakCipherSuite',
  'knownBadCA',
  'recommendedTLSVersion',
  'recommendedKeySizeBits',
  'ocspMustStapleRespected',
  'sctPresent',
] as const
export type BaselineRule = (typeof baselineRules)[number]
