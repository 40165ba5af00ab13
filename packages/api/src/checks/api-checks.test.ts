import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiDetailOfError } from '@sonde/schema/check-types/api/result.ts'
import { apiConfig } from '@sonde/schema/testing/api-config.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { absent, type FieldCases } from '../../testing/monitors/field-case.ts'
import { testMonitor } from '../../testing/monitors/monitor-cases.ts'
import { storeResult } from '../../testing/store-result.ts'
import { richApi, smallestApi, writeApiCheck } from '../../testing/monitors/write-api-check.ts'
import { showMonitor } from '../../testing/monitors/write-icmp.ts'

const { url } = smallestApi.request
const assertion = { source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }
const inRequest = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases => ({
  around: { request: { url } },
  ...cases,
  field: `request.${name}`,
})
const pairs = (name: string): FieldCases =>
  inRequest(name, {
    type: 'array',
    nullable: false,
    accepted: [
      { value: [] },
      { value: [{ key: 'a', value: 'b' }], shown: [{ key: 'a', value: 'b', locked: false }] },
    ],
    refused: [
      { value: [{ key: '', value: 'b' }], keys: [`request.${name}.0.key`] },
      { value: Array.from({ length: 101 }, () => ({ key: 'a', value: '' })), label: '101 items' },
    ],
  })
const limit: Omit<FieldCases, 'field'> = {
  type: 'number',
  nullable: true,
  accepted: [0, 0.5, 45_000].map((value) => ({ value })),
  refused: [-1, 45_000.1].map((value) => ({ value })),
}
const script: Omit<FieldCases, 'field'> = {
  type: 'string',
  nullable: true,
  // Whether it is code that can be run is for the run to find out.
  accepted: [
    { value: '' },
    { value: 'not code (' },
    { value: 'x'.repeat(100_000), label: '100,000 characters' },
  ],
  refused: [{ value: 7 }, { value: 'x'.repeat(100_001), label: '100,001 characters' }],
}
const snippet: Omit<FieldCases, 'field'> = { nullable: true, refused: [{ value: 'x' }, { value: 7 }] }

const table: readonly FieldCases[] = [
  { field: 'degradedResponseTime', ...limit },
  { field: 'maxResponseTime', ...limit },
  { field: 'localSetupScript', ...script },
  { field: 'localTearDownScript', ...script },
  { field: 'setupSnippetId', ...snippet },
  { field: 'tearDownSnippetId', ...snippet },
  {
    field: 'frequencyOffset',
    nullable: false,
    around: { frequency: 0 },
    accepted: [10, 20, 30].map((value) => ({ value })),
    refused: [15, 40].map((value) => ({ value })),
  },
  inRequest('method', {
    type: 'string',
    nullable: false,
    accepted: ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS'].map((value) => ({ value })),
    refused: [{ value: 'TRACE' }, { value: '' }],
  }),
  inRequest('url', {
    type: 'string',
    nullable: false,
    accepted: [{ value: 'http://a' }, { value: '{{GROUP_BASE_URL}}/health' }],
    refused: [{ value: '' }, { value: 'ftp://a', says: /http/ }, { value: absent }],
  }),
  inRequest('bodyType', {
    type: 'string',
    nullable: false,
    accepted: ['JSON', 'FORM', 'RAW', 'GRAPHQL', 'NONE'].map((value) => ({ value })),
    refused: [{ value: 'XML' }, { value: 'json' }],
  }),
  inRequest('body', {
    type: 'string',
    nullable: false,
    accepted: [{ value: '' }, { value: 'x'.repeat(1_000_000), label: '1,000,000 characters' }],
    refused: [{ value: 'x'.repeat(1_000_001), label: '1,000,001 characters' }],
  }),
  pairs('headers'),
  pairs('queryParameters'),
  inRequest('basicAuth', {
    nullable: true,
    accepted: [{ value: { username: 'a', password: 'b' } }],
    refused: [{ value: 'a:b' }],
  }),
]

forOneEngine('API checks', (engine) => {
  const api = apiUnderTest(engine)
  testMonitor(api, { segment: 'api', smallest: smallestApi, rich: richApi, table })

  test('create: every omitted field gets its default', async () => {
    const answer = await api.call('POST', '/v1/checks/api', { body: smallestApi })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.at('request'), {
      method: 'GET',
      url,
      followRedirects: true,
      skipSSL: false,
      ipFamily: 'IPv4',
      body: '',
      bodyType: 'NONE',
      headers: [],
      queryParameters: [],
      basicAuth: null,
      assertions: [],
    })
    const shown = ['checkType', 'degradedResponseTime', 'maxResponseTime', 'localSetupScript', 'runtimeId']
    assert.deepEqual(
      shown.map((field) => answer.at(field)),
      ['API', 5_000, 20_000, null, null],
    )
    assert.deepEqual((await showMonitor(api, answer.textAt('id'))).body, answer.body)
  })

  test('case 8: methods in any case of letters, in capitals out', async () => {
    const made = await api.call('POST', '/v1/checks/api', {
      body: { ...smallestApi, request: { url, method: 'get' } },
    })
    assert.equal(made.at('request.method'), 'GET')
    const changed = await writeApiCheck(api, 'patch', made.textAt('id'), {
      request: { url, method: 'options' },
    })
    assert.equal(changed.at('request.method'), 'OPTIONS')
  })

  test('what clients of the reference leave out of a request is empty', async () => {
    const made = await api.call('POST', '/v1/checks/api', { body: richApi })
    const path = `/v1/checks/api/${made.textAt('id')}`
    const { request } = richApi
    const body = { request: { method: request.method, url: request.url } }
    const answer = await api.call('PUT', path, { body, headers: { 'x-checkly-source': 'go-sdk' } })
    assert.equal(answer.status, 200, answer.text)
    for (const name of ['headers', 'queryParameters', 'assertions']) {
      assert.deepEqual(answer.at(`request.${name}`), [], name)
    }
    assert.deepEqual(
      ['body', 'bodyType', 'basicAuth'].map((name) => answer.at(`request.${name}`)),
      ['', 'NONE', null],
    )
  })

  test('what is no header is refused by its place', async () => {
    const headers = [
      { key: 'X-Good', value: 'a' },
      { key: 'X Bad', value: 'a' },
      { key: 'X-Evil', value: 'v\r\nX-Other: 1' },
    ]
    const answer = await api.call('POST', '/v1/checks/api', {
      body: { ...smallestApi, request: { url, headers } },
    })
    expectInvalid(answer, 'payload', ['request.headers.1.key', 'request.headers.2.value'])
  })

  const refused: [object, string][] = [
    [{ ...assertion, comparison: 'CONTAINS' }, 'comparison'],
    [{ ...assertion, target: 'x' }, 'target'],
    [{ source: 'JSON_BODY', property: 'a.b', comparison: 'EQUALS', target: '1' }, 'property'],
    [{ source: 'TEXT_BODY', property: '(', comparison: 'EQUALS', target: '1' }, 'property'],
    [{ source: 'TEXT_BODY', property: '(?=a)', comparison: 'EQUALS', target: '1' }, 'property'],
    [{ source: 'HEADERS', property: 'a', regex: '(', comparison: 'EQUALS', target: '1' }, 'regex'],
    [{ source: 'GRPC_RESPONSE', comparison: 'EQUALS', target: '1' }, 'source'],
  ]
  for (const [wrong, field] of refused) {
    test(`case 33: the assertion ${JSON.stringify(wrong)} is refused for its ${field}`, async () => {
      const request = { url, assertions: [assertion, wrong] }
      const answer = await api.call('POST', '/v1/checks/api', { body: { ...smallestApi, request } })
      expectInvalid(answer, 'payload', [`request.assertions.1.${field}`])
    })
  }

  test('passwords and hidden values are sealed in the database, and masked for readers', async () => {
    const headers = [
      { key: 'X-Open', value: 'open-value' },
      { key: 'X-Locked', value: 'locked-value', locked: true },
      { key: 'Authorization', value: 'Bearer by-its-name' },
    ]
    const queryParameters = [{ key: 'token', value: 'locked-parameter', locked: true }]
    const basicAuth = { username: 'ann', password: 'basic-password' }
    const made = await api.call('POST', '/v1/checks/api', {
      body: { ...smallestApi, request: { url, headers, queryParameters, basicAuth } },
    })
    const id = made.textAt('id')
    const secrets = ['locked-value', 'by-its-name', 'locked-parameter', 'basic-password']
    const row = await findCheck(api.store.read, { accountId: api.accountId, id })
    const stored = JSON.stringify(row?.config)
    assert.deepEqual(
      secrets.filter((secret) => stored.includes(secret)),
      [],
    )
    assert.ok(stored.includes('open-value'))
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const seen = await api.call('GET', `/v1/checks/${id}`, { key })
    assert.deepEqual(
      secrets.filter((secret) => seen.text.includes(secret)),
      [],
    )
    assert.equal(seen.at('request.headers.0.value'), 'open-value')
    // What a reader was shown changes nothing when a writer sends it back.
    const request = seen.at('request')
    const changed = await writeApiCheck(api, 'patch', id, { request })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.at('request'), made.at('request'))
  })

  test('SC 13: lists of results leave job logs null, and a single result shows its log', async () => {
    const made = await api.call('POST', '/v1/checks/api', { body: smallestApi })
    const id = made.textAt('id')
    const config = apiConfig()
    const jobLog = { setup: [{ time: 1, level: 'INFO', msg: 'signed in' }], request: [], teardown: [] }
    const detail = { ...apiDetailOfError(config, ''), requestError: null, jobLog }
    const { id: resultId } = await storeResult(api, id, { detail: encodeDetail('API', detail, config) })
    for (const version of ['v1', 'v2']) {
      const { body } = await api.call('GET', `/${version}/check-results/${id}`)
      assert.match(JSON.stringify(body), /"apiCheckResult":{.*"jobLog":null/, version)
    }
    const single = await api.call('GET', `/v1/check-results/${id}/${resultId}`)
    assert.deepEqual(single.at('apiCheckResult.jobLog'), jobLog)
  })
})
