import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type AlertType, alertTypes } from '@sonde/schema/alerts/alert.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import { startReceiver, type Receiver } from '@sonde/egress/testing/receiver.ts'
import { type SenderUnderTest, senderUnderTest } from '../../testing/sender-under-test.ts'
import { someAlert, someCheckId, someDigest, someNotice } from '../../testing/some-event.ts'
import {
  formOf,
  jsonOf,
  opsgenieVendor,
  pagerDutyVendor,
  playVendor,
  slackApiVendor,
  slackWebhookVendor,
  twilioVendor,
  type Vendor,
  webhookVendors,
} from '../../testing/vendors.ts'
import { defaultAlertingSettings } from '../alerting-settings.ts'
import { webhookPresets } from './webhook-presets.ts'

const twilio = {
  kind: 'twilio',
  accountSid: 'AC0123',
  authToken: 'twilio-token-1',
  from: '+15550100',
} as const

/** Everything that makes a vendor refuse a message: quotes, markup, line breaks, and far too much of it. */
const nasty = {
  name: `a"b<c> & 'd' \\ é 🚨 ${'n'.repeat(300)}`,
  error: `two\nlines\t"quoted" <b>&amp;</b> ${'e'.repeat(20_000)}`,
}

const events: readonly AlertEvent[] = [
  ...alertTypes.map((alertType) =>
    alertType === 'ALERT_SSL'
      ? someAlert({ alertType, result: null, ssl: { domain: 'shop.example', daysRemaining: 5 } })
      : someAlert({
          alertType,
          result: { error: alertType.endsWith('RECOVERY') ? null : 'connection refused' },
        }),
  ),
  someAlert({ alertType: 'ALERT_FAILURE_REMAIN', isReminder: true, reminderSequence: 2 }),
  // A heartbeat is nowhere and measures nothing.
  someAlert({
    check: { type: 'HEARTBEAT', target: null, description: null },
    result: { region: null, location: null, responseTime: null, failedLocations: [], error: 'No ping since' },
  }),
  someAlert({
    title: `${nasty.name} is failing`,
    check: {
      name: nasty.name,
      description: null,
      groupName: null,
      tags: Array.from({ length: 40 }, (_, index) => `${index}:${'t'.repeat(60)}`),
    },
    result: {
      error: nasty.error,
      responseTime: null,
      statusCode: null,
      failedLocations: ['Ireland', 'Tokyo'],
    },
  }),
  someDigest(1),
  someDigest(3),
  someDigest(500),
  someNotice,
]

type Vendored = { receiver: Receiver; sender: SenderUnderTest }

async function withVendor(t: TestContext, vendor: Vendor): Promise<Vendored> {
  const receiver = await startReceiver(t)
  receiver.react(playVendor(vendor))
  const addresses = { ...defaultAlertingSettings.addresses }
  for (const name of ['pagerDuty', 'opsgenieUs', 'opsgenieEu', 'twilio'] as const)
    addresses[name] = receiver.url
  const sender = senderUnderTest({
    addresses: { ...addresses, slackApi: `${receiver.url}/api` },
    sms: twilio,
    call: twilio,
    slackBotToken: 'xoxb-token-1',
  })
  return { receiver, sender }
}

const vendors: readonly [
  type: ChannelType,
  vendor: Vendor,
  config: (receiver: Receiver) => Record<string, unknown>,
][] = [
  ['PAGERDUTY', pagerDutyVendor, () => ({ serviceKey: 'k'.repeat(32), serviceName: 'Shop' })],
  ['OPSGENIE', opsgenieVendor, () => ({ name: 'ops', apiKey: 'genie-key-1', region: 'EU', priority: 'P1' })],
  ['SLACK', slackWebhookVendor, ({ url }) => ({ url: `${url}/services/T1/B2/secret3`, channel: '#ops' })],
  ['SLACK_APP', slackApiVendor, () => ({ slackChannels: ['#ops'] })],
  ['SMS', twilioVendor, () => ({ name: 'me', number: '+4915112345678' })],
  ['CALL', twilioVendor, () => ({ name: 'me', number: '+4915112345678' })],
]

for (const [type, vendor, config] of vendors) {
  test(`${type}: the vendor takes every kind of event`, async (t) => {
    const { receiver, sender } = await withVendor(t, vendor)
    for (const event of events) {
      const outcome = await sender.send(type, config(receiver), { event })
      assert.equal(outcome.kind, 'accepted', `${JSON.stringify(event).slice(0, 200)}: ${outcome.result}`)
    }
    assert.equal(receiver.requests.length, events.length)
    assert.deepEqual(sender.errors, [])
  })
}

for (const preset of webhookPresets) {
  test(`${preset.webhookType}: the receiver takes every kind of event by the preset`, async (t) => {
    const vendor = webhookVendors[preset.webhookType]
    assert.ok(vendor)
    const { receiver, sender } = await withVendor(t, vendor)
    const variables = new Map(
      [
        'TELEGRAM_CHAT_ID',
        'TELEGRAM_API_KEY',
        'GITLAB_ALERT_KEY',
        'INCIDENTIO_API_KEY',
        'CORALOGIX_API_KEY',
      ].map((name) => [name, `value-of-${name}`]),
    )
    const url =
      preset.webhookType === 'WEBHOOK_TELEGRAM'
        ? `${receiver.url}/bot{{TELEGRAM_API_KEY}}/sendMessage`
        : `${receiver.url}/hook`
    for (const event of events) {
      const { webhookType, method, headers } = preset
      // As a whole, and as the user left it: with the type alone.
      for (const template of [preset.template, '']) {
        const outcome = await sender.send(
          'WEBHOOK',
          { webhookType, method, url, headers, template },
          { event, variables },
        )
        assert.equal(outcome.kind, 'accepted', `${event.kind}: ${outcome.result}`)
      }
    }
    assert.deepEqual(sender.errors, [])
  })
}

test('every webhook type of the specification has a preset, and a stand-in that judges it', () => {
  assert.deepEqual(
    webhookPresets.map(({ webhookType }) => webhookType).toSorted(),
    Object.keys(webhookVendors).toSorted(),
  )
})

test('alerting case 52: a failing, degraded, failing and recovered check is one incident of PagerDuty', async (t) => {
  const { receiver, sender } = await withVendor(t, pagerDutyVendor)
  const types: AlertType[] = [
    'ALERT_FAILURE',
    'ALERT_FAILURE_DEGRADED',
    'ALERT_DEGRADED_FAILURE',
    'ALERT_RECOVERY',
  ]
  for (const alertType of types) {
    await sender.send('PAGERDUTY', { serviceKey: 'k'.repeat(32) }, { event: someAlert({ alertType }) })
  }
  const told = receiver.requests.map(jsonOf)
  assert.deepEqual(
    told.map(({ event_action, dedup_key, payload }) => [event_action, dedup_key, severityOf(payload)]),
    [
      ['trigger', someCheckId, 'critical'],
      ['trigger', someCheckId, 'warning'],
      ['trigger', someCheckId, 'critical'],
      ['resolve', someCheckId, null],
    ],
  )
})

function severityOf(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && 'severity' in payload ? payload.severity : null
}

test('PagerDuty gets the body of the specification', async (t) => {
  const { receiver, sender } = await withVendor(t, pagerDutyVendor)
  await sender.send(
    'PAGERDUTY',
    { serviceKey: '{{PAGER_KEY}}' },
    { variables: new Map([['PAGER_KEY', 'k'.repeat(32)]]) },
  )
  const [request] = receiver.requests
  assert.ok(request)
  assert.deepEqual(jsonOf(request), {
    routing_key: 'k'.repeat(32),
    event_action: 'trigger',
    dedup_key: someCheckId,
    client: 'Sonde',
    client_url: 'https://sonde.example.com/results/5b0e4c1a',
    links: [{ href: 'https://sonde.example.com/results/5b0e4c1a', text: 'Result' }],
    payload: {
      summary: 'Checkout is failing',
      source: 'Ireland',
      severity: 'critical',
      timestamp: '2026-03-01T10:00:00.000Z',
      component: 'Checkout',
      group: 'Shop',
      class: 'ALERT_FAILURE',
      custom_details: {
        target: 'shop.example.com',
        description: 'Pays for a basket',
        failing_since: '2026-03-01T09:58:00.000Z',
        response_time: 123.4,
        error: 'connection refused',
        tags: ['team:shop', 'prod'],
        check_id: someCheckId,
        result_id: '5b0e4c1a-0000-4000-8000-0000000e5017',
      },
    },
  })
})

test('Opsgenie: problems make an alert, what follows is noted on it, the recovery closes it', async (t) => {
  const { receiver, sender } = await withVendor(t, opsgenieVendor)
  const config = { apiKey: 'genie-key-1', region: 'US', priority: 'P2' }
  const sent = [
    someAlert(),
    someAlert({ alertType: 'ALERT_FAILURE_REMAIN', isReminder: true, reminderSequence: 1 }),
    someAlert({ alertType: 'ALERT_FAILURE_DEGRADED' }),
    someAlert({ alertType: 'ALERT_RECOVERY' }),
    someAlert({ alertType: 'ALERT_SSL', result: null, ssl: { domain: 'shop.example', daysRemaining: 5 } }),
  ]
  for (const event of sent) await sender.send('OPSGENIE', config, { event })
  const about = `/v2/alerts/${someCheckId}`
  assert.deepEqual(
    receiver.requests.map(({ target }) => target),
    [
      '/v2/alerts',
      `${about}/notes?identifierType=alias`,
      `${about}/notes?identifierType=alias`,
      `${about}/close?identifierType=alias`,
      '/v2/alerts',
    ],
  )
  const [first, , , , ssl] = receiver.requests.map(jsonOf)
  assert.deepEqual(
    [first?.['alias'], first?.['priority'], ssl?.['alias']],
    [someCheckId, 'P2', 'ssl:shop.example'],
  )
})

test('the region of an Opsgenie channel chooses the address', async (t) => {
  const [us, eu] = [await startReceiver(t), await startReceiver(t)]
  const addresses = { ...defaultAlertingSettings.addresses, opsgenieUs: us.url, opsgenieEu: eu.url }
  const sender = senderUnderTest({ addresses })
  for (const region of ['US', 'EU', 'EU'])
    await sender.send('OPSGENIE', { apiKey: 'genie-key-1', region, priority: 'P1' })
  assert.deepEqual([us.requests.length, eu.requests.length], [1, 2])
})

test('SLACK_APP posts into the Slack channel of the notification, and believes the body rather than the status', async (t) => {
  const { receiver, sender } = await withVendor(t, slackApiVendor)
  const config = { slackChannels: ['#ops', '@me'] }
  await sender.send('SLACK_APP', config, { target: '@me' })
  const [request] = receiver.requests
  assert.ok(request)
  assert.equal(jsonOf(request)['channel'], '@me')
  const said = async (body: string, status = 200, headers: Record<string, string> = {}) => {
    receiver.react({ kind: 'answer', status, body, headers })
    return sender.send('SLACK_APP', config, { target: '@me' })
  }
  assert.deepEqual(await said('{"ok":false,"error":"channel_not_found"}'), {
    kind: 'refused',
    result: 'Slack rejected the message: channel_not_found',
  })
  assert.deepEqual(await said('{"ok":false,"error":"ratelimited"}', 200, { 'retry-after': '30' }), {
    kind: 'try-again',
    result: 'Slack rejected the message: ratelimited',
    retryAfterMs: 30_000,
  })
  assert.equal((await said('<html>')).kind, 'try-again')
  assert.equal((await said('', 429)).kind, 'try-again')
  assert.equal((await said('{"ok":false,"error":"invalid_auth"}')).kind, 'refused')
})

test('a text message is one line of at most 160 characters that ends with the link', async (t) => {
  const { receiver, sender } = await withVendor(t, twilioVendor)
  await sender.send(
    'SMS',
    { number: '+4915112345678' },
    { event: someAlert({ title: `${nasty.name}\nis failing` }) },
  )
  const [request] = receiver.requests
  assert.ok(request)
  const { Body: body } = formOf(request)
  assert.ok(typeof body === 'string' && body.length <= 160)
  assert.match(body, /^a"b<c> & 'd' .*\.\.\. https:\/\/sonde\.example\.com\/results\/5b0e4c1a$/)
})

test('a call says the title twice', async (t) => {
  const { receiver, sender } = await withVendor(t, twilioVendor)
  await sender.send('CALL', { number: '+4915112345678' }, { event: someAlert({ title: 'A & B is failing' }) })
  const [request] = receiver.requests
  assert.ok(request)
  assert.equal(String(formOf(request)['Twiml']).split('<Say>A &amp; B is failing</Say>').length, 3)
})

test('an operator may take text messages and calls at an address of his own', async (t) => {
  const receiver = await startReceiver(t)
  const driver = { kind: 'http', url: `${receiver.url}/phone` } as const
  const sender = senderUnderTest({ sms: driver, call: driver })
  await sender.send('SMS', { number: '+4915112345678' })
  await sender.send('CALL', { number: '+4915112345678' })
  assert.deepEqual(receiver.requests.map(jsonOf), [
    {
      to: '+4915112345678',
      text: 'Checkout is failing https://sonde.example.com/results/5b0e4c1a',
      kind: 'sms',
    },
    { to: '+4915112345678', text: 'Checkout is failing', kind: 'call' },
  ])
})

test('what this server is not set up for is tried again, and logged once a minute', async () => {
  let now = Date.parse('2026-03-01T10:00:00.000Z')
  const sender = senderUnderTest({}, { clock: { now: () => now } })
  const cases: readonly [ChannelType, Record<string, unknown>, RegExp][] = [
    ['EMAIL', { address: 'me@example.com' }, /SMTP_URL is not set/],
    ['SMS', { number: '+4915112345678' }, /no driver for SMS/],
    ['CALL', { number: '+4915112345678' }, /no driver for calls/],
    ['SLACK_APP', { slackChannels: ['#a'] }, /SLACK_BOT_TOKEN is not set/],
  ]
  for (const wait of [0, 59_999, 1, 60_000, -3_600_000]) {
    now += wait
    for (const [type, config, expected] of cases) {
      const outcome = await sender.send(type, config)
      assert.equal(outcome.kind, 'try-again')
      assert.match(outcome.result, expected)
    }
  }
  assert.equal(sender.errors.length, 4 * cases.length)
})

test('what is wrong in the channel is refused without a request', async () => {
  const sender = senderUnderTest()
  const cases: readonly [ChannelType, Record<string, unknown>, RegExp][] = [
    ['PAGERDUTY', {}, /the channel has no serviceKey/],
    ['PAGERDUTY', { serviceKey: '{{NOWHERE}}' }, /^unknown variable NOWHERE$/],
    ['OPSGENIE', { apiKey: '' }, /the channel has no apiKey/],
    ['WEBHOOK', {}, /the channel has no url/],
    ['SLACK', { url: 'not an address' }, /not a valid http or https address/],
  ]
  for (const [type, config, expected] of cases) {
    const outcome = await sender.send(type, config)
    assert.equal(outcome.kind, 'refused')
    assert.match(outcome.result, expected)
  }
  assert.deepEqual(sender.errors, [])
})

const statuses: readonly [status: number, vendor: string, webhook: string][] = [
  [200, 'accepted', 'accepted'],
  [204, 'accepted', 'accepted'],
  [301, 'refused', 'refused'],
  [304, 'refused', 'refused'],
  [400, 'refused', 'try-again'],
  [401, 'refused', 'try-again'],
  [404, 'refused', 'try-again'],
  [408, 'try-again', 'try-again'],
  [410, 'refused', 'try-again'],
  [429, 'try-again', 'try-again'],
  [500, 'try-again', 'try-again'],
  [503, 'try-again', 'try-again'],
]

for (const [status, vendor, webhook] of statuses) {
  test(`an answer of ${status}: ${vendor} of a vendor, ${webhook} of a webhook`, async (t) => {
    const { receiver, sender } = await withVendor(t, pagerDutyVendor)
    receiver.react({ kind: 'answer', status, headers: { location: '/elsewhere' } })
    const ofVendor = await sender.send('PAGERDUTY', { serviceKey: 'k' })
    const ofWebhook = await sender.send('WEBHOOK', { url: receiver.url })
    assert.deepEqual([ofVendor.kind, ofWebhook.kind], [vendor, webhook])
    if (status > 300 && status < 400) assert.equal(ofWebhook.result, 'redirect not followed')
    assert.equal(receiver.requests.length, 2)
  })
}

test('Retry-After is read as seconds and as a date', async (t) => {
  const { receiver, sender } = await withVendor(t, pagerDutyVendor)
  const after = async (value: string) => {
    receiver.react({ kind: 'answer', status: 429, headers: { 'retry-after': value } })
    const outcome = await sender.send('PAGERDUTY', { serviceKey: 'k' })
    return outcome.kind === 'try-again' ? outcome.retryAfterMs : outcome
  }
  assert.equal(await after('90'), 90_000)
  assert.equal(await after('Sun, 01 Mar 2026 10:01:03 GMT'), 60_000)
  assert.equal(await after('Sun, 01 Mar 2026 09:00:00 GMT'), 0)
  assert.equal(await after('soon'), null)
  assert.equal(await after('-5'), null)
})
