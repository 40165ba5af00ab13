import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { FormSchema } from '../../schema-form/form-schema.ts'
import { asCode, logicalIdOf } from './as-code.ts'
import { asCurl } from './as-curl.ts'
import { chosenFields, type Fields } from './stored-fields.ts'

/** Safe because the schema of a check is JSON Schema, which is what forms are made from. */
function schemaOf(checkType: CheckType): FormSchema {
  return JSON.parse(JSON.stringify(kindOf(checkType).create)) as FormSchema
}

/** Calls the code with a library that keeps what it is given. */
function evaluate(code: string): { construct: string; id: string; props: Fields } {
  const [importLine = '', ...body] = code.split('\n')
  const names = (/\{ (?<names>.*) \}/.exec(importLine)?.groups?.['names'] ?? '').split(', ')
  const constructs: { construct: string; id: string; props: Fields }[] = []
  const library = names.map((name) => {
    function construct(id: string, props: Fields): void {
      constructs.push({ construct: name, id, props })
    }
    const calls = new Proxy(construct, {
      get: (target, call) =>
        typeof call === 'string' && !(call in target)
          ? call.startsWith('EVERY_')
            ? `${name}.${call}`
            : (...args: unknown[]) => ({ [`${name}.${call}`]: args })
          : Reflect.get(target, call),
    })
    return calls
  })
  // oxlint-disable-next-line no-new-func -- the text is our own, made a line above
  new Function(...names, body.join('\n'))(...library)
  const [only] = constructs
  assert.ok(only !== undefined && constructs.length === 1)
  return only
}

const common = {
  id: 'an id',
  created_at: 'a time',
  name: "Nora's “shop”",
  activated: false,
  muted: true,
  tags: ['prod'],
  locations: ['eu-west-1'],
  privateLocations: ['lab'],
  frequency: 5,
  frequencyOffset: 3,
  groupId: 12,
  doubleCheck: false,
  retryStrategy: {
    type: 'LINEAR',
    baseBackoffSeconds: 9,
    maxRetries: 3,
    maxDurationSeconds: 90,
    sameRegion: false,
    onlyOn: ['NETWORK_ERROR'],
  },
  useGlobalAlertSettings: false,
  alertSettings: { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 4 } },
  alertChannelSubscriptions: [
    { alertChannelId: 7, activated: true },
    { alertChannelId: 8, activated: false },
  ],
  runParallel: true,
  shouldFail: true,
  degradedResponseTime: 123,
  maxResponseTime: 456,
}
const assertions = [
  { source: 'RESPONSE_TIME', property: '', comparison: 'LESS_THAN', target: '9', regex: null },
]

const requests: Readonly<
  Record<Exclude<CheckType, 'HEARTBEAT' | 'SSL' | 'MULTI_STEP' | 'BROWSER' | 'PLAYWRIGHT'>, Fields>
> = {
  ICMP: { hostname: 'edge.example.net', ipFamily: 'IPv6', pingCount: 3, assertions },
  URL: {
    url: "https://example.net/?a='b'",
    followRedirects: false,
    skipSSL: true,
    ipFamily: 'IPv6',
    assertions,
  },
  API: {
    method: 'POST',
    url: 'https://api.example.net/orders',
    followRedirects: false,
    skipSSL: true,
    ipFamily: 'IPv6',
    body: '{"a":1}',
    bodyType: 'JSON',
    headers: [{ key: 'X-A', value: 'b', locked: false }],
    queryParameters: [{ key: 'q', value: '1', locked: false }],
    basicAuth: { username: 'ann', password: 'pw' },
    assertions,
  },
  TCP: { hostname: 'db.example.net', port: 5432, data: 'a\nb', ipFamily: 'IPv6', assertions },
  DNS: {
    query: 'example.net',
    recordType: 'MX',
    nameServer: 'ns.example.net',
    port: 5353,
    protocol: 'TCP',
    assertions,
  },
  TRACEROUTE: { url: 'example.net', protocol: 'UDP', maxHops: 9, ptrLookup: false, timeout: 3, assertions },
  GRPC: {
    url: 'api.example.net',
    port: 50_051,
    skipSSL: true,
    timeout: 7,
    grpcConfig: { mode: 'HEALTH', tls: false, service: 'orders', metadata: [{ key: 'a', value: 'b' }] },
    assertions,
  },
}

/** Whether all that is in the first is in the second, too. */
function isWithin(part: unknown, whole: unknown): boolean {
  if (isRecord(part) && isRecord(whole)) {
    return Object.entries(part).every(([name, value]) => isWithin(value, whole[name]))
  }
  return JSON.stringify(part) === JSON.stringify(whole)
}

suite('a check as code', () => {
  for (const [name, request] of Object.entries(requests)) {
    test(`${name}: every field that somebody chose is there`, () => {
      const checkType = name as CheckType
      const check = { ...common, checkType, request }
      const schema = schemaOf(checkType)
      const { props, id } = evaluate(asCode(check, { schema, checkType }))
      const fields = chosenFields(check, schema)
      assert.ok(isWithin(fields['request'], props['request']), JSON.stringify(props['request']))
      const otherwise = new Set([
        'request',
        'groupId',
        'doubleCheck',
        'retryStrategy',
        'alertSettings',
        'useGlobalAlertSettings',
        'alertChannelSubscriptions',
        'frequency',
        'frequencyOffset',
      ])
      for (const [field, value] of Object.entries(fields)) {
        if (!otherwise.has(field)) assert.deepEqual(props[field], value, field)
      }
      assert.equal(id, 'nora-s-shop')
      assert.deepEqual(props['group'], { 'CheckGroupV2.fromId': [12] })
      assert.deepEqual(props['alertChannels'], [{ 'AlertChannel.fromId': [7] }])
      assert.deepEqual(props['alertEscalationPolicy'], common.alertSettings)
      assert.deepEqual(props['retryStrategy'], {
        'RetryStrategyBuilder.linearStrategy': [
          {
            baseBackoffSeconds: 9,
            maxRetries: 3,
            maxDurationSeconds: 90,
            sameRegion: false,
            onlyOn: 'NETWORK_ERROR',
          },
        ],
      })
      assert.equal(props['frequency'], 5)
    })
  }

  test('SSL: the host stands beside the settings of the handshake', () => {
    const sslConfig = {
      hostname: 'shop.example.net',
      port: 8443,
      ipFamily: 'IPv6',
      serverName: 'example.net',
      skipChainValidation: true,
      handshakeTimeoutMs: 5000,
      alertDaysBeforeExpiry: 40,
    }
    const check = { ...common, request: { sslConfig, assertions } }
    const { construct, props } = evaluate(asCode(check, { schema: schemaOf('SSL'), checkType: 'SSL' }))
    assert.equal(construct, 'SslMonitor')
    assert.deepEqual(props['request'], {
      hostname: 'shop.example.net',
      port: 8443,
      ipFamily: 'IPv6',
      assertions,
      sslConfig: {
        serverName: 'example.net',
        skipChainValidation: true,
        alertDaysBeforeExpiry: 40,
        handshakeTimeout: 5000,
      },
    })
  })

  test('MULTI_STEP: the script is the content of a file', () => {
    const script = "import { test } from '@playwright/test'\n"
    const check = { ...common, checkType: 'MULTI_STEP', script, shouldFail: false }
    const code = asCode(check, { schema: schemaOf('MULTI_STEP'), checkType: 'MULTI_STEP' })
    const { construct, props } = evaluate(code)
    assert.equal(construct, 'MultiStepCheck')
    assert.deepEqual([props['code'], props['script']], [{ content: script }, undefined])
  })

  test('HEARTBEAT: its times, and never its address', () => {
    const heartbeat = {
      period: 1,
      periodUnit: 'days',
      grace: 2,
      graceUnit: 'hours',
      pingToken: 't',
      pingUrl: 'http://x/ping/t',
    }
    const check = { name: 'Backup', heartbeat }
    const code = asCode(check, { schema: schemaOf('HEARTBEAT'), checkType: 'HEARTBEAT' })
    const { props } = evaluate(code)
    assert.deepEqual(props, { name: 'Backup', period: 1, periodUnit: 'days', grace: 2, graceUnit: 'hours' })
  })

  test('what would be so anyway is left out', () => {
    const schema = schemaOf('ICMP')
    const check = {
      name: 'Edge',
      activated: schema.properties?.['activated']?.default,
      doubleCheck: true,
      retryStrategy: null,
      frequency: 0,
      frequencyOffset: 20,
      request: { hostname: 'edge.example.net' },
    }
    const { props } = evaluate(asCode(check, { schema, checkType: 'ICMP' }))
    assert.deepEqual(props, {
      name: 'Edge',
      frequency: 'Frequency.EVERY_20S',
      retryStrategy: { 'RetryStrategyBuilder.singleRetry': [{ baseBackoffSeconds: 0, sameRegion: false }] },
      request: { hostname: 'edge.example.net' },
    })
  })

  test('a name without letters still gives an id', () => {
    assert.equal(logicalIdOf('…'), 'check')
  })
})

suite('a check as curl', () => {
  test('the body is what creating takes, with placeholders for what the server keeps to itself', () => {
    const environmentVariables = [
      { key: 'TOKEN', value: '', locked: true, secret: true },
      { key: 'PLAIN', value: 'seen', locked: false, secret: false },
    ]
    const check = { ...common, checkType: 'ICMP', request: requests.ICMP, environmentVariables }
    const schema: FormSchema = {
      ...schemaOf('ICMP'),
      properties: { ...schemaOf('ICMP').properties, environmentVariables: { type: 'array' } },
    }
    const text = asCurl(check, {
      schema,
      segment: 'icmp',
      origin: 'http://127.0.0.1:3000',
      accountId: 'an-account',
    })
    const body = JSON.parse(text.split("<<'JSON'\n")[1]?.replace(/\nJSON$/, '') ?? '') as Fields
    assert.match(text, /POST 'http:\/\/127\.0\.0\.1:3000\/v1\/checks\/icmp\?autoAssignAlerts=false'/)
    assert.equal(body['name'], common.name)
    assert.equal(body['id'], undefined)
    assert.deepEqual(body['environmentVariables'], [
      { key: 'TOKEN', value: '<value of TOKEN>', locked: true, secret: true },
      { key: 'PLAIN', value: 'seen', locked: false, secret: false },
    ])
  })

  test('a limit that was taken away stays away', () => {
    const schema: FormSchema = {
      type: 'object',
      properties: { maxResponseTime: { type: 'number', default: 5 } },
    }
    assert.deepEqual(chosenFields({ maxResponseTime: null }, schema), { maxResponseTime: null })
  })
})
