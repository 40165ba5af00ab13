import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configMistakes } from '@sonde/schema/alerts/channels/channel-config.ts'
import { MaintenanceWindowCreate } from '@sonde/schema/alerts/maintenance-window.ts'
import { assertLinear } from '@sonde/ground/testing/growth.ts'
import { convertKuma } from '@sonde/schema/uptime-kuma/convert-kuma.ts'
import { kumaDataOf, type KumaRow, type KumaTable } from '@sonde/schema/uptime-kuma/kuma-data.ts'
import { describeReport } from '@sonde/schema/uptime-kuma/kuma-report.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { convertKumaFile, httpMonitor as http, kumaFileForTests } from '../../testing/kuma-conversion.ts'

const kuma = kumaFileForTests()
const convert = () => convertKumaFile(kuma())

const channels: [type: string, config: object, expected: string][] = [
  ['smtp', { smtpTo: 'Ann <ann@example.com>, bob@example.com', smtpHost: 'mail.example.com' }, 'EMAIL'],
  [
    'webhook',
    {
      webhookURL: 'https://hook.example.com/a',
      webhookContentType: 'json',
      webhookAdditionalHeaders: '{"X-A":"b"}',
    },
    'WEBHOOK',
  ],
  ['slack', { slackwebhookURL: 'https://hooks.example.com/s', slackchannel: '#ops' }, 'SLACK'],
  ['discord', { discordWebhookUrl: 'https://discord.example.com/api/webhooks/1/a' }, 'WEBHOOK'],
  ['teams', { webhookUrl: 'https://teams.example.com/hook' }, 'WEBHOOK'],
  ['telegram', { telegramBotToken: '1:a', telegramChatID: '-100' }, 'WEBHOOK'],
  ['PagerDuty', { pagerdutyIntegrationKey: 'abcdef' }, 'PAGERDUTY'],
  ['Opsgenie', { opsgenieApiKey: 'abc', opsgenieRegion: 'eu', opsgeniePriority: 2 }, 'OPSGENIE'],
]
for (const [type, config, expected] of channels) {
  test(`a notification of the type ${type} becomes a channel of the type ${expected}`, () => {
    kuma().add('notification', { name: 'Ops', config: JSON.stringify({ type, ...config }), is_default: 1 })
    const { configuration, report } = convert()
    const [channel] = configuration.alertChannels ?? []
    assert.ok(channel, describeReport(report))
    assert.equal(channel['type'], expected)
    assert.equal(channel['autoSubscribe'], true)
    assert.deepEqual(configMistakes(expected as 'EMAIL', channel['config']), [])
  })
}

test('a notification without a counterpart, or with settings that make no sense, is left and said', () => {
  kuma().add('notification', { name: 'Gotify', config: JSON.stringify({ type: 'gotify' }) })
  kuma().add('notification', { name: 'Broken', config: '{' })
  kuma().add('notification', {
    name: 'Nowhere',
    config: JSON.stringify({ type: 'slack', slackwebhookURL: 'x' }),
  })
  const { configuration, report } = convert()
  assert.deepEqual(configuration.alertChannels, [])
  assert.deepEqual(
    report.left.filter(({ what }) => what.startsWith('notification')).map(({ what }) => what),
    ['notification "Gotify"', 'notification "Broken"', 'notification "Nowhere"'],
  )
})

test('groups, tags, subscriptions, pages and maintenances hang together as before', () => {
  const group = kuma().add('monitor', { type: 'group', name: 'Shops', interval: 60 })
  const shop = kuma().add('monitor', { ...http, parent: group, expiry_notification: 1 })
  const hook = kuma().add('notification', {
    name: 'Mail',
    config: JSON.stringify({ type: 'smtp', smtpTo: 'ann@example.com' }),
  })
  kuma().add('monitor_notification', { monitor_id: shop, notification_id: hook })
  const tag = kuma().add('tag', { name: 'env', color: '#fff' })
  kuma().add('monitor_tag', { monitor_id: shop, tag_id: tag, value: 'prod' })
  const page = kuma().add('status_page', {
    slug: 'My Shop',
    title: 'Our shop',
    icon: '/icon.svg',
    theme: 'dark',
    custom_css: 'body{}',
  })
  kuma().add('status_page_cname', { status_page_id: page, domain: 'Status.Example.com' })
  const card = kuma().add('group', { name: 'Front', status_page_id: page })
  kuma().add('monitor_group', { monitor_id: shop, group_id: card })
  const maintenance = kuma().add('maintenance', {
    title: 'Upgrade',
    description: '',
    strategy: 'recurring-interval',
    interval_day: 7,
    start_date: '2026-03-01 00:00:00',
    start_time: '23:00',
    end_time: '01:00',
    timezone: 'Europe/Berlin',
  })
  kuma().add('monitor_maintenance', { monitor_id: shop, maintenance_id: maintenance })
  const { configuration, report } = convert()
  const [check] = configuration.checks ?? []
  assert.equal(check?.['groupId'], `kuma:group:${group}`)
  assert.deepEqual(check['tags'], ['env:prod', `maintenance-${maintenance}`])
  assert.deepEqual(check['alertChannelSubscriptions'], [
    { alertChannelId: `kuma:notification:${hook}`, activated: true },
  ])
  assert.equal((check['triggerIncident'] as { serviceId: string }).serviceId, `kuma:service:${shop}`)
  assert.equal(configuration.alertChannels?.[0]?.['sslExpiry'], true)
  assert.deepEqual(configuration.statusPageServices, [{ id: `kuma:service:${shop}`, name: 'Shop' }])
  const [shown] = configuration.statusPages ?? []
  assert.equal(shown?.['url'], 'my-shop')
  assert.equal(shown['customDomain'], 'status.example.com')
  assert.equal(shown['defaultTheme'], 'DARK')
  assert.deepEqual(shown['cards'], [{ name: 'Front', services: [{ id: `kuma:service:${shop}` }] }])
  const [window] = configuration.maintenanceWindows ?? []
  assert.ok(window)
  assert.equal(window['startsAt'], '2026-03-01T22:00:00.000Z')
  assert.equal(window['endsAt'], '2026-03-02T00:00:00.000Z')
  assert.deepEqual(window['silenceAlertsTags'], [`maintenance-${maintenance}`])
  const { id: _id, ...body } = window
  assert.deepEqual(createValidator().compile(MaintenanceWindowCreate, { complete: true })(body), [])
  assert.match(describeReport(report), /status page "Our shop": its CSS is left out/)
})

for (const [what, idOfRow] of [
  ['many monitors, or of one,', (index: number) => index],
  ['rows that all have one id', () => 1],
] as const) {
  test(`relations of ${what} take no longer than their number`, () => {
    assertLinear(1_000, (count) => {
      const each = <Row>(make: (id: number) => Row) =>
        Array.from({ length: count }, (_, index) => make(idOfRow(index)))
      const tables: Partial<Record<KumaTable, KumaRow[]>> = {
        monitor: each((id) => ({ ...http, id, name: `m${id}` })),
        notification: each((id) => ({ id, name: `n${id}`, config: '{}' })),
        monitor_notification: each((id) => ({ monitor_id: id, notification_id: id })),
        tag: each((id) => ({ id, name: `t${id}` })),
        monitor_tag: each((id) => ({ monitor_id: id, tag_id: id })),
        monitor_maintenance: each(() => ({})),
        status_page: each((id) => ({ id, slug: `p${id}` })),
        group: each((id) => ({ id, status_page_id: id })),
        monitor_group: each((id) => ({ group_id: id, monitor_id: id })),
        maintenance: each((id) => ({ id, strategy: 'single' })),
        maintenance_status_page: each((id) => ({ maintenance_id: id })),
      }
      convertKuma(
        kumaDataOf('2', (table) => tables[table] ?? []),
        { locations: ['eu-west-1'], privateLocations: [] },
      )
    })
  })
}
