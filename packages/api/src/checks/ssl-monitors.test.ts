import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { makeClientCertificate } from '@sonde/actions/testing/client-certificates.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { absent, type FieldCases, operations } from '../../testing/monitors/field-case.ts'
import { testMonitor } from '../../testing/monitors/monitor-cases.ts'
import { showMonitor } from '../../testing/monitors/write-icmp.ts'
import { defaultBaseline, richSsl, smallestSsl, writeSslMonitor } from '../../testing/monitors/write-ssl.ts'

const { hostname } = smallestSsl.request.sslConfig
const sslConfig = { hostname }
const assertion = {
  source: 'CERTIFICATE',
  property: 'daysUntilExpiry',
  comparison: 'GREATER_THAN',
  target: '7',
}

const inConfig = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases => ({
  around: { request: { sslConfig } },
  ...cases,
  field: `request.sslConfig.${name}`,
})
const inAssertion = (
  name: string,
  fields: object,
  cases: Omit<FieldCases, 'field' | 'around'>,
): FieldCases => ({
  around: { request: { sslConfig, assertions: [{ ...assertion, ...fields }] } },
  ...cases,
  field: `request.assertions.0.${name}`,
})
const limit: Omit<FieldCases, 'field'> = {
  type: 'integer',
  nullable: true,
  accepted: [0, 3_000, 30_000].map((value) => ({ value })),
  refused: [-1, 30_001].map((value) => ({ value })),
}
const severity = (rule: string): FieldCases =>
  inConfig(`securityBaseline.${rule}.severity`, {
    type: 'string',
    nullable: false,
    accepted: ['fail', 'degrade', 'ignore'].map((value) => ({ value })),
    refused: [{ value: 'warn' }],
  })
const version = (rule: string): FieldCases =>
  inConfig(`securityBaseline.${rule}.value`, {
    type: 'string',
    nullable: false,
    accepted: ['TLS1.2', 'TLS1.3'].map((value) => ({ value })),
    refused: ['TLS1.1', 'TLSv1.2'].map((value) => ({ value })),
  })
const keySize = (rule: string): FieldCases =>
  inConfig(`securityBaseline.${rule}.value`, {
    type: 'integer',
    nullable: false,
    accepted: [1_024, 16_384].map((value) => ({ value })),
    refused: [1_023, 16_385].map((value) => ({ value })),
  })

const table: readonly FieldCases[] = [
  { field: 'degradedResponseTime', ...limit },
  { field: 'maxResponseTime', ...limit },
  {
    field: 'checkType',
    type: 'string',
    nullable: false,
    accepted: [{ value: 'SSL' }],
    refused: [{ value: 'URL' }],
  },
  {
    field: 'request',
    type: 'object',
    nullable: false,
    refused: [
      { value: {}, keys: ['request.sslConfig'] },
      { value: { sslConfig: {} }, keys: ['request.sslConfig.hostname'] },
    ],
  },
  inConfig('hostname', {
    type: 'string',
    nullable: false,
    accepted: ['a.example', '127.0.0.1', '2001:db8::1', '{{HOST}}', 'h'.repeat(2_048)].map((value) => ({
      value,
    })),
    refused: ['', 'https://a.example', 'a.example:443', 'a b', 'a\u0007b', 'h'.repeat(2_049)].map(
      (value) => ({
        value,
      }),
    ),
  }),
  inConfig('port', {
    type: 'integer',
    nullable: false,
    accepted: [1, 65_535].map((value) => ({ value })),
    refused: [0, 65_536].map((value) => ({ value })),
  }),
  inConfig('serverName', {
    type: 'string',
    nullable: true,
    accepted: ['', 'www.example.com', '{{NAME}}'].map((value) => ({ value })),
    refused: ['https://x', 'a:1'].map((value) => ({ value })),
  }),
  inConfig('ipFamily', {
    type: 'string',
    nullable: false,
    accepted: ['IPv4', 'IPv6'].map((value) => ({ value })),
    refused: [{ value: 'v4' }],
  }),
  inConfig('skipChainValidation', {
    type: 'boolean',
    nullable: false,
    accepted: [true, false].map((value) => ({ value })),
  }),
  inConfig('handshakeTimeoutMs', {
    type: 'integer',
    nullable: false,
    accepted: [1_000, 30_000].map((value) => ({ value })),
    refused: [999, 30_001].map((value) => ({ value })),
  }),
  inConfig('alertDaysBeforeExpiry', {
    type: 'integer',
    nullable: false,
    accepted: [1, 365].map((value) => ({ value })),
    refused: [0, 366].map((value) => ({ value })),
  }),
  inConfig('clientCertificateMode', {
    type: 'string',
    nullable: true,
    accepted: [{ value: 'auto' }],
    refused: [{ value: 'always' }],
  }),
  inConfig('securityBaseline', {
    type: 'object',
    nullable: false,
    accepted: [
      { value: {}, shown: defaultBaseline },
      {
        value: { minKeySizeBits: { value: 4096 } },
        shown: { ...defaultBaseline, minKeySizeBits: { value: 4096, severity: 'fail' } },
      },
      { value: { enabled: false }, shown: { ...defaultBaseline, enabled: false } },
    ],
    refused: [
      { value: { noSuchRule: {} }, keys: ['request.sslConfig.securityBaseline.noSuchRule'] },
      {
        value: { sctPresent: { value: 1 } },
        keys: ['request.sslConfig.securityBaseline.sctPresent.value'],
      },
    ],
  }),
  ...Object.keys(defaultBaseline)
    .filter((rule) => rule !== 'enabled')
    .map(severity),
  version('minTLSVersion'),
  version('recommendedTLSVersion'),
  keySize('minKeySizeBits'),
  keySize('recommendedKeySizeBits'),
  {
    field: 'request.sslClientCertificateId',
    type: 'string',
    nullable: true,
    around: { request: { sslConfig } },
    refused: ['', 'x', '0198c0de-0000-7000-8000-000000000000'].map((value) => ({ value })),
  },
  inAssertion(
    'source',
    {},
    { type: 'string', nullable: false, refused: [absent, 'STATUS_CODE'].map((value) => ({ value })) },
  ),
  inAssertion(
    'property',
    {},
    { type: 'string', nullable: false, refused: ['days', 'tlsVersion'].map((value) => ({ value })) },
  ),
  inAssertion(
    'comparison',
    {},
    {
      type: 'string',
      nullable: false,
      accepted: ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN'].map((value) => ({ value })),
      refused: [absent, 'CONTAINS', 'IS_NULL'].map((value) => ({ value })),
    },
  ),
  inAssertion(
    'comparison',
    { property: 'sans', target: 'a' },
    {
      nullable: false,
      accepted: ['CONTAINS', 'NOT_CONTAINS'].map((value) => ({ value })),
      refused: [{ value: 'EQUALS' }],
    },
  ),
  inAssertion(
    'comparison',
    { source: 'JSON_RESPONSE', property: '$.chain' },
    {
      nullable: false,
      accepted: ['IS_NULL', 'NOT_EMPTY'].map((value) => ({ value })),
      refused: [{ value: 'HAS_KEY' }],
    },
  ),
  inAssertion(
    'comparison',
    { source: 'TEXT_RESPONSE', property: '' },
    {
      nullable: false,
      accepted: ['CONTAINS', 'IS_EMPTY'].map((value) => ({ value })),
      refused: ['IS_NULL', 'HAS_VALUE'].map((value) => ({ value })),
    },
  ),
  inAssertion(
    'target',
    {},
    {
      nullable: false,
      accepted: ['7', '{{DAYS}}'].map((value) => ({ value })),
      refused: [absent, 'soon'].map((value) => ({ value })),
    },
  ),
  inAssertion(
    'target',
    { source: 'CONNECTION', property: 'tlsVersion' },
    {
      nullable: false,
      accepted: ['TLS1.2', 'TLSv1.3', 'TLS 1.0', '{{VERSION}}'].map((value) => ({ value })),
      refused: ['1.2', 'SSLv3'].map((value) => ({ value })),
    },
  ),
  inAssertion(
    'target',
    { source: 'CONNECTION', property: 'chainTrusted', comparison: 'EQUALS' },
    {
      nullable: false,
      accepted: ['true', 'false'].map((value) => ({ value })),
      refused: [{ value: 'yes' }],
    },
  ),
]

forOneEngine('SSL monitors', (engine) => {
  const api = apiUnderTest(engine)
  testMonitor(api, { segment: 'ssl', smallest: smallestSsl, rich: richSsl, table })

  const makeCertificate = async (): Promise<string> => {
    const body = { host: 'shop.example.com', ...makeClientCertificate() }
    // Below 10 calls in a minute.
    return (await api.call('POST', '/v1/client-certificates', { body, afterMs: 6_001 })).textAt('id')
  }

  test('create: every omitted field gets its default', async () => {
    const answer = await api.call('POST', '/v1/checks/ssl', { body: smallestSsl })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.at('request'), {
      sslConfig: {
        hostname,
        port: 443,
        ipFamily: 'IPv4',
        skipChainValidation: false,
        handshakeTimeoutMs: 10_000,
        alertDaysBeforeExpiry: 20,
        securityBaseline: defaultBaseline,
      },
      assertions: [],
    })
    const shown = ['checkType', 'degradedResponseTime', 'maxResponseTime', 'frequency', 'shouldFail']
    assert.deepEqual(
      shown.map((field) => answer.at(field)),
      ['SSL', 3_000, 10_000, 10, false],
    )
    assert.deepEqual((await showMonitor(api, answer.textAt('id'))).body, answer.body)
  })

  test('an update merges the request, but replaces the baseline as a whole', async () => {
    const id = (await api.call('POST', '/v1/checks/ssl', { body: richSsl })).textAt('id')
    const securityBaseline = { sctPresent: { severity: 'degrade' } }
    const whole = { ...defaultBaseline, sctPresent: { severity: 'degrade' } }
    for (const operation of ['strict put', 'patch'] as const) {
      const body = { request: { sslConfig: { hostname, port: 9443, securityBaseline } }, frequency: 60 }
      const answer = await writeSslMonitor(api, operation, id, body)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.at('request'), {
        ...richSsl.request,
        sslConfig: { ...richSsl.request.sslConfig, hostname, port: 9443, securityBaseline: whole },
      })
      assert.equal(answer.at('maxResponseTime'), operation === 'strict put' ? 10_000 : 30_000)
      await writeSslMonitor(api, 'patch', id, { request: richSsl.request, maxResponseTime: 30_000 })
    }
  })

  test('S12: frequency 0 is refused, with or without an offset', async () => {
    for (const offset of [{}, { frequencyOffset: 10 }, { frequencyOffset: 30 }]) {
      const answer = await writeSslMonitor(api, 'create', '', { frequency: 0, ...offset })
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.textAt('message'), /frequency/)
    }
  })

  test('S12: explicit mode needs the id of a certificate of this account', async () => {
    const explicit = { hostname, clientCertificateMode: 'explicit' }
    const key = ['request.sslClientCertificateId']
    const id = (await writeSslMonitor(api, 'create', '', {})).textAt('id')
    for (const operation of operations) {
      const without = await writeSslMonitor(api, operation, id, { request: { sslConfig: explicit } })
      expectInvalid(without, 'payload', key)
    }
    const sslClientCertificateId = await makeCertificate()
    const request = { sslConfig: explicit, sslClientCertificateId }
    const made = await writeSslMonitor(api, 'create', '', { request })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.at('request.sslClientCertificateId'), sslClientCertificateId)
    // What is stored counts for an update that says nothing of it.
    const renamed = await writeSslMonitor(api, 'patch', made.textAt('id'), {
      request: { sslConfig: explicit },
    })
    assert.equal(renamed.status, 200, renamed.text)
    const taken = await writeSslMonitor(api, 'patch', made.textAt('id'), {
      request: { sslConfig: { hostname }, sslClientCertificateId: null },
    })
    expectInvalid(taken, 'payload', key)
    const off = await writeSslMonitor(api, 'patch', made.textAt('id'), {
      request: { sslConfig: { hostname, clientCertificateMode: null }, sslClientCertificateId: null },
    })
    assert.equal(off.status, 200, off.text)
  })
})
