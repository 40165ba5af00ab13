import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { convertKumaFile, httpMonitor as http, kumaFileForTests } from '../../testing/kuma-conversion.ts'
import { NotKuma, readKumaDatabase } from './kuma-database.ts'
import { describeReport } from '@sonde/schema/uptime-kuma/kuma-report.ts'

const kuma = kumaFileForTests()
const convert = () => convertKumaFile(kuma())

const validator = createValidator()

/** What the API would say about the check, without the references that only the import can judge. */
function mistakesOf(check: ConfigurationItem): unknown[] {
  const kind = checkKinds.find(({ checkType }) => checkType === check['checkType'])
  assert.ok(kind, `there is no kind ${String(check['checkType'])}`)
  const {
    id: _id,
    groupId: _group,
    alertChannelSubscriptions: _channels,
    triggerIncident: _incident,
    ...body
  } = check
  return validator.compile(kind.create, { complete: true })(body)
}

function onlyCheck() {
  const { configuration, report } = convert()
  const [check] = configuration.checks ?? []
  assert.ok(check, describeReport(report))
  assert.deepEqual(mistakesOf(check), [])
  return { check, report }
}

test('an HTTP monitor becomes a URL monitor that accepts the same answers', () => {
  kuma().add('monitor', { ...http, timeout: 16, ignore_tls: 1, maxredirects: 0 })
  const { check, report } = onlyCheck()
  assert.equal(check['id'], 'kuma:monitor:1')
  assert.equal(check['checkType'], 'URL')
  assert.equal(check['frequency'], 1)
  assert.equal(check['maxResponseTime'], 16_000)
  assert.equal(check['degradedResponseTime'], null)
  assert.deepEqual(check['locations'], ['eu-west-1'])
  assert.deepEqual(check['request'], {
    url: 'https://shop.example.com/',
    followRedirects: false,
    skipSSL: true,
    ipFamily: 'IPv4',
    assertions: [
      { source: 'STATUS_CODE', property: '', regex: null, comparison: 'GREATER_THAN', target: '199' },
      { source: 'STATUS_CODE', property: '', regex: null, comparison: 'LESS_THAN', target: '300' },
    ],
  })
  assert.deepEqual(report.carried, ['monitor "Shop"'])
  assert.deepEqual(report.changed, [])
})

const codes: [accepted: string[], comparisons: string[], shouldFail: boolean, differences: number][] = [
  [['200'], ['EQUALS 200'], false, 0],
  [['200-299', '300-399'], ['GREATER_THAN 199', 'LESS_THAN 400'], false, 0],
  [['100-199', '200-299', '300-399'], [], false, 0],
  [['200', '202'], ['GREATER_THAN 199', 'LESS_THAN 203', 'NOT_EQUALS 201'], false, 0],
  [['200', '302'], ['GREATER_THAN 199', 'LESS_THAN 303'], false, 1],
  // A target that is gone passes here, and somebody has to know.
  [['401'], ['EQUALS 401'], true, 1],
  [['401', '403'], ['GREATER_THAN 400', 'LESS_THAN 404', 'NOT_EQUALS 402'], true, 1],
  [['400-499'], ['GREATER_THAN 399', 'LESS_THAN 500'], true, 1],
  [['200-299', '404'], ['GREATER_THAN 199', 'LESS_THAN 300'], false, 1],
  [['200-499'], ['GREATER_THAN 199', 'LESS_THAN 400'], false, 1],
  [[], [], false, 0],
]
for (const [accepted, comparisons, shouldFail, differences] of codes) {
  test(`the accepted codes ${accepted.join(', ') || '(none)'} are told as assertions`, () => {
    kuma().add('monitor', { ...http, accepted_statuscodes_json: JSON.stringify(accepted) })
    const { check, report } = onlyCheck()
    const { assertions } = check['request'] as { assertions: { comparison: string; target: string }[] }
    assert.deepEqual(
      assertions.map(({ comparison, target }) => `${comparison} ${target}`),
      comparisons,
    )
    assert.equal(check['shouldFail'], shouldFail)
    assert.equal(report.changed.length, differences)
  })
}

const intervals: [seconds: number, frequency: number, offset: number | undefined, isSame: boolean][] = [
  [20, 0, 20, true],
  [45, 0, 30, false],
  [5, 0, 10, false],
  [60, 1, undefined, true],
  [90, 1, undefined, false],
  [300, 5, undefined, true],
  [86_400, 1440, undefined, true],
  [999_999, 1440, undefined, false],
]
for (const [seconds, frequency, offset, isSame] of intervals) {
  test(`every ${seconds} seconds: frequency ${frequency}`, () => {
    kuma().add('monitor', { ...http, interval: seconds })
    const { check, report } = onlyCheck()
    assert.equal(check['frequency'], frequency)
    assert.equal(check['frequencyOffset'], offset)
    assert.equal(report.changed.length === 0, isSame)
  })
}

type ApiRequest = {
  method: string
  url: string
  headers: { key: string; value: string }[]
  body?: string
  bodyType?: string
  basicAuth: object | null
  assertions: { source: string; property: string; comparison: string; target: string }[]
}

function apiRequestOf(row: Record<string, string | number>): {
  request: ApiRequest
  check: ConfigurationItem
  notes: string[]
} {
  kuma().add('monitor', { ...http, ...row })
  const { check, report } = onlyCheck()
  assert.equal(check['checkType'], 'API')
  return { request: check['request'] as ApiRequest, check, notes: report.changed.map(({ why }) => why) }
}

const told = ({ assertions }: ApiRequest): string[] =>
  assertions
    .filter(({ source }) => source !== 'STATUS_CODE')
    .map(({ source, property, comparison, target }) => `${source} ${property} ${comparison} ${target}`)

test('what is sent becomes an API check: method, headers, body and sign-in', () => {
  const { request, check, notes } = apiRequestOf({
    method: 'POST',
    headers: '{"X-Tenant":"shop","Authorization":"Bearer abc","X-Count":7}',
    body: '{ "item": 7 }',
    auth_method: 'basic',
    basic_auth_user: 'an n',
    basic_auth_pass: 'p@ss/w',
    accepted_statuscodes_json: '["201"]',
  })
  assert.equal(check['id'], 'kuma:api:1')
  assert.deepEqual(request, {
    method: 'POST',
    url: 'https://shop.example.com/',
    followRedirects: true,
    skipSSL: false,
    ipFamily: 'IPv4',
    body: '{ "item": 7 }',
    bodyType: 'JSON',
    headers: [
      { key: 'X-Tenant', value: 'shop' },
      { key: 'Authorization', value: 'Bearer abc' },
      { key: 'X-Count', value: '7' },
    ],
    basicAuth: { username: 'an n', password: 'p@ss/w' },
    assertions: [{ source: 'STATUS_CODE', property: '', regex: null, comparison: 'EQUALS', target: '201' }],
  })
  assert.deepEqual(notes, [])
})

const bodies: [encoding: string, bodyType: string, contentType: string | undefined][] = [
  ['', 'JSON', undefined],
  ['json', 'JSON', undefined],
  ['form', 'FORM', undefined],
  ['xml', 'RAW', 'text/xml; charset=utf-8'],
]
for (const [encoding, bodyType, contentType] of bodies) {
  test(`a body encoded as ${encoding || '(nothing)'} is ${bodyType}`, () => {
    const { request } = apiRequestOf({ method: 'PUT', body: 'a=b', http_body_encoding: encoding })
    assert.equal(request.bodyType, bodyType)
    assert.equal(request.headers[0]?.value, contentType)
  })
}

const contents: [row: Record<string, string | number>, assertion: string, notes: number][] = [
  [{ type: 'keyword', keyword: 'welcome' }, 'TEXT_BODY  CONTAINS welcome', 0],
  [{ type: 'keyword', keyword: 'error', invert_keyword: 1 }, 'TEXT_BODY  NOT_CONTAINS error', 0],
  [{ type: 'keyword', keyword: 'error', upside_down: 1 }, 'TEXT_BODY  NOT_CONTAINS error', 1],
  [{ type: 'keyword', keyword: 'x', upside_down: 1, invert_keyword: 1 }, 'TEXT_BODY  CONTAINS x', 1],
  [{ type: 'json-query', json_path: '$.status', expected_value: 'ok' }, 'JSON_BODY $.status EQUALS ok', 0],
  [{ type: 'json-query', json_path: 'a[0].b', expected_value: 'ok' }, 'JSON_BODY $.a[0].b EQUALS ok', 0],
  [{ type: 'json-query', json_path: '$', expected_value: 'ok' }, 'JSON_BODY $ EQUALS ok', 0],
  [
    { type: 'json-query', json_path: 'a.`b-c`', json_path_operator: '!=', expected_value: 'x' },
    'JSON_BODY $.a["b-c"] NOT_EQUALS x',
    0,
  ],
  [
    { type: 'json-query', json_path: 'n', json_path_operator: '>', expected_value: '5' },
    'JSON_BODY $.n GREATER_THAN 5',
    0,
  ],
  [
    { type: 'json-query', json_path: 'n', json_path_operator: '>=', expected_value: '5' },
    'JSON_BODY $.n GREATER_THAN 4.999999999999999',
    0,
  ],
  [
    { type: 'json-query', json_path: 'n', json_path_operator: '<=', expected_value: '-2' },
    'JSON_BODY $.n LESS_THAN -1.9999999999999998',
    0,
  ],
  [
    {
      type: 'json-query',
      json_path: 'n',
      json_path_operator: 'contains',
      expected_value: 'a',
      upside_down: 1,
    },
    'JSON_BODY $.n NOT_CONTAINS a',
    1,
  ],
]
for (const [row, assertion, notes] of contents) {
  test(`${Object.values(row).join(' ')} is asserted as ${assertion}`, () => {
    const { request, check, notes: said } = apiRequestOf(row)
    assert.deepEqual(told(request), [assertion])
    assert.equal(check['shouldFail'], false)
    assert.equal(said.length, notes, said.join('; '))
  })
}

test('what no check can do is said, monitor by monitor', () => {
  kuma().add('monitor', { ...http, name: 'Count', type: 'json-query', json_path: '$count(items) > 3' })
  kuma().add('monitor', { ...http, name: 'Named', type: 'json-query', json_path: '$foo' })
  kuma().add('monitor', { ...http, name: 'Trace', method: 'TRACE' })
  kuma().add('monitor', { ...http, name: 'Odd', url: 'not an address' })
  kuma().add('monitor', { name: 'Queue', type: 'mqtt', interval: 60 })
  kuma().add('monitor', {
    ...http,
    name: 'Bad',
    headers: '{"a b":"c","d":"e"}',
    auth_method: 'ntlm',
    basic_auth_user: 'ann',
  })
  const { configuration, report } = convert()
  assert.deepEqual(
    (configuration.checks ?? []).map(({ name, request }) => [name, (request as ApiRequest).basicAuth]),
    [['Bad', null]],
  )
  const text = describeReport(report)
  for (const expected of [
    /monitor "Count": its query \$count\(items\) > 3 is no plain path/,
    /monitor "Named": its query \$foo is no plain path/,
    /monitor "Trace": it sends TRACE/,
    /monitor "Odd": its address/,
    /monitor "Queue": there is no monitor of the type mqtt here/,
    /monitor "Bad": its header "a b" is left out/,
    /monitor "Bad": its sign-in \(ntlm\) is left out/,
    /the history of all monitors/,
  ]) {
    assert.match(text, expected)
  }
})

test('basic sign-in goes into the address, with its odd characters', () => {
  kuma().add('monitor', { ...http, auth_method: 'basic', basic_auth_user: 'an n', basic_auth_pass: 'p@ss/w' })
  const { check } = onlyCheck()
  assert.equal((check['request'] as { url: string }).url, 'https://an%20n:p%40ss%2Fw@shop.example.com/')
})

test('each of the other types that have a place here becomes a valid check', () => {
  const proto =
    'syntax = "proto3";\npackage shop;\nservice Cart { rpc Get (Q) returns (A); }\nmessage Q {}\nmessage A { string text = 1; }'
  kuma().add('monitor', {
    type: 'port',
    name: 'Port',
    hostname: 'db.example.com',
    port: 5432,
    interval: 60,
    upside_down: 1,
  })
  kuma().add('monitor', { type: 'ping', name: 'Ping', hostname: '192.0.2.1', interval: 60, packet_size: 56 })
  kuma().add('monitor', {
    type: 'dns',
    name: 'Dns',
    hostname: 'example.com',
    dns_resolve_type: 'MX',
    dns_resolve_server: '192.0.2.53',
    port: 53,
    interval: 60,
  })
  kuma().add('monitor', { type: 'push', name: 'Push', interval: 600, push_token: 'abc' })
  kuma().add('monitor', {
    type: 'grpc-keyword',
    name: 'Grpc',
    grpc_url: 'grpc.example.com:50051',
    grpc_service_name: 'Cart',
    grpc_method: 'get',
    grpc_protobuf: proto,
    grpc_body: '{}',
    grpc_metadata: '{"x-a":"b"}',
    keyword: 'fine',
    invert_keyword: 1,
    interval: 60,
    maxretries: 3,
    retry_interval: 30,
    resend_interval: 10,
  })
  const { configuration, report } = convert()
  const checks = configuration.checks ?? []
  assert.deepEqual(
    checks.map(({ checkType }) => checkType),
    ['TCP', 'ICMP', 'DNS', 'HEARTBEAT', 'GRPC'],
  )
  for (const check of checks) assert.deepEqual(mistakesOf(check), [], String(check['name']))
  assert.equal(checks[0]?.['shouldFail'], true)
  const grpc = checks[4]
  assert.ok(grpc)
  assert.deepEqual((grpc['request'] as { grpcConfig: { method: string } }).grpcConfig.method, 'shop.Cart/Get')
  assert.deepEqual(grpc['retryStrategy'], {
    type: 'FIXED',
    baseBackoffSeconds: 30,
    maxRetries: 3,
    maxDurationSeconds: 600,
    sameRegion: true,
  })
  assert.deepEqual((grpc['alertSettings'] as { reminders: object }).reminders, {
    amount: 100_000,
    interval: 10,
  })
  assert.deepEqual(
    report.changed.map(({ what }) => what),
    ['monitor "Push"'],
  )
})

test('a file that is no database of Uptime Kuma is refused by name', () => {
  const other = `${kuma().path}.txt`
  writeFileSync(other, 'not a database, but long enough to be looked at as one'.repeat(20))
  assert.throws(() => readKumaDatabase(other), NotKuma)
  assert.throws(() => readKumaDatabase(`${kuma().path}.missing`), /cannot be opened/)
})
