import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { absent, type FieldCases } from '../../testing/monitors/field-case.ts'
import { testMonitor } from '../../testing/monitors/monitor-cases.ts'
import { showMonitor } from '../../testing/monitors/write-icmp.ts'
import { richUrl, smallestUrl, writeUrlMonitor } from '../../testing/monitors/write-url.ts'

const { url } = smallestUrl.request
const assertion = { source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }
const inRequest = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases => ({
  around: { request: { url } },
  ...cases,
  field: `request.${name}`,
})
const inAssertion = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases =>
  inRequest(`assertions.0.${name}`, { around: { request: { url, assertions: [assertion] } }, ...cases })
const limit: Omit<FieldCases, 'field'> = {
  type: 'number',
  nullable: true,
  accepted: [0, 0.5, 3_000, 45_000].map((value) => ({ value })),
  refused: [-1, 45_000.1, 300_000].map((value) => ({ value })),
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
    accepted: [{ value: 'URL' }],
    refused: [{ value: 'ICMP' }],
  },
  { field: 'request', type: 'object', nullable: false, refused: [{ value: {}, keys: ['request.url'] }] },
  inRequest('url', {
    type: 'string',
    nullable: false,
    accepted: [
      { value: 'http://a' },
      { value: 'https://ann:secret@[2001:db8::1]:8443/a b?c#d' },
      { value: '{{BASE_URL}}/health' },
      { value: 'https://{{HOST}}:{{PORT}}/' },
      { value: `http://a/${'p'.repeat(2_039)}`, label: '2048 characters' },
    ],
    refused: [
      { value: '' },
      { value: `http://a/${'p'.repeat(2_040)}`, label: '2049 characters' },
      { value: 'ftp://files.example', says: /http/ },
      { value: 'shop.example.com', says: /http/ },
      { value: 'http://', says: /valid address/ },
      { value: 'http://a:99999', says: /valid address/ },
    ],
  }),
  inRequest('method', {
    type: 'string',
    nullable: false,
    accepted: [{ value: 'GET' }],
    refused: [{ value: 'POST' }, { value: 'get' }],
  }),
  inRequest('followRedirects', {
    type: 'boolean',
    nullable: false,
    accepted: [{ value: true }, { value: false }],
  }),
  inRequest('skipSSL', { type: 'boolean', nullable: false, accepted: [{ value: true }, { value: false }] }),
  inRequest('ipFamily', {
    type: 'string',
    nullable: false,
    accepted: [{ value: 'IPv4' }, { value: 'IPv6' }],
    refused: [{ value: 'ipv4' }, { value: '' }],
  }),
  inRequest('assertions', {
    type: 'array',
    nullable: false,
    accepted: [{ value: [] }, { value: [assertion], shown: [{ ...assertion, property: '', regex: '' }] }],
    refused: [
      { value: ['x'], keys: ['request.assertions.0'] },
      { value: Array.from({ length: 101 }, () => assertion), label: '101 items' },
      {
        value: [assertion, { ...assertion, source: 'RESPONSE_TIME' }],
        keys: ['request.assertions.1.source'],
        label: 'another source',
      },
    ],
  }),
  inAssertion('property', {
    type: 'string',
    nullable: false,
    accepted: [{ value: '' }],
    refused: [{ value: 'code' }],
  }),
  inAssertion('comparison', {
    type: 'string',
    nullable: false,
    accepted: ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN'].map((value) => ({ value })),
    refused: [absent, 'CONTAINS', 'IS_NULL', 'equals'].map((value) => ({ value })),
  }),
  inAssertion('target', {
    type: 'string',
    nullable: false,
    accepted: ['200', '{{CODE}}'].map((value) => ({ value })),
    refused: [absent, '', '2xx'].map((value) => ({ value })),
  }),
]

forOneEngine('URL monitors', (engine) => {
  const api = apiUnderTest(engine)
  testMonitor(api, { segment: 'url', smallest: smallestUrl, rich: richUrl, table })

  test('create: every omitted field gets its default', async () => {
    const answer = await api.call('POST', '/v1/checks/url', { body: smallestUrl })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.at('request'), {
      method: 'GET',
      url,
      followRedirects: true,
      skipSSL: false,
      ipFamily: 'IPv4',
      assertions: [],
    })
    const shown = ['checkType', 'degradedResponseTime', 'maxResponseTime', 'frequency', 'shouldFail', 'name']
    assert.deepEqual(
      shown.map((field) => answer.at(field)),
      ['URL', 3_000, 5_000, 10, false, 'Shop'],
    )
    assert.deepEqual((await showMonitor(api, answer.textAt('id'))).body, answer.body)
  })

  test('a PUT by the letter fills in what was left out, and a PATCH keeps it', async () => {
    const made = await api.call('POST', '/v1/checks/url', { body: richUrl })
    const id = made.textAt('id')
    const kept = await writeUrlMonitor(api, 'patch', id, { request: { url, skipSSL: false } })
    assert.equal(kept.status, 200, kept.text)
    assert.deepEqual(kept.at('request'), { ...richUrl.request, url, skipSSL: false })
    assert.deepEqual([kept.at('maxResponseTime'), kept.at('shouldFail')], [45_000, true])
    const put = await writeUrlMonitor(api, 'strict put', id, { name: 'Shop 2', frequency: 5 })
    assert.equal(put.status, 200, put.text)
    assert.deepEqual(
      ['name', 'maxResponseTime', 'degradedResponseTime', 'shouldFail'].map((field) => put.at(field)),
      ['Shop 2', 5_000, 3_000, false],
    )
    assert.deepEqual(put.at('request'), { ...richUrl.request, url, skipSSL: false })
  })
})
