import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { defaultAlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { channels } from '@sonde/alerting/channels/registry.ts'
import { channelTypes } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { readSettings, type Settings } from './settings.ts'

function read(environment: Record<string, string>): Settings {
  const answer = readSettings(environment)
  assert.ok(answer.ok, answer.ok ? '' : answer.mistakes.join('\n'))
  return answer.settings
}

function namesOf(environment: Record<string, string>): string[] {
  const answer = readSettings(environment)
  return answer.ok ? [] : answer.mistakes.map((line) => line.split(':')[0] ?? '').toSorted()
}

test('without any setting alerts go to webhooks and to vendors that need only a key of the channel', () => {
  const { alerting } = read({})
  assert.deepEqual(alerting, defaultAlertingSettings)
  const missing = channelTypes.map((type) => [type, channels[type].missingSettings(alerting)])
  assert.deepEqual(Object.fromEntries(missing), {
    EMAIL: 'SMTP_URL and SMTP_FROM',
    SLACK: null,
    SLACK_APP: 'SLACK_BOT_TOKEN',
    WEBHOOK: null,
    SMS: 'SMS_HTTP_URL or TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM',
    PAGERDUTY: null,
    OPSGENIE: null,
    CALL: 'CALL_HTTP_URL or TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM',
  })
})

test('everything that is set for alerts is used', () => {
  const { alerting } = read({
    SMTP_URL: 'smtps://user:pass%20word@mail.example.com:465',
    SMTP_FROM: 'Sonde <sonde@example.com>',
    SMS_HTTP_URL: 'http://127.0.0.1:8080/sms',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+15550100',
    TWILIO_URL: 'http://127.0.0.1:9000/',
    SLACK_BOT_TOKEN: 'xoxb-1',
    PAGERDUTY_URL: 'https://proxy.example.com/pagerduty/',
    ALERT_EGRESS: 'public',
    ALERT_EGRESS_ALLOW: '10.0.0.0/8, ::1',
    ALERT_BUDGET_PER_MINUTE: '10',
    ALERT_CLAIM_SECONDS: '60',
    ALERT_CHANNELS_MAX: '20',
  })
  assert.deepEqual(alerting, {
    smtp: { url: 'smtps://user:pass%20word@mail.example.com:465', from: 'Sonde <sonde@example.com>' },
    sms: { kind: 'http', url: 'http://127.0.0.1:8080/sms' },
    call: { kind: 'twilio', accountSid: 'AC1', authToken: 'token', from: '+15550100' },
    slackBotToken: 'xoxb-1',
    egress: { reach: 'public', allow: ['10.0.0.0/8', '::1'] },
    addresses: {
      ...defaultAlertingSettings.addresses,
      twilio: 'http://127.0.0.1:9000',
      pagerDuty: 'https://proxy.example.com/pagerduty',
    },
    budgetPerMinute: 10,
    claimMs: 60_000,
    mostChannels: 20,
  })
  assert.deepEqual(
    channelTypes.map((type) => channels[type].missingSettings(alerting)),
    channelTypes.map(() => null),
  )
})

test('the domain of status pages is kept in lower case, and is a domain', () => {
  assert.equal(read({}).statusPageDomain, null)
  assert.equal(read({ STATUS_PAGE_DOMAIN: 'Status.Example.COM' }).statusPageDomain, 'status.example.com')
  for (const wrong of ['localhost', '*.example.com', '.example.com', 'https://example.com', 'a b.com']) {
    assert.deepEqual(namesOf({ STATUS_PAGE_DOMAIN: wrong }), ['STATUS_PAGE_DOMAIN'], wrong)
  }
})

test('metrics are for this machine unless told, and for a token only with one', () => {
  const token = 'a-token-of-twenty-and-more'
  assert.deepEqual(read({}).metricsAccess, { kind: 'loopback', token: null })
  assert.deepEqual(read({ METRICS_TOKEN: token }).metricsAccess, { kind: 'loopback', token })
  assert.deepEqual(read({ METRICS_ACCESS: 'public' }).metricsAccess, { kind: 'public', token: null })
  const both = { METRICS_ACCESS: 'token', METRICS_TOKEN: token }
  assert.deepEqual(read(both).metricsAccess, { kind: 'token', token })
  assert.deepEqual(namesOf({ METRICS_ACCESS: 'token' }), ['METRICS_TOKEN'])
  assert.deepEqual(namesOf({ METRICS_ACCESS: 'nobody', METRICS_TOKEN: 'short' }), [
    'METRICS_ACCESS',
    'METRICS_TOKEN',
  ])
})

test('no host is below the domain of dashboards and that of status pages', () => {
  for (const [dashboards, statusPages] of [
    ['pages.example.com', 'pages.example.com'],
    ['Pages.example.com', 'pages.EXAMPLE.com'],
    ['dash.example.com', 'example.com'],
    ['example.com', 'status.example.com'],
  ]) {
    const result = readSettings({ DASHBOARD_DOMAIN: dashboards, STATUS_PAGE_DOMAIN: statusPages })
    assert.deepEqual(result, {
      ok: false,
      mistakes: [
        `DASHBOARD_DOMAIN: must not be the domain of STATUS_PAGE_DOMAIN (${statusPages}), a parent domain or a subdomain of it`,
      ],
    })
  }
  const apart = { DASHBOARD_DOMAIN: 'dash.example.com', STATUS_PAGE_DOMAIN: 'h.example.com' }
  assert.equal(read(apart).dashboardDomain, 'dash.example.com')
  const alike = { DASHBOARD_DOMAIN: 'mystatus.example.com', STATUS_PAGE_DOMAIN: 'status.example.com' }
  assert.equal(read(alike).statusPageDomain, 'status.example.com')
})

test('every mistake is told at once, each with its name', () => {
  assert.deepEqual(
    namesOf({
      PORT: 'many',
      SMTP_URL: 'mail.example.com',
      SMTP_FROM: 'nobody',
      SMS_HTTP_URL: 'ftp://example.com',
      CALL_HTTP_URL: '/call',
      TWILIO_FROM: '+15550100',
      TWILIO_URL: 'api.twilio.com',
      SLACK_BOT_TOKEN: 'two words',
      SLACK_API_URL: 'x',
      PAGERDUTY_URL: 'x',
      OPSGENIE_URL: 'x',
      OPSGENIE_EU_URL: 'x',
      ALERT_EGRESS: 'some',
      ALERT_EGRESS_ALLOW: '10.0.0.0/8,10.0.0.0/33',
      ALERT_BUDGET_PER_MINUTE: '0',
      ALERT_CLAIM_SECONDS: 'soon',
      ALERT_CHANNELS_MAX: '-1',
    }),
    [
      'ALERT_BUDGET_PER_MINUTE',
      'ALERT_CHANNELS_MAX',
      'ALERT_CLAIM_SECONDS',
      'ALERT_EGRESS',
      'ALERT_EGRESS_ALLOW',
      'CALL_HTTP_URL',
      'OPSGENIE_EU_URL',
      'OPSGENIE_URL',
      'PAGERDUTY_URL',
      'PORT',
      'SLACK_API_URL',
      'SLACK_BOT_TOKEN',
      'SMS_HTTP_URL',
      'SMTP_FROM',
      'SMTP_URL',
      'TWILIO_ACCOUNT_SID',
      'TWILIO_AUTH_TOKEN',
      'TWILIO_URL',
    ],
  )
})

test('a password with a bare percent sign is told at the start', () => {
  assert.deepEqual(namesOf({ SMTP_URL: 'smtp://me:50%off@mail.example.com', SMTP_FROM: 'a@example.com' }), [
    'SMTP_URL',
  ])
})

test('half of a pair is a mistake that names the other half', () => {
  assert.deepEqual(namesOf({ SMTP_URL: 'smtp://mail.example.com' }), ['SMTP_FROM'])
  assert.deepEqual(namesOf({ SMTP_CA_FILE: '/nowhere/ca.pem' }), ['SMTP_CA_FILE'])
  assert.deepEqual(namesOf({ SMTP_CA_FILE: import.meta.filename }), ['SMTP_CA_FILE'])
  assert.deepEqual(namesOf({ SMTP_FROM: 'sonde@example.com' }), ['SMTP_URL'])
  assert.deepEqual(namesOf({ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't' }), ['TWILIO_FROM'])
})

suite('the identity provider', () => {
  const issuer = { OIDC_ISSUER: 'https://id.example.net/realms/main', OIDC_CLIENT_ID: 'sonde' }

  test('is none unless it is named, and has careful defaults', () => {
    assert.equal(read({}).oidc, null)
    assert.deepEqual(read(issuer).oidc, {
      issuer: issuer.OIDC_ISSUER,
      clientId: 'sonde',
      clientSecret: null,
      name: 'single sign-on',
      scopes: 'openid email profile',
      roleClaim: null,
      roles: new Map(),
      trustsEmail: false,
      isOnly: false,
      sessionMs: 24 * 60 * 60 * 1000,
      rules: { accountId: null, hasRoleClaim: false, defaultRole: null, linksByEmail: false },
    })
  })

  test('gives roles by a claim, whose values may have an equals sign', () => {
    const claim = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'ops=ADMIN, cn=dev=READ_WRITE' }
    const { oidc } = read({ ...issuer, ...claim, OIDC_DEFAULT_ROLE: 'READ_ONLY', OIDC_ONLY: 'on' })
    assert.deepEqual(
      oidc?.roles,
      new Map([
        ['ops', 'ADMIN'],
        ['cn=dev', 'READ_WRITE'],
      ]),
    )
    assert.deepEqual([oidc?.roleClaim, oidc?.isOnly, oidc?.rules.hasRoleClaim], ['groups', true, true])
    assert.equal(oidc?.rules.defaultRole, 'READ_ONLY')
  })

  const mistakes: [Record<string, string>, string[]][] = [
    [{ OIDC_ISSUER: 'https://id.example.net' }, ['OIDC_CLIENT_ID']],
    [{ OIDC_CLIENT_ID: 'sonde', OIDC_ONLY: 'on' }, ['OIDC_ISSUER']],
    [{ OIDC_ONLY: 'on' }, ['OIDC_ISSUER']],
    [{ ...issuer, OIDC_ISSUER: 'id.example.net' }, ['OIDC_ISSUER']],
    [{ ...issuer, OIDC_ROLE_CLAIM: 'groups' }, ['OIDC_ROLES']],
    [{ ...issuer, OIDC_ROLES: 'a=ADMIN' }, ['OIDC_ROLE_CLAIM']],
    [
      { ...issuer, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a=OWNER,b,=ADMIN' },
      ['OIDC_ROLES', 'OIDC_ROLES', 'OIDC_ROLES'],
    ],
    [{ ...issuer, OIDC_DEFAULT_ROLE: 'OWNER' }, ['OIDC_DEFAULT_ROLE']],
    [{ ...issuer, OIDC_SCOPES: 'email' }, ['OIDC_SCOPES']],
  ]
  for (const [environment, names] of mistakes) {
    test(`is refused with ${JSON.stringify(environment)}`, () =>
      assert.deepEqual(namesOf(environment), names))
  }
})

test('the runtime of scripts is installed for the first script, unless it shall be there before', () => {
  assert.equal(read({}).agent.scripts.runtimeInstall, 'demand')
  assert.equal(read({ RUNTIME_INSTALL: 'start' }).agent.scripts.runtimeInstall, 'start')
  assert.deepEqual(namesOf({ RUNTIME_INSTALL: 'never' }), ['RUNTIME_INSTALL'])
})

suite('NATS', () => {
  const database = { DATABASE_URL: 'postgres://sonde@127.0.0.1/sonde' }

  test('its nodes are named with commas, and kept three times unless told', () => {
    const { nats } = read({ ...database, NATS_URL: 'nats://me:secret@a:4222, tls://b' })
    assert.deepEqual(nats, {
      addresses: ['nats://me:secret@a:4222', 'tls://b'],
      credsFile: null,
      caFile: null,
      replicas: 3,
    })
    assert.equal(read(database).nats, null)
  })

  test('case 2: it needs PostgreSQL, and addresses that are some', () => {
    const answer = readSettings({ NATS_URL: 'nats://a:4222' })
    assert.deepEqual(answer.ok ? [] : answer.mistakes, [
      'NATS_URL: needs DATABASE_URL: servers that share runs share a PostgreSQL',
    ])
    const wrong = readSettings({ ...database, NATS_URL: 'nats://a,http://me:secret@b' })
    assert.deepEqual(wrong.ok ? [] : wrong.mistakes, [
      'NATS_URL: "http://b" is not an address such as nats://nats-1.example.com:4222',
    ])
  })

  test('case 2: a server without NATS has all roles, and there are no others', () => {
    const many = { ...database, NATS_URL: 'nats://a:4222' }
    assert.deepEqual(read({ ...many, SONDE_ROLES: 'scheduler, api' }).roles, ['api', 'scheduler'])
    assert.equal(read({ ...many, SONDE_ROLES: 'scheduler,api' }).embeddedAgent, false)
    assert.deepEqual(read({}).roles, ['api', 'scheduler', 'delivery', 'agent'])
    const mistakes = (settings: Record<string, string>) => {
      const answer = readSettings(settings)
      return answer.ok ? [] : answer.mistakes
    }
    assert.deepEqual(mistakes({ ...database, SONDE_ROLES: 'api' }), [
      'SONDE_ROLES: needs NATS_URL: a server that shares its work with none has all roles',
    ])
    assert.deepEqual(mistakes({ ...many, SONDE_ROLES: 'api,cook' }), [
      'SONDE_ROLES: "cook" is none of api, scheduler, delivery, agent',
    ])
    assert.deepEqual(mistakes({ ...many, SONDE_ROLES: ',' }), [
      'SONDE_ROLES: name at least one of api, scheduler, delivery, agent',
    ])
  })
})
