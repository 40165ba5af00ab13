import schema from 'sonde-schema:SSL'
import { ipFamilyWords, runLayout } from '../../check-form/common-layout.ts'
import { CertificateField } from '../../check-form/remote-fields.tsx'
import type { FieldLayout } from '../../schema-form/form-layout.ts'
import type { CheckForm } from '../check-form.ts'

const baseline = 'request.sslConfig.securityBaseline'
const severities: FieldLayout = {
  label: 'When violated',
  options: { fail: 'Fail', degrade: 'Degrade', ignore: 'Ignore' },
}
const rules = {
  minTLSVersion: 'Lowest TLS version',
  minKeySizeBits: 'Shortest key',
  weakSignatureAlgorithm: 'Weak signature',
  weakCipherSuite: 'Weak cipher suite',
  knownBadCA: 'Banned authority',
  recommendedTLSVersion: 'Recommended TLS version',
  recommendedKeySizeBits: 'Recommended key',
  ocspMustStapleRespected: 'OCSP must-staple respected',
  sctPresent: 'Certificate timestamp present',
}

export const form: CheckForm = {
  schema,
  layout: runLayout({
    target: [
      'request.sslConfig.hostname',
      'request.sslConfig.port',
      'request.sslConfig.serverName',
      'request.sslConfig.ipFamily',
      'request.sslConfig.alertDaysBeforeExpiry',
      'request.sslConfig.handshakeTimeoutMs',
      'request.sslConfig.skipChainValidation',
    ],
    more: [
      {
        title: 'Client certificate',
        fields: ['request.sslConfig.clientCertificateMode', 'request.sslClientCertificateId'],
      },
      { title: 'Security baseline', isFolded: true, fields: [baseline] },
    ],
    fields: {
      'request.sslConfig.hostname': { label: 'Host' },
      'request.sslConfig.serverName': { label: 'Server name (SNI)' },
      'request.sslConfig.ipFamily': ipFamilyWords,
      'request.sslConfig.alertDaysBeforeExpiry': { label: 'Days before the expiry' },
      'request.sslConfig.handshakeTimeoutMs': { label: 'Handshake timeout (ms)' },
      'request.sslConfig.skipChainValidation': { label: 'Do not ask for a trusted chain' },
      'request.sslConfig.clientCertificateMode': {
        label: 'Which one is shown',
        options: { auto: 'The one that matches the host', explicit: 'The one chosen here' },
      },
      'request.sslClientCertificateId': {
        widget: CertificateField,
        label: 'Client certificate',
        isWide: false,
      },
      [baseline]: { label: 'Security baseline' },
      [`${baseline}.enabled`]: { label: 'Judge by the baseline' },
      ...Object.fromEntries(
        Object.entries(rules).flatMap(([name, label]) => [
          [`${baseline}.${name}`, { label }],
          [`${baseline}.${name}.severity`, severities],
        ]),
      ),
    },
  }),
}
