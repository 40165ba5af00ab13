import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReceiver } from '@sonde/egress/testing/receiver.ts'
import { senderUnderTest } from '../../testing/sender-under-test.ts'
import { someAlert } from '../../testing/some-event.ts'
import { jsonOf } from '../../testing/vendors.ts'

test('a variable is not shown in a result, whatever led to it, nor is a login of the address', async (t) => {
  const receiver = await startReceiver(t)
  receiver.react(({ headers, body }) => ({
    kind: 'answer',
    status: 200,
    body: `${String(headers.authorization)} ${body.toString()}`,
  }))
  const variables = new Map([['SECRET', 'top-secret-1']])
  const template = 'x {{#with this as |r|}}{{r.SECRET}}{{/with}} {{replace SECRET "top" "top"}}'
  const login = receiver.url.replace('//', '//user:p%40ssw0rd99@')
  const shown = await senderUnderTest().send('WEBHOOK', { url: login, template }, { variables })
  assert.deepEqual(shown, { kind: 'accepted', result: 'Basic *** x *** ***' })

  const headers = [{ key: '{{SECRET}} ', value: '1' }]
  const spaced = new Map([['SECRET', `${'long secret '.repeat(20)}end`]])
  const refused = await senderUnderTest().send(
    'WEBHOOK',
    { url: receiver.url, headers },
    { variables: spaced },
  )
  assert.deepEqual(refused, { kind: 'refused', result: '"{{SECRET}} " is not a valid header name' })
})

test('names and errors make no links in Teams and Discord', async (t) => {
  const receiver = await startReceiver(t)
  const event = someAlert({ title: '[pay](http://evil.example) has failed' })
  for (const webhookType of ['WEBHOOK_MSTEAMS', 'WEBHOOK_DISCORD']) {
    const outcome = await senderUnderTest().send('WEBHOOK', { url: receiver.url, webhookType }, { event })
    assert.equal(outcome.kind, 'accepted', outcome.result)
    const body = JSON.stringify(JSON.parse(receiver.requests.at(-1)?.body.toString() ?? ''))
    assert.ok(body.includes('\\\\[pay\\\\](http://evil.example)'), body)
    assert.ok(!body.includes('[pay]('))
  }
})

test('a call gets its text on one line, as a text message does', async (t) => {
  const receiver = await startReceiver(t)
  const driver = { kind: 'http', url: `${receiver.url}/phone` } as const
  const sender = senderUnderTest({ sms: driver, call: driver })
  const event = someAlert({ title: 'Pay\r\nments has\tfailed' })
  await sender.send('CALL', { number: '+4915112345678' }, { event })
  assert.deepEqual(receiver.requests.map(jsonOf), [
    { to: '+4915112345678', text: 'Pay ments has failed', kind: 'call' },
  ])
})
