import { createMonitorWriter } from './write-monitor.ts'

export const smallestSsl = { name: 'Certificate', request: { sslConfig: { hostname: 'shop.example.com' } } }

/** What `smallestSsl` becomes. */
export const defaultBaseline = {
  enabled: true,
  minTLSVersion: { value: 'TLS1.2', severity: 'fail' },
  minKeySizeBits: { value: 2048, severity: 'fail' },
  weakSignatureAlgorithm: { severity: 'fail' },
  weakCipherSuite: { severity: 'fail' },
  knownBadCA: { severity: 'fail' },
  recommendedTLSVersion: { value: 'TLS1.3', severity: 'ignore' },
  recommendedKeySizeBits: { value: 3072, severity: 'ignore' },
  ocspMustStapleRespected: { severity: 'ignore' },
  sctPresent: { severity: 'ignore' },
}

/** As many fields as an SSL monitor can have of its own, without a client certificate of the account. */
export const richSsl = {
  ...smallestSsl,
  tags: ['a'],
  locations: ['eu-west-1'],
  frequency: 60,
  frequencyOffset: 600,
  shouldFail: true,
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
  degradedResponseTime: 0,
  maxResponseTime: 30_000,
  request: {
    sslConfig: {
      hostname: '{{HOST}}.example.com',
      port: 8443,
      serverName: 'www.example.com',
      ipFamily: 'IPv6',
      skipChainValidation: true,
      handshakeTimeoutMs: 1_000,
      alertDaysBeforeExpiry: 365,
      securityBaseline: {
        ...defaultBaseline,
        enabled: false,
        minTLSVersion: { value: 'TLS1.3', severity: 'degrade' },
        minKeySizeBits: { value: 16_384, severity: 'ignore' },
        sctPresent: { severity: 'fail' },
      },
      clientCertificateMode: 'auto',
    },
    sslClientCertificateId: null,
    assertions: [
      {
        source: 'CONNECTION',
        property: 'tlsVersion',
        comparison: 'GREATER_THAN',
        target: 'TLSv1.2',
        regex: '',
      },
      { source: 'CERTIFICATE', property: 'sans', comparison: 'CONTAINS', target: '{{NAME}}', regex: null },
    ],
  },
}

export const writeSslMonitor = createMonitorWriter('ssl', smallestSsl)
