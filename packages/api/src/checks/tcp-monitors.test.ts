import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { absent, type FieldCases, updates } from '../../testing/monitors/field-case.ts'
import { testMonitor } from '../../testing/monitors/monitor-cases.ts'
import { showMonitor } from '../../testing/monitors/write-icmp.ts'
import { richTcp, smallestTcp, writeTcpMonitor } from '../../testing/monitors/write-tcp.ts'

const { hostname, port } = smallestTcp.request
const onData = { source: 'RESPONSE_DATA', comparison: 'CONTAINS', target: 'PONG' }
const onTime = { source: 'RESPONSE_TIME', comparison: 'LESS_THAN', target: '50' }
const inRequest = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases => ({
  around: { request: { hostname, port } },
  ...cases,
  field: `request.${name}`,
})
const inAssertion = (assertion: object, name: string, cases: Omit<FieldCases, 'field'>): FieldCases =>
  inRequest(`assertions.0.${name}`, {
    around: { request: { hostname, port, assertions: [assertion] } },
    ...cases,
  })
const limit: Omit<FieldCases, 'field'> = {
  type: 'number',
  nullable: true,
  accepted: [0, 0.5, 3_000, 45_000].map((value) => ({ value })),
  refused: [-1, 45_000.1].map((value) => ({ value })),
}
const hostnames: Omit<FieldCases, 'field'> = {
  type: 'string',
  nullable: false,
  refused: [
    { value: '' },
    { value: 'a'.repeat(2_049), label: '2049 characters' },
    { value: 'tcp://db.example.net', says: /scheme/ },
    { value: 'db.example.net:5432', says: /port/ },
    { value: 'db.example.net/x', says: /path/ },
    { value: '[::1]', says: /brackets/ },
  ],
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
  {
    field: 'checkType',
    type: 'string',
    nullable: false,
    accepted: [{ value: 'TCP' }],
    refused: [{ value: 'ICMP' }],
  },
  {
    field: 'request',
    type: 'object',
    nullable: false,
    on: updates,
    refused: [{ value: { hostname }, keys: ['request.port'], label: 'without a port' }],
  },
  {
    field: 'request',
    nullable: false,
    on: ['create'],
    refused: [
      { value: {}, keys: ['request.hostname', 'request.port'] },
      { value: { port }, keys: ['request.hostname'] },
    ],
  },
  inRequest('hostname', {
    ...hostnames,
    accepted: [
      { value: 'db' },
      { value: '192.0.2.1' },
      { value: '2001:db8::1' },
      { value: '{{HOST}}.example.net' },
      { value: 'a'.repeat(2_048), label: '2048 characters' },
    ],
  }),
  inRequest('url', {
    ...hostnames,
    around: { request: { port } },
    isHidden: true,
    accepted: [{ value: 'db2' }],
  }),
  inRequest('port', {
    type: 'integer',
    nullable: false,
    accepted: [{ value: 1 }, { value: 65_535 }],
    refused: [{ value: 0 }, { value: 65_536 }],
  }),
  inRequest('data', {
    type: 'string',
    nullable: true,
    accepted: [{ value: 'PING\r\n' }, { value: '{{SECRET}}' }, { value: 'é' }],
    refused: [{ value: '' }, { value: 'x'.repeat(100_001), label: '100001 characters' }],
  }),
  inRequest('body', {
    type: 'string',
    nullable: true,
    isHidden: true,
    accepted: [{ value: 'PING\r\n' }],
    refused: [{ value: '' }],
  }),
  inRequest('ipFamily', {
    type: 'string',
    nullable: false,
    accepted: [{ value: 'IPv4' }, { value: 'IPv6' }],
    refused: [{ value: 'ipv4' }, { value: '' }],
  }),
  inRequest('assertions', {
    type: 'array',
    nullable: false,
    accepted: [{ value: [] }, { value: [onData], shown: [{ ...onData, property: '', regex: '' }] }],
    refused: [
      { value: ['x'], keys: ['request.assertions.0'] },
      { value: Array.from({ length: 101 }, () => onData), label: '101 items' },
      {
        value: [onData, { ...onData, source: 'JSON_BODY' }],
        keys: ['request.assertions.1.source'],
        label: 'another source',
      },
    ],
  }),
  inAssertion(onData, 'property', {
    type: 'string',
    nullable: false,
    accepted: [{ value: '' }, { value: '/v(\\d+)/' }],
    refused: [
      { value: '(', says: /valid regular expression/ },
      { value: '(?=a)', says: /linear-time engine/ },
      { value: '(a{0,100}){0,100}', says: /too large/ },
    ],
  }),
  inAssertion(onData, 'regex', {
    type: 'string',
    nullable: true,
    accepted: [{ value: 'a+' }],
    refused: [{ value: '(' }],
  }),
  inAssertion(onData, 'comparison', {
    type: 'string',
    nullable: false,
    accepted: [
      'EQUALS',
      'NOT_EQUALS',
      'IS_EMPTY',
      'NOT_EMPTY',
      'GREATER_THAN',
      'LESS_THAN',
      'CONTAINS',
      'NOT_CONTAINS',
    ].map((value) => ({ value })),
    refused: [absent, 'HAS_KEY', 'IS_NULL', 'equals'].map((value) => ({ value })),
  }),
  inAssertion(onTime, 'comparison', {
    nullable: false,
    accepted: ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN'].map((value) => ({ value })),
    refused: [{ value: 'CONTAINS' }],
  }),
  inAssertion(onTime, 'property', {
    nullable: false,
    accepted: [{ value: '' }],
    refused: [{ value: 'avg' }],
  }),
  inAssertion(onTime, 'target', {
    type: 'string',
    nullable: false,
    accepted: ['50', '0.5', '{{LIMIT}}'].map((value) => ({ value })),
    refused: [absent, '', 'fast'].map((value) => ({ value })),
  }),
]

forOneEngine('TCP monitors', (engine) => {
  const api = apiUnderTest(engine)
  testMonitor(api, { segment: 'tcp', smallest: smallestTcp, rich: richTcp, table })

  test('create: every omitted field gets its default', async () => {
    const answer = await api.call('POST', '/v1/checks/tcp', { body: smallestTcp })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.at('request'), { hostname, port, data: null, ipFamily: 'IPv4', assertions: [] })
    const shown = ['checkType', 'degradedResponseTime', 'maxResponseTime', 'frequency', 'shouldFail', 'name']
    assert.deepEqual(
      shown.map((field) => answer.at(field)),
      ['TCP', 3_000, 5_000, 10, false, 'Database'],
    )
    assert.deepEqual((await showMonitor(api, answer.textAt('id'))).body, answer.body)
  })

  test('older names are accepted, and answers use the newer ones', async () => {
    const request = { url: 'old.example.net', port, body: 'PING' }
    const made = await api.call('POST', '/v1/checks/tcp', { body: { name: 'Old', request } })
    assert.equal(made.status, 201, made.text)
    const stored = { hostname: 'old.example.net', port, data: 'PING', ipFamily: 'IPv4', assertions: [] }
    assert.deepEqual(made.at('request'), stored)
    const id = made.textAt('id')
    const write = (body: object) => writeTcpMonitor(api, 'patch', id, { request: { port, ...body } })
    assert.equal((await write({ url: 'new.example.net' })).at('request.hostname'), 'new.example.net')
    assert.equal((await write({ body: 'PONG' })).at('request.data'), 'PONG')
    const both = await write({ hostname: 'a', url: 'b', data: 'c', body: 'd' })
    assert.deepEqual([both.at('request.hostname'), both.at('request.data')], ['a', 'c'])
    assert.equal((await write({ data: null, body: 'e' })).at('request.data'), 'e')
    assert.equal((await write({ body: null })).at('request.data'), null)
    const shown = await showMonitor(api, id)
    assert.deepEqual([shown.at('request.url'), shown.at('request.body')], [undefined, undefined])
  })

  test('an update of the port alone keeps the rest of the request', async () => {
    for (const operation of ['strict put', 'patch'] as const) {
      const id = (await api.call('POST', '/v1/checks/tcp', { body: richTcp })).textAt('id')
      const body = { request: { port: 6380 }, frequency: 5, frequencyOffset: 1 }
      const answer = await writeTcpMonitor(api, operation, id, body)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.at('request'), { ...richTcp.request, port: 6380 })
      const kept = operation === 'strict put' ? [5_000, false] : [45_000, true]
      assert.deepEqual([answer.at('maxResponseTime'), answer.at('shouldFail')], kept)
    }
  })

  test('create: every mistake is named at once', async () => {
    const body = { name: '', maxResponseTime: 50_000, request: { url: 'tcp://x', port: 0, body: '' } }
    const keys = ['name', 'maxResponseTime', 'request.url', 'request.port', 'request.body']
    expectInvalid(await api.call('POST', '/v1/checks/tcp', { body }), 'payload', keys)
  })
})
