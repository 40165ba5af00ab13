import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { startReceiver } from '@sonde/egress/testing/receiver.ts'
import { senderUnderTest } from '../../testing/sender-under-test.ts'
import { signatureOf } from '../../testing/signature-of.ts'
import { someAlert, someDigest, someNotice } from '../../testing/some-event.ts'
import { jsonOf } from '../../testing/vendors.ts'
import { summarize } from './event-summary.ts'

const template = '{ "name": "{{CHECK_NAME}}", "error": "{{CHECK_ERROR_MESSAGE}}" }'

test('without a template the body is the JSON of the specification', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const outcome = await send(
    'WEBHOOK',
    { name: 'hook', url: `${receiver.url}/hook`, template: '' },
    { notificationId: 'n-1' },
  )
  assert.deepEqual(outcome, { kind: 'accepted', result: 'ok' })
  const [request] = receiver.requests
  assert.ok(request)
  assert.deepEqual(jsonOf(request), {
    eventKind: 'alert',
    alertType: 'ALERT_FAILURE',
    alertTitle: 'Checkout is failing',
    alertId: '5b0e4c1a-0000-4000-8000-0000000a1e27',
    episodeId: '5b0e4c1a-0000-4000-8000-00000000e915',
    isReminder: false,
    reminderSequence: 0,
    startedAt: '2026-03-01T10:00:00.000Z',
    failingSince: '2026-03-01T09:58:00.000Z',
    episodeSeconds: 122,
    check: {
      id: '5b0e4c1a-0000-4000-8000-00000000c4ec',
      name: 'Checkout',
      type: 'ICMP',
      target: 'shop.example.com',
      tags: ['team:shop', 'prod'],
      groupName: 'Shop',
      description: 'Pays for a basket',
    },
    result: {
      id: '5b0e4c1a-0000-4000-8000-0000000e5017',
      link: 'https://sonde.example.com/results/5b0e4c1a',
      region: 'eu-west-1',
      location: 'Ireland',
      responseTime: 123.4,
      error: 'connection refused',
      failedLocations: ['Ireland'],
    },
  })
  const { headers, method } = request
  assert.deepEqual(
    [
      method,
      headers['content-type'],
      headers['user-agent'],
      headers['x-service-delivery'],
      headers['x-service-timestamp'],
      headers['x-checkly-timestamp'],
      headers['x-service-signature'],
    ],
    ['POST', 'application/json', 'sonde-alerts', 'n-1', '1772359202500', '1772359202500', undefined],
  )
})

test('a digest lists every alert that it stands for, and a notice says what happened', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  await send('WEBHOOK', { url: receiver.url }, { event: someDigest(70) })
  await send('WEBHOOK', { url: receiver.url }, { event: someNotice })
  const [digest, notice] = receiver.requests.map(jsonOf)
  assert.ok(Array.isArray(digest?.['alerts']) && digest['alerts'].length === 70)
  assert.equal(digest['alertType'], 'ALERT_FAILURE')
  assert.deepEqual(notice?.['notice'], { text: someNotice.text, link: someNotice.link })
})

test('a digest of one alert reads as that alert', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const event = someDigest(1)
  const body = '{ "title": "{{ALERT_TITLE}}", "name": "{{CHECK_NAME}}", "link": "{{RESULT_LINK}}" }'
  await send('WEBHOOK', { url: receiver.url, template: body }, { event })
  const link = 'https://sonde.example.com/results/0'
  assert.deepEqual(receiver.requests.map(jsonOf), [{ title: 'Check 0 is failing', name: 'Check 0', link }])
  const { title, lines, link: shownLink } = summarize(event)
  assert.deepEqual([title, lines, shownLink], ['Check 0 is failing', [], link])
})

test('alerting case 46: every try sends the same bytes with the same id and timestamp', async (t) => {
  const receiver = await startReceiver(t)
  receiver.react({ kind: 'answer', status: 500, body: 'out of order' })
  const { send } = senderUnderTest()
  const config = {
    url: `${receiver.url}/{{$UUID}}`,
    template: '{"id":"{{$UUID}}","n":{{$RANDOM_NUMBER}},"y":{{year}} }',
    webhookSecret: 'shh-shh',
  }
  for (let tryNumber = 1; tryNumber <= 6; tryNumber++) {
    const outcome = await send('WEBHOOK', config, { notificationId: 'n-1', tryNumber })
    assert.deepEqual(outcome, { kind: 'try-again', result: 'answered 500: out of order', retryAfterMs: null })
  }
  const sent = receiver.requests.map(({ target, body, headers }) =>
    JSON.stringify([
      target,
      body.toString(),
      headers['x-service-delivery'],
      headers['x-service-timestamp'],
      headers['x-service-signature'],
    ]),
  )
  assert.deepEqual([sent.length, new Set(sent).size], [6, 1])
})

test('alerting case 50: the body parses and its signature verifies, whatever the check is called', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('a"b<c'), fc.constant('two\nlines'))
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, error, secret) => {
      const event = someAlert({ check: { name }, result: { error } })
      // A secret may look like a template; that is refused as one and not signed by chance.
      const webhookSecret = `s${secret.replaceAll('{', '')}`
      const outcome = await send('WEBHOOK', { url: receiver.url, template, webhookSecret }, { event })
      assert.equal(outcome.kind, 'accepted')
      const request = receiver.requests.at(-1)
      assert.deepEqual(JSON.parse(request?.body.toString() ?? ''), { name, error })
      assert.equal(request?.headers['x-service-signature'], signatureOf(request, webhookSecret))
      assert.equal(request.headers['x-checkly-signature'], request.headers['x-service-signature'])
    }),
    { numRuns: 60 },
  )
})

test('GET and HEAD carry no body and the signature of nothing; the other methods carry one', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  for (const method of ['GET', 'HEAD', 'post', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const outcome = await send('WEBHOOK', {
      url: receiver.url,
      method,
      template: '{"a":1}',
      webhookSecret: 'secret',
    })
    assert.equal(outcome.kind, 'accepted', method)
  }
  assert.deepEqual(
    receiver.requests.map(({ method, body }) => `${method} ${body.toString()}`),
    ['GET ', 'HEAD ', 'POST {"a":1}', 'PUT {"a":1}', 'PATCH {"a":1}', 'DELETE {"a":1}', 'OPTIONS {"a":1}'],
  )
  for (const request of receiver.requests)
    assert.equal(request.headers['x-service-signature'], signatureOf(request, 'secret'))
  const [get] = receiver.requests
  assert.deepEqual([get?.headers['content-type'], get?.headers['content-length']], [undefined, undefined])
  assert.match(
    (await send('WEBHOOK', { url: receiver.url, method: 'TRACE' })).result,
    /"TRACE" is not a valid HTTP method/,
  )
})

test('an unknown webhookType is a webhook like any other', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const webhookType = 'WEBHOOK_OF_TOMORROW'
  assert.equal((await send('WEBHOOK', { url: receiver.url, webhookType })).kind, 'accepted')
  const [request] = receiver.requests
  assert.ok(request)
  assert.equal(jsonOf(request)['alertTitle'], 'Checkout is failing')
})

test('the message of Telegram is encoded after it was rendered', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const config = {
    url: `${receiver.url}/bot1:a/sendMessage`,
    webhookType: 'WEBHOOK_TELEGRAM',
    template:
      'chat_id=-100&message_thread_id=7&parse_mode=HTML&text=<b>{{CHECK_NAME}}</b> & more=1 {{{CHECK_NAME}}}',
  }
  await send('WEBHOOK', config, { event: someAlert({ check: { name: "a&b<c'd" } }) })
  const form = new URLSearchParams(receiver.requests[0]?.body.toString())
  assert.deepEqual(Object.fromEntries(form), {
    chat_id: '-100',
    message_thread_id: '7',
    parse_mode: 'HTML',
    text: "<b>a&amp;b&lt;c&#39;d</b> & more=1 a&b<c'd",
  })
})

test('the answer is kept to 4 KB, and no secret is shown in it', async (t) => {
  const receiver = await startReceiver(t)
  const { send } = senderUnderTest()
  const secrets = [
    'hook-path-secret',
    'query-secret',
    'header-secret-1',
    'signing-secret',
    'account-secret',
    'quoted"secret',
  ]
  receiver.react(({ headers, target }) => ({
    kind: 'answer',
    status: 500,
    body: `${JSON.stringify([...secrets, target, headers])} ${'é'.repeat(10_000)}`,
  }))
  const outcome = await send(
    'WEBHOOK',
    {
      url: `${receiver.url}/hook-path-secret`,
      queryParameters: [{ key: 'key', value: 'query-secret', locked: true }],
      headers: [{ key: 'authorization', value: 'Bearer header-secret-1' }],
      webhookSecret: 'signing-secret',
      template: '{{OWN}} {{QUOTED}}',
    },
    {
      variables: new Map([
        ['OWN', 'account-secret'],
        ['QUOTED', 'quoted"secret'],
      ]),
    },
  )
  for (const secret of secrets) assert.ok(!outcome.result.includes(secret), secret)
  assert.match(outcome.result, /^answered 500: \["\*\*\*","\*\*\*",/)
  assert.ok(Buffer.byteLength(outcome.result) <= 4_096 && Buffer.byteLength(outcome.result) > 4_090)
  assert.ok(!outcome.result.includes('\uFFFD'))
})

test('alerting case 47: a webhook that hangs ends at its time and does not hold up another one', async (t) => {
  const [hanging, quick] = [await startReceiver(t), await startReceiver(t)]
  hanging.react({ kind: 'hang' })
  const { send } = senderUnderTest({}, { httpTryMs: 1_000 })
  const ended: string[] = []
  const slow = send('WEBHOOK', { url: hanging.url }).then((outcome) => ended.push(outcome.result))
  const other = send('WEBHOOK', { url: quick.url }).then((outcome) => ended.push(outcome.result))
  await Promise.all([slow, other])
  assert.deepEqual(ended, ['ok', 'no complete response within 1000 ms'])
})

test('alerting case 49: refused addresses and redirects fail at once, without a connection to them', async (t) => {
  const receiver = await startReceiver(t)
  receiver.react({ kind: 'answer', status: 302, headers: { location: 'http://169.254.169.254/' } })
  const lookup = async (host: string) => (host === 'metadata.example' ? ['169.254.169.254'] : ['127.0.0.1'])
  const open = senderUnderTest({}, { lookup })
  const closed = senderUnderTest({ egress: { reach: 'public', allow: [] } }, { lookup })
  const hook = (host: string) => ({ url: `http://${host}:${receiver.port}/` })
  assert.deepEqual(await open.send('WEBHOOK', hook('metadata.example')), {
    kind: 'refused',
    result: 'address not allowed: 169.254.169.254',
  })
  assert.deepEqual(await closed.send('WEBHOOK', hook('internal.example')), {
    kind: 'refused',
    result: 'address not allowed',
  })
  assert.equal(receiver.connections(), 0)
  assert.deepEqual(await open.send('WEBHOOK', hook('internal.example')), {
    kind: 'refused',
    result: 'redirect not followed',
  })
  assert.equal((await open.send('SLACK', hook('metadata.example'))).kind, 'refused')
})
