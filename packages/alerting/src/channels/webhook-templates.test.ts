import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReceiver } from '@sonde/egress/testing/receiver.ts'
import { senderUnderTest } from '../../testing/sender-under-test.ts'
import { signatureOf } from '../../testing/signature-of.ts'
import { someAlert } from '../../testing/some-event.ts'

test('address, query, headers and secret are templates too', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const variables = new Map([
    ['BASE', `${receiver.url}/in?sig=a%2Fb`],
    ['TOKEN', 'token-1234'],
    ['SECRET', 'secret-1'],
  ])
  const config = {
    url: '{{BASE}}',
    queryParameters: [
      { key: 'check', value: '{{CHECK_NAME}} & co', locked: false },
      { key: 'token', value: '{{TOKEN}}', locked: true },
    ],
    headers: [
      { key: 'Authorization', value: 'Bearer {{TOKEN}}' },
      { key: 'X-{{ALERT_CLASS}}', value: 'yes' },
      { key: 'x-twice', value: '1' },
      { key: 'X-Twice', value: '2' },
    ],
    webhookSecret: '{{SECRET}}',
  }
  assert.equal((await send('WEBHOOK', config, { variables })).kind, 'accepted')
  const [request] = receiver.requests
  assert.equal(request?.target, '/in?sig=a%2Fb&check=Checkout%20%26%20co&token=token-1234')
  assert.deepEqual(
    [request.headers.authorization, request.headers['x-failure'], request.headers['x-twice']],
    ['Bearer token-1234', 'yes', '1, 2'],
  )
  assert.equal(request.headers['x-service-signature'], signatureOf(request, 'secret-1'))
})

test('what comes from an event cannot change where a request goes', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const event = someAlert({ check: { name: '../../admin?x=1#@evil.example/' } })
  await send('WEBHOOK', { url: `${receiver.url}/hooks/{{CHECK_NAME}}/end` }, { event })
  assert.equal(receiver.requests[0]?.target, '/hooks/..%2F..%2Fadmin%3Fx%3D1%23%40evil.example%2F/end')
})

test('a header cannot smuggle a second one, and no header of ours can be forged', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const event = someAlert({ check: { name: 'a\r\nx-evil: 1\r\n\r\nGET / HTTP/1.1 ü 🚨' } })
  const headers = [
    { key: 'x-name', value: '{{CHECK_NAME}}' },
    { key: 'X-Service-Delivery', value: 'forged' },
    { key: 'x-service-timestamp', value: '0' },
    { key: 'content-length', value: '0' },
    { key: 'Transfer-Encoding', value: 'chunked' },
    { key: 'host', value: 'evil.example' },
    { key: '', value: 'nothing' },
  ]
  const outcome = await send(
    'WEBHOOK',
    { url: receiver.url, headers, template: 'plain' },
    { event, notificationId: 'n-1' },
  )
  assert.equal(outcome.kind, 'accepted')
  assert.equal(receiver.requests.length, 1)
  const [request] = receiver.requests
  assert.equal(
    Buffer.from(String(request?.headers['x-name']), 'latin1').toString(),
    'a x-evil: 1 GET / HTTP/1.1 ü 🚨',
  )
  assert.deepEqual(
    [
      request?.headers['x-evil'],
      request?.headers['x-service-delivery'],
      request?.headers['x-service-timestamp'],
      request?.headers.host,
      request?.body.toString(),
    ],
    [undefined, 'n-1', '1772359202500', `127.0.0.1:${receiver.port}`, 'plain'],
  )
  const badName = await send('WEBHOOK', { url: receiver.url, headers: [{ key: 'a b:', value: 'c' }] })
  assert.deepEqual(badName, { kind: 'refused', result: '"a b:" is not a valid header name' })
})

test('alerting case 51: an unknown variable in the address, a header, a query or a key ends it without a request', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const { url } = receiver
  const configs = [
    { url: `${url}/{{TOKEN}}` },
    { url, headers: [{ key: 'authorization', value: '{{TOKEN}}' }] },
    { url, headers: [{ key: '{{TOKEN}}', value: 'a' }] },
    { url, queryParameters: [{ key: 'a', value: '{{TOKEN}}' }] },
    { url, webhookSecret: '{{TOKEN}}' },
    { url, method: '{{TOKEN}}' },
  ]
  for (const config of configs) {
    assert.deepEqual(await send('WEBHOOK', config), { kind: 'refused', result: 'unknown variable TOKEN' })
  }
  assert.equal(receiver.connections(), 0)
  assert.equal((await send('WEBHOOK', { url, template: '{"a":"{{TOKEN}}"}' })).kind, 'accepted')
  assert.equal(receiver.requests[0]?.body.toString(), '{"a":""}')
})

const bodies: readonly [what: string, template: string, contentType: string | null, body: string][] = [
  ['begins with {', '{"a":"{{CHECK_NAME}}"}', 'text/plain', '{"a":"a\\"b<c"}'],
  ['begins with [', '\n ["{{CHECK_NAME}}"]', null, '\n ["a\\"b<c"]'],
  ['has a JSON header', '"{{CHECK_NAME}}"', 'application/vnd.api+json; charset=utf-8', '"a\\"b<c"'],
  ['is plain text', 'Name: {{CHECK_NAME}}', null, 'Name: a"b<c'],
  ['begins with a variable and is plain by its header', '{{CHECK_NAME}}', 'text/plain', 'a"b<c'],
  [
    'begins with a block and is JSON by default',
    '{{#if CHECK_NAME}}{"a":"{{CHECK_NAME}}"}{{/if}}',
    null,
    '{"a":"a\\"b<c"}',
  ],
  ['has three braces', '{"a":{{{RAW}}} }', null, '{"a":{"raw":1} }'],
]

for (const [what, written, contentType, expected] of bodies) {
  test(`a body that ${what} is escaped accordingly`, async (t) => {
    const receiver = await startReceiver(t)
    const { send } = senderUnderTest()
    const headers = contentType === null ? [] : [{ key: 'Content-Type', value: contentType }]
    const variables = new Map([['RAW', '{"raw":1}']])
    await send(
      'WEBHOOK',
      { url: receiver.url, template: written, headers },
      { event: someAlert({ check: { name: 'a"b<c' } }), variables },
    )
    const [request] = receiver.requests
    assert.deepEqual(
      [request?.body.toString(), request?.headers['content-type']],
      [expected, contentType ?? 'application/json'],
    )
  })
}

test('a template that asks for too much fails at once and says so', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const variables = new Map([['BIG', 'x'.repeat(30_000)]])
  const huge = await send('WEBHOOK', { url: receiver.url, template: '{{BIG}}'.repeat(10) }, { variables })
  assert.deepEqual(huge, { kind: 'refused', result: 'the template writes more than 256 KB' })
  const broken = await send('WEBHOOK', { url: receiver.url, template: '{{#if A}}' })
  assert.equal(broken.kind, 'refused')
  assert.equal(receiver.connections(), 0)
})
