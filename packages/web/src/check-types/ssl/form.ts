import schema from 'sonde-schema:SSL'
import { ipFamilyWords } from '../../check-form/common-fields.ts'
import { runLayout } from '../../check-form/common-layout.ts'
import { CertificateField } from '../../check-form/remote-fields.tsx'
import type { FieldLayout } from '../../schema-form/form-layout.ts'
import { hostAt } from '../../schema-form/complete-address.ts'
import { valueAt, type FormValue } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'
import { nameOfTarget } from '../proposed-name.ts'

const baseline = 'request.sslConfig.securityBaseline'
const severities: FieldLayout = {
  label: 'When violated',
  options: { fail: 'Fail', degrade: 'Degrade', ignore: 'Ignore' },
}
const rules = {
  minTLSVersion: ['Lowest TLS version', undefined],
  minKeySizeBits: ['Shortest RSA key', undefined],
  weakSignatureAlgorithm: [
    'Weak signature',
    'A certificate below the root is signed with MD2, MD5 or SHA-1.',
  ],
  weakCipherSuite: ['Weak cipher suite', 'NULL, anonymous, EXPORT, RC4, DES, 3DES or MD5.'],
  knownBadCA: ['Banned authority', 'Browsers have banned the authority that signed the certificate.'],
  recommendedTLSVersion: ['Recommended TLS version', undefined],
  recommendedKeySizeBits: ['Recommended RSA key', undefined],
  ocspMustStapleRespected: [
    'OCSP must-staple',
    'The certificate demands a stapled OCSP response, and none was sent.',
  ],
  sctPresent: ['Certificate transparency', 'No signed certificate timestamp came with the certificate.'],
} as const

const config = 'request.sslConfig'

export const form: CheckForm = {
  schema,
  proposeName: (value) =>
    nameOfTarget(
      value,
      `${config}.hostname`,
      valueAt(value, `${config}.port`) === 443 ? null : `${config}.port`,
    ),
  layout: runLayout({
    passing: 'a valid certificate in time',
    what: [`${config}.hostname`, `${config}.port`],
    more: [
      {
        title: 'Certificate',
        fields: [`${config}.alertDaysBeforeExpiry`, `${config}.serverName`, `${config}.skipChainValidation`],
        foldLine: ({ form: { value } }) => certificateInWords(value),
      },
      {
        title: 'Connection',
        fields: [
          `${config}.ipFamily`,
          `${config}.handshakeTimeoutMs`,
          `${config}.clientCertificateMode`,
          'request.sslClientCertificateId',
        ],
        foldLine: ({ form: { value } }) =>
          [
            String(valueAt(value, `${config}.ipFamily`) ?? 'IPv4'),
            (valueAt(value, `${config}.clientCertificateMode`) ?? null) === null
              ? 'no client certificate'
              : 'client certificate',
          ].join(', '),
      },
      {
        title: 'Security baseline',
        fields: [baseline],
        foldLine: ({ form: { value } }) =>
          valueAt(value, `${baseline}.enabled`) === false ? 'Off' : baselineInWords(value),
      },
    ],
    fields: {
      [`${config}.hostname`]: {
        label: 'Host',
        placeholder: 'www.example.com',
        complete: hostAt(`${config}.hostname`, 'check', `${config}.port`),
      },
      [`${config}.port`]: { label: 'Port', placeholder: '443' },
      [`${config}.serverName`]: {
        label: 'Server name (SNI)',
        help: 'The name that the certificate must cover. Empty: the host.',
        placeholder: 'www.example.com',
      },
      [`${config}.ipFamily`]: ipFamilyWords,
      [`${config}.alertDaysBeforeExpiry`]: {
        label: 'Warn before expiry (days)',
        help: 'Degraded when the certificate expires within this many days.',
        placeholder: '20',
      },
      [`${config}.handshakeTimeoutMs`]: { label: 'Handshake timeout (ms)', placeholder: '10000' },
      [`${config}.skipChainValidation`]: {
        label: 'Accept an untrusted chain',
        help: 'For certificates of your own authority. Name, dates and baseline still count.',
      },
      [`${config}.clientCertificateMode`]: {
        label: 'Client certificate',
        options: { auto: 'The stored one that matches the host', explicit: 'The one chosen here' },
        unsetWord: 'None',
      },
      'request.sslClientCertificateId': {
        widget: CertificateField,
        label: 'Which client certificate',
        isWide: false,
        isHidden: (value) => valueAt(value, `${config}.clientCertificateMode`) !== 'explicit',
      },
      [baseline]: { label: 'Security baseline' },
      [`${baseline}.enabled`]: { label: 'Require the security baseline' },
      ...Object.fromEntries(
        Object.entries(rules).flatMap(([name, [label, help]]) => [
          [`${baseline}.${name}`, help === undefined ? { label } : { label, help }],
          [`${baseline}.${name}.value`, { label: name.endsWith('Bits') ? 'Bits' : 'Version' }],
          [`${baseline}.${name}.severity`, severities],
        ]),
      ),
    },
  }),
}

function certificateInWords(value: FormValue): string {
  const days = valueAt(value, `${config}.alertDaysBeforeExpiry`)
  const isAny = valueAt(value, `${config}.skipChainValidation`) === true
  return `Warns ${typeof days === 'number' ? days : 20} days before expiry, ${isAny ? 'accepts an untrusted chain' : 'trusted chain required'}`
}

function baselineInWords(value: FormValue): string {
  const severity = (name: string) => valueAt(value, `${baseline}.${name}.severity`)
  const failing = Object.keys(rules).filter((name) => severity(name) === 'fail').length
  const degrading = Object.keys(rules).filter((name) => severity(name) === 'degrade').length
  if (failing === 0 && degrading === 0) return 'No rule counts'
  const words = [
    ...(failing === 0 ? [] : [`${failing} ${failing === 1 ? 'rule fails' : 'rules fail'} the check`]),
    ...(degrading === 0 ? [] : [`${degrading} ${degrading === 1 ? 'rule degrades' : 'rules degrade'} it`]),
  ]
  return words.join(', ')
}
