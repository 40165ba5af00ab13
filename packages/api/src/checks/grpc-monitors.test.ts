import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import type { FieldCases } from '../../testing/monitors/field-case.ts'
import { cartProto, richGrpc, smallestGrpc, writeGrpcMonitor } from '../../testing/monitors/write-grpc.ts'
import { testMonitor } from '../../testing/monitors/monitor-cases.ts'
import { showMonitor } from '../../testing/monitors/write-icmp.ts'

const { request } = smallestGrpc
const inRequest = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases => ({
  around: { request },
  ...cases,
  field: `request.${name}`,
})
const inConfig = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases =>
  inRequest(`grpcConfig.${name}`, cases)
const assertion = { source: 'GRPC_STATUS_CODE', comparison: 'EQUALS', target: '0' }
const inAssertion = (
  name: string,
  given: Record<string, string>,
  cases: Omit<FieldCases, 'field'>,
): FieldCases =>
  inRequest(`assertions.0.${name}`, {
    around: { request: { ...request, assertions: [{ ...assertion, ...given }] } },
    ...cases,
  })
const limit: Omit<FieldCases, 'field'> = {
  type: 'number',
  nullable: true,
  accepted: [0, 0.5, 180_000].map((value) => ({ value })),
  refused: [-1, 180_000.1].map((value) => ({ value })),
}

const table: readonly FieldCases[] = [
  { field: 'degradedResponseTime', ...limit },
  { field: 'maxResponseTime', ...limit },
  {
    field: 'frequencyOffset',
    nullable: false,
    around: { frequency: 0 },
    accepted: [10, 20, 30].map((value) => ({ value })),
    refused: [15, 40].map((value) => ({ value })),
  },
  { field: 'request', type: 'object', nullable: false },
  inRequest('url', {
    type: 'string',
    nullable: false,
    accepted: ['127.0.0.1', '::1', '{{HOST}}'].map((value) => ({ value })),
    refused: ['', 'https://a', 'a:443', 'a/b', 'a b'].map((value) => ({ value })),
  }),
  inRequest('port', {
    nullable: false,
    accepted: [1, 65_535, '{{PORT}}', '443'].map((value) => ({ value })),
    refused: [0, 65_536, 1.5, 'http', '0', '', '99999'].map((value) => ({ value })),
  }),
  inRequest('ipFamily', {
    type: 'string',
    nullable: true,
    accepted: ['IPv4', 'IPv6'].map((value) => ({ value })),
    refused: [{ value: 'ipv4' }],
  }),
  inRequest('skipSSL', { type: 'boolean', nullable: false, accepted: [{ value: true }, { value: false }] }),
  inRequest('timeout', {
    type: 'integer',
    nullable: true,
    accepted: [1, 180].map((value) => ({ value })),
    refused: [0, 181].map((value) => ({ value })),
  }),
  inConfig('mode', { type: 'string', nullable: false, refused: [{ value: 'behavior' }] }),
  inConfig('tls', { type: 'boolean', nullable: false, accepted: [{ value: true }, { value: false }] }),
  inConfig('method', {
    nullable: false,
    accepted: ['/a.b.C/D', 'C/D', '{{SERVICE}}/Check'].map((value) => ({ value })),
    refused: ['Check', 'a.B/C/D', 'a B/C', 'a.B.C'].map((value) => ({
      value,
      says: /package\.Service\/Method/,
    })),
  }),
  inConfig('serviceDefinition', {
    type: 'string',
    nullable: true,
    accepted: ['', 'REFLECTION'].map((value) => ({ value })),
    refused: [{ value: 'proto' }],
  }),
  inConfig('protoContent', {
    type: 'string',
    nullable: true,
    accepted: [{ value: cartProto }, { value: 'package {{NAME}};' }, { value: '' }],
    refused: [
      { value: 'message A {', says: /does not compile: line 1: / },
      { value: 'syntax = "proto3"; message A { B b = 1; }', says: /there is no type "B"/ },
      { value: 'import "shop/item.proto";', says: /imports "shop\/item\.proto", which does not exist/ },
      { value: `//${' '.repeat(262_143)}`, label: '262145 characters' },
    ],
  }),
  inConfig('message', {
    type: 'string',
    nullable: true,
    accepted: ['{}', '{"n": {{N}}}', ''].map((value) => ({ value })),
    refused: [{ value: '{user: 1}', says: /must be JSON/ }],
  }),
  inConfig('service', { type: 'string', nullable: true, refused: [{ value: 'shop', says: /BEHAVIOR/ }] }),
  inConfig('encoding', {
    type: 'string',
    nullable: true,
    accepted: ['PROTOBUF', ''].map((value) => ({ value })),
    refused: [{ value: 'FLATBUFFERS', says: /PROTOBUF/ }, { value: 'JSON' }],
  }),
  inConfig('bfbsContent', { type: 'string', nullable: true, accepted: [{ value: 'AAEC' }] }),
  inConfig('metadata', {
    type: 'array',
    nullable: false,
    accepted: [
      { value: [] },
      { value: [{ key: 'X-A', value: '' }] },
      { value: [{ key: 'a-bin', value: 'AA==' }] },
    ],
    refused: [
      { value: Array.from({ length: 51 }, () => ({ key: 'a', value: 'b' })), label: '51 items' },
      { value: [{ key: '', value: 'a' }], keys: ['request.grpcConfig.metadata.0.key'] },
      {
        value: [
          { key: 'a', value: 'b' },
          { key: 'c d', value: 'e' },
        ],
        keys: ['request.grpcConfig.metadata.1.key'],
      },
      { value: [{ key: 'te', value: 'a' }], keys: ['request.grpcConfig.metadata.0.key'] },
      { value: [{ key: 'a', value: 'ä' }], keys: ['request.grpcConfig.metadata.0.value'] },
      { value: [{ key: 'a-bin', value: '*' }], keys: ['request.grpcConfig.metadata.0.value'] },
      { value: [{ key: 'a' }], keys: ['request.grpcConfig.metadata.0.value'] },
    ],
  }),
  inRequest('assertions', {
    type: 'array',
    nullable: false,
    accepted: [{ value: [assertion], shown: [{ ...assertion, property: '', regex: '' }] }],
    refused: [{ value: [{ ...assertion, source: 'LATENCY' }], keys: ['request.assertions.0.source'] }],
  }),
  inAssertion(
    'target',
    {},
    {
      nullable: false,
      accepted: ['0', '16', '{{CODE}}'].map((value) => ({ value })),
      refused: ['', '17', 'OK', '-1'].map((value) => ({ value })),
    },
  ),
  inAssertion(
    'target',
    { source: 'GRPC_HEALTHCHECK_STATUS' },
    {
      nullable: false,
      accepted: ['0', '3'].map((value) => ({ value })),
      refused: ['SERVING', '4'].map((value) => ({ value, label: `G8: ${value}` })),
    },
  ),
  inAssertion(
    'comparison',
    { source: 'GRPC_HEALTHCHECK_STATUS', target: '1' },
    {
      nullable: false,
      refused: [{ value: 'GREATER_THAN' }],
    },
  ),
  inAssertion(
    'property',
    { source: 'GRPC_RESPONSE', target: 'a' },
    {
      nullable: false,
      accepted: ['', '$.a'].map((value) => ({ value })),
      refused: [{ value: 'a' }],
    },
  ),
  inAssertion(
    'property',
    { source: 'GRPC_METADATA', target: 'a' },
    { nullable: false, refused: [{ value: '' }] },
  ),
  inAssertion(
    'property',
    { source: 'TEXT_BODY', target: 'a' },
    { nullable: false, refused: [{ value: '(' }] },
  ),
]

forOneEngine('gRPC monitors', (engine) => {
  const api = apiUnderTest(engine)
  testMonitor(api, { segment: 'grpc', smallest: smallestGrpc, rich: richGrpc, table })

  test('create: every omitted field gets its default', async () => {
    const answer = await api.call('POST', '/v1/checks/grpc', { body: smallestGrpc })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.at('request'), {
      url: 'rpc.example.net',
      port: 443,
      ipFamily: 'IPv4',
      skipSSL: false,
      timeout: 60,
      grpcConfig: {
        mode: 'BEHAVIOR',
        tls: true,
        metadata: [],
        method: 'shop.v1.Cart/List',
        serviceDefinition: 'REFLECTION',
        protoContent: null,
        message: null,
        service: null,
        encoding: 'PROTOBUF',
        bfbsContent: null,
      },
      assertions: [],
    })
    const shown = ['checkType', 'degradedResponseTime', 'maxResponseTime', 'frequency', 'shouldFail']
    assert.deepEqual(
      shown.map((field) => answer.at(field)),
      ['GRPC', 10_000, 20_000, 10, false],
    )
    assert.deepEqual((await showMonitor(api, answer.textAt('id'))).body, answer.body)
  })

  test('a PUT by the letter fills in what was left out, and a PATCH keeps it', async () => {
    const made = await api.call('POST', '/v1/checks/grpc', { body: richGrpc })
    const id = made.textAt('id')
    const sent = { url: 'a.example', port: 1, grpcConfig: { tls: true } }
    const merged = {
      ...richGrpc.request,
      url: 'a.example',
      port: 1,
      grpcConfig: { ...richGrpc.request.grpcConfig, tls: true },
    }
    const kept = await writeGrpcMonitor(api, 'patch', id, { request: sent })
    assert.equal(kept.status, 200, kept.text)
    assert.deepEqual(kept.at('request'), merged)
    assert.deepEqual([kept.at('maxResponseTime'), kept.at('shouldFail')], [180_000, true])
    const put = await writeGrpcMonitor(api, 'strict put', id, { name: 'Cart 2', frequency: 5 })
    assert.equal(put.status, 200, put.text)
    assert.deepEqual(
      ['name', 'maxResponseTime', 'degradedResponseTime', 'shouldFail'].map((field) => put.at(field)),
      ['Cart 2', 20_000, 10_000, false],
    )
    assert.deepEqual(put.at('request'), merged)
  })

  test('G8: a mode refuses the fields of the other one', async () => {
    const { url, port } = request
    const refusals: [Record<string, unknown>, string[]][] = [
      [{ mode: 'HEALTH', method: 'a.B/C' }, ['method']],
      [{ mode: 'HEALTH', message: '{}', protoContent: cartProto }, ['message', 'protoContent']],
      [{ mode: 'HEALTH', serviceDefinition: 'PROTO_FILE' }, ['serviceDefinition']],
      [{ mode: 'BEHAVIOR', method: 'a.B/C', service: 'shop' }, ['service']],
      [{ mode: 'BEHAVIOR' }, ['method']],
      [{}, ['method']],
      [{ method: 'a.B/C', serviceDefinition: 'PROTO_FILE' }, ['protoContent']],
    ]
    for (const [grpcConfig, fields] of refusals) {
      const body = { name: 'x', request: { url, port, grpcConfig } }
      const keys = fields.map((field) => `request.grpcConfig.${field}`)
      expectInvalid(await api.call('POST', '/v1/checks/grpc', { body }), 'payload', keys)
    }
  })

  for (const operation of ['strict put', 'patch'] as const) {
    test(`${operation}: another mode forgets what was stored for the first, and refuses what is sent for it`, async () => {
      const made = await api.call('POST', '/v1/checks/grpc', { body: richGrpc })
      const id = made.textAt('id')
      const { url, port, grpcConfig: before } = richGrpc.request
      const change = (grpcConfig: object) =>
        writeGrpcMonitor(api, operation, id, {
          request: { url, port, grpcConfig },
          frequency: 5,
          frequencyOffset: 1,
        })
      expectInvalid(await change({ mode: 'HEALTH', method: 'a.B/C', message: '{}' }), 'payload', [
        'request.grpcConfig.method',
        'request.grpcConfig.message',
      ])
      const health = await change({ mode: 'HEALTH', service: 'shop' })
      assert.equal(health.status, 200, health.text)
      const ofHealth = {
        ...before,
        mode: 'HEALTH',
        service: 'shop',
        method: null,
        message: null,
        protoContent: null,
        serviceDefinition: 'REFLECTION',
      }
      assert.deepEqual(health.at('request.grpcConfig'), ofHealth)
      assert.deepEqual((await showMonitor(api, id)).at('request.grpcConfig'), ofHealth)
      // Nothing changes its mode by itself.
      expectInvalid(await change({ method: 'a.B/C' }), 'payload', ['request.grpcConfig.method'])
      expectInvalid(await change({ mode: 'BEHAVIOR' }), 'payload', ['request.grpcConfig.method'])
      expectInvalid(await change({ mode: 'BEHAVIOR', method: 'a.B/C', service: 'shop' }), 'payload', [
        'request.grpcConfig.service',
      ])
      const behavior = await change({ mode: 'BEHAVIOR', method: 'a.B/C' })
      assert.equal(behavior.status, 200, behavior.text)
      assert.deepEqual(behavior.at('request.grpcConfig'), {
        ...ofHealth,
        mode: 'BEHAVIOR',
        method: 'a.B/C',
        service: null,
      })
    })
  }

  for (const field of ['url', 'port']) {
    test(`create: request.${field} left out is refused`, async () => {
      const whole: Record<string, unknown> = { ...request }
      const { [field]: _left, ...rest } = whole
      const answer = await writeGrpcMonitor(api, 'create', '', { request: rest })
      expectInvalid(answer, 'payload', [`request.${field}`])
    })
  }
})
