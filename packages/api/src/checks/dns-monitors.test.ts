import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { absent, type FieldCases, updates } from '../../testing/monitors/field-case.ts'
import { testMonitor } from '../../testing/monitors/monitor-cases.ts'
import { richDns, smallestDns, writeDnsMonitor } from '../../testing/monitors/write-dns.ts'
import { showMonitor } from '../../testing/monitors/write-icmp.ts'

const { query, recordType } = smallestDns.request
const onJson = { source: 'JSON_ANSWER', property: '$.Status', comparison: 'EQUALS', target: 'NOERROR' }
const onCode = { source: 'RESPONSE_CODE', comparison: 'EQUALS', target: 'NOERROR' }
const onText = { source: 'TEXT_ANSWER', comparison: 'CONTAINS', target: 'x' }
const onTime = { source: 'RESPONSE_TIME', comparison: 'LESS_THAN', target: '50' }
const all = ['HAS_KEY', 'NOT_HAS_KEY', 'HAS_VALUE', 'NOT_HAS_VALUE', 'IS_NULL', 'NOT_NULL', 'GREATER_THAN']

const inRequest = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases => ({
  around: { request: { query, recordType } },
  ...cases,
  field: `request.${name}`,
})
const inAssertion = (assertion: object, name: string, cases: Omit<FieldCases, 'field'>): FieldCases =>
  inRequest(`assertions.0.${name}`, {
    around: { request: { query, recordType, assertions: [assertion] } },
    ...cases,
  })
const limit: Omit<FieldCases, 'field'> = {
  type: 'number',
  nullable: true,
  accepted: [0, 0.5, 500, 5_000].map((value) => ({ value })),
  refused: [-1, 5_000.1].map((value) => ({ value })),
}
const longest = `${'abcdefg.'.repeat(31)}abcde`

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
    accepted: [{ value: 'DNS' }],
    refused: [{ value: 'ICMP' }],
  },
  {
    field: 'request',
    type: 'object',
    nullable: false,
    refused: [
      { value: {}, keys: ['request.query', 'request.recordType'] },
      { value: { query }, keys: ['request.recordType'] },
    ],
  },
  inRequest('query', {
    type: 'string',
    nullable: false,
    accepted: [
      { value: 'example.org.' },
      { value: '_dmarc.example.org' },
      { value: '*.example.org' },
      { value: '.' },
      { value: 'münchen.example' },
      { value: '{{NAME}}.example.org' },
      { value: longest, label: '253 characters' },
      { value: `${longest}.`, label: '253 characters and a dot' },
    ],
    refused: [
      { value: '' },
      { value: 'a b', says: /white space/ },
      { value: 'a..b', says: /empty parts/ },
      { value: '.example.org', says: /empty parts/ },
      { value: 'example.org..', says: /empty parts/ },
      { value: `${'a'.repeat(64)}.org`, label: 'a part of 64', says: /63/ },
      { value: `${longest}f`, label: '254 characters', says: /253/ },
    ],
  }),
  inRequest('recordType', {
    type: 'string',
    nullable: false,
    accepted: ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'HTTPS'].map((value) => ({ value })),
    refused: ['a', 'ANY', 'SRV', ''].map((value) => ({ value })),
  }),
  inRequest('protocol', {
    type: 'string',
    nullable: false,
    accepted: [{ value: 'UDP' }, { value: 'TCP' }],
    refused: [{ value: 'DOT' }, { value: 'udp' }],
  }),
  inRequest('nameServer', {
    type: 'string',
    nullable: true,
    accepted: [
      { value: 'ns1.example.org' },
      { value: '192.0.2.53' },
      { value: '2001:db8::53' },
      { value: '{{SERVER}}' },
      { value: '' },
    ],
    refused: [
      { value: '192.0.2.53:53', says: /port/ },
      { value: 'https://dns.example', says: /scheme/ },
      { value: 'a'.repeat(101), label: '101 characters' },
    ],
  }),
  inRequest('port', {
    type: 'integer',
    nullable: true,
    around: { request: { query, recordType, nameServer: '192.0.2.53' } },
    accepted: [{ value: 1 }, { value: 65_535 }],
    refused: [{ value: 0 }, { value: 65_536 }],
  }),
  inRequest('assertions', {
    type: 'array',
    nullable: false,
    accepted: [{ value: [] }, { value: [onJson], shown: [{ ...onJson, regex: '' }] }],
    refused: [
      { value: ['x'], keys: ['request.assertions.0'] },
      { value: Array.from({ length: 101 }, () => onCode), label: '101 items' },
      { value: [onCode, { ...onCode, source: 'BODY' }], keys: ['request.assertions.1.source'] },
    ],
  }),
  inAssertion(onJson, 'property', {
    type: 'string',
    nullable: false,
    accepted: [{ value: '$.Answer[*].data' }, { value: "$.Answer[?(@.type=='A')]" }, { value: '' }],
    refused: [{ value: 'Answer', says: /\$/ }, { value: '$.[' }],
  }),
  inAssertion(onJson, 'comparison', {
    nullable: false,
    accepted: all.map((value) => ({ value })),
    refused: [absent, 'equals'].map((value) => ({ value })),
  }),
  inAssertion(onText, 'comparison', { nullable: false, accepted: all.map((value) => ({ value })) }),
  inAssertion(onText, 'property', {
    nullable: false,
    accepted: [{ value: 'alpn="([^"]*)"' }, { value: '' }],
    refused: [{ value: '(' }, { value: '(?=a)', says: /linear-time engine/ }],
  }),
  inAssertion(onText, 'regex', { nullable: true, accepted: [{ value: 'a+' }], refused: [{ value: '[' }] }),
  inAssertion(onCode, 'comparison', {
    nullable: false,
    accepted: ['EQUALS', 'NOT_EQUALS', 'CONTAINS', 'NOT_CONTAINS', 'IS_EMPTY', 'NOT_EMPTY'].map((value) => ({
      value,
    })),
    refused: ['GREATER_THAN', 'HAS_KEY', 'IS_NULL'].map((value) => ({ value })),
  }),
  inAssertion(onTime, 'comparison', {
    nullable: false,
    accepted: ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN'].map((value) => ({ value })),
    refused: [{ value: 'CONTAINS' }],
  }),
  inAssertion(onTime, 'target', {
    type: 'string',
    nullable: false,
    accepted: ['50', '{{LIMIT}}'].map((value) => ({ value })),
    refused: [absent, '', 'fast'].map((value) => ({ value })),
  }),
]

forOneEngine('DNS monitors', (engine) => {
  const api = apiUnderTest(engine)
  testMonitor(api, { segment: 'dns', smallest: smallestDns, rich: richDns, table })

  test('create: every omitted field gets its default', async () => {
    const answer = await api.call('POST', '/v1/checks/dns', { body: smallestDns })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.at('request'), { query, recordType, protocol: 'UDP', assertions: [] })
    const shown = ['checkType', 'degradedResponseTime', 'maxResponseTime', 'frequency', 'shouldFail', 'name']
    assert.deepEqual(
      shown.map((field) => answer.at(field)),
      ['DNS', 500, 1_000, 10, false, 'Our name'],
    )
    assert.deepEqual((await showMonitor(api, answer.textAt('id'))).body, answer.body)
  })

  test('D14: a port without a server is refused, and one that was stored goes with its server', async () => {
    const request = { query, recordType, port: 53 }
    const answer = await api.call('POST', '/v1/checks/dns', { body: { name: 'x', request } })
    expectInvalid(answer, 'payload', ['request.port'])
    for (const operation of updates) {
      const id = (await api.call('POST', '/v1/checks/dns', { body: smallestDns })).textAt('id')
      expectInvalid(await writeDnsMonitor(api, operation, id, { request }), 'payload', ['request.port'])
      const withServer = { request: { ...request, nameServer: '192.0.2.53' } }
      assert.equal((await writeDnsMonitor(api, operation, id, withServer)).status, 200)
      const without = { request: { ...request, nameServer: null } }
      expectInvalid(await writeDnsMonitor(api, operation, id, without), 'payload', ['request.port'])
      for (const nameServer of [null, '']) {
        assert.equal((await writeDnsMonitor(api, operation, id, withServer)).status, 200)
        const gone = { request: { query, recordType, nameServer } }
        const changed = await writeDnsMonitor(api, operation, id, gone)
        assert.equal(changed.status, 200, changed.text)
        assert.deepEqual(
          [changed.at('request.nameServer'), changed.at('request.port')],
          [nameServer, undefined],
        )
      }
      const neither = { request: { query, recordType, nameServer: null, port: null } }
      const kept = await writeDnsMonitor(api, operation, id, neither)
      assert.deepEqual([kept.status, kept.at('request.port')], [200, null])
    }
  })

  test('an update of the question keeps the rest of the request', async () => {
    for (const operation of ['strict put', 'patch'] as const) {
      const id = (await api.call('POST', '/v1/checks/dns', { body: richDns })).textAt('id')
      const body = {
        request: { query: 'other.example.org', recordType: 'MX' },
        frequency: 5,
        frequencyOffset: 1,
      }
      const answer = await writeDnsMonitor(api, operation, id, body)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.at('request'), { ...richDns.request, ...body.request })
      const kept = operation === 'strict put' ? [1_000, false] : [5_000, true]
      assert.deepEqual([answer.at('maxResponseTime'), answer.at('shouldFail')], kept)
    }
  })
})
