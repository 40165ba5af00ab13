import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { channelsPath, goodConfigs, makeChannel } from '../../testing/make-channel.ts'
import { everyMeans } from '../../testing/stand-in-sender.ts'

forOneEngine('alert channels that cannot be', (engine) => {
  const api = apiUnderTest(engine)
  const pathOf = (id: number) => `${channelsPath}/${id}`

  const badConfigs: [type: ChannelType, change: object, key: string][] = [
    ['EMAIL', { address: '' }, 'config.address'],
    ['EMAIL', { address: 'ops@example.net,' }, 'config.address'],
    ['EMAIL', { address: 'ops@example.net; boss@example.net' }, 'config.address'],
    ['EMAIL', { address: 'Ops <ops@example.net>' }, 'config.address'],
    ['EMAIL', { address: 'ops@example.net\r\nBcc: x@example.net' }, 'config.address'],
    ['EMAIL', { address: Array.from({ length: 51 }, (_, n) => `a${n}@b.c`).join() }, 'config.address'],
    ['EMAIL', { address: '{{ALERT_TITLE}}@example.net' }, 'config.address'],
    ['EMAIL', { address: 7 }, 'config.address'],
    ['SLACK', { url: 'ftp://example.net/' }, 'config.url'],
    ['SLACK', { url: 'javascript:{{X}}' }, 'config.url'],
    ['SLACK', { url: 'https://' }, 'config.url'],
    ['SLACK', { url: 'https://h.example.net/a b' }, 'config.url'],
    ['SLACK', { url: `https://h.example.net/${'x'.repeat(2_000)}` }, 'config.url'],
    ['SLACK', { channel: 7 }, 'config.channel'],
    ['SLACK', { channel: '{{' }, 'config.channel'],
    ['SLACK_APP', { slackChannels: [] }, 'config.slackChannels'],
    ['SLACK_APP', { slackChannels: ['#a b'] }, 'config.slackChannels.0'],
    ['SLACK_APP', { slackChannels: '#a' }, 'config.slackChannels'],
    ['SLACK_APP', { slackChannels: ['#a', '{{'] }, 'config.slackChannels.1'],
    ['WEBHOOK', { url: undefined }, 'config.url'],
    ['WEBHOOK', { method: 'TRACE' }, 'config.method'],
    ['WEBHOOK', { headers: [{ key: '', value: 'x' }] }, 'config.headers.0.key'],
    ['WEBHOOK', { headers: [{ key: 'a:b', value: 'x' }] }, 'config.headers.0.key'],
    ['WEBHOOK', { headers: [{ key: 'a', value: 'x\r\nb: c' }] }, 'config.headers.0.value'],
    ['WEBHOOK', { headers: Array.from({ length: 51 }, () => ({ key: 'a', value: 'b' })) }, 'config.headers'],
    ['WEBHOOK', { template: '{{#if}' }, 'config.template'],
    ['WEBHOOK', { template: 'x'.repeat(65_537) }, 'config.template'],
    ['WEBHOOK', { url: 'https://h.example.net/{{#if X}}' }, 'config.url'],
    ['WEBHOOK', { headers: [{ key: 'a', value: '{{#each}' }] }, 'config.headers.0.value'],
    [
      'WEBHOOK',
      { headers: [{ key: 'a', value: '{{a}}'.repeat(800) }], template: '{{a}}'.repeat(1_201) },
      'config',
    ],
    ['WEBHOOK', { queryParameters: manyPairs(17, 4_000) }, 'config'],
    ['WEBHOOK', { webhookType: 7 }, 'config.webhookType'],
    ['SMS', { number: '015112345678' }, 'config.number'],
    ['SMS', { number: '+49 151 12345678' }, 'config.number'],
    ['CALL', { number: '+1234567890123456' }, 'config.number'],
    ['CALL', { name: 7 }, 'config.name'],
    ['PAGERDUTY', { serviceKey: '' }, 'config.serviceKey'],
    ['PAGERDUTY', { serviceKey: null }, 'config.serviceKey'],
    ['OPSGENIE', { region: 'MOON' }, 'config.region'],
    ['OPSGENIE', { priority: 'P6' }, 'config.priority'],
    ['OPSGENIE', { name: undefined }, 'config.name'],
  ]
  for (const [type, change, key] of badConfigs) {
    test(`the configuration of ${type} with ${JSON.stringify(change).slice(0, 80)} is refused`, async () => {
      const body = { type, config: { ...goodConfigs[type], ...change } }
      expectInvalid(await api.call('POST', channelsPath, { body }), 'payload', [key])
    })
  }

  test('masked values count with what they stand for', async () => {
    const { headers: _none, queryParameters: _noneEither, ...rest } = goodConfigs.WEBHOOK
    const config = { ...rest, headers: manyPairs(16, 4_000) }
    const id = await makeChannel(api, { type: 'WEBHOOK', config })
    const shown = (await api.call('GET', pathOf(id))).at('config.headers')
    assert.ok(Array.isArray(shown))
    const sent = { ...config, headers: shown, queryParameters: manyPairs(2, 4_000) }
    const put = (changed: object) =>
      api.call('PUT', pathOf(id), { body: { type: 'WEBHOOK', config: { ...sent, ...changed } } })
    expectInvalid(await put({}), 'payload', ['config'])
    assert.equal((await put({ queryParameters: [] })).status, 200)
  })

  const badBodies: [title: string, body: object, keys: string[]][] = [
    ['no type', { config: {} }, ['type']],
    ['an unknown type', { type: 'FAX', config: {} }, ['type']],
    ['no configuration', { type: 'EMAIL' }, ['config']],
    ['a configuration that is a list', { type: 'EMAIL', config: [] }, ['config']],
    ['the configuration of another type', { type: 'EMAIL', config: goodConfigs.SMS }, ['config.address']],
    ['a wrong flag', { sendFailure: 'yes' }, ['sendFailure']],
    ['31 days', { sslExpiryThreshold: 31 }, ['sslExpiryThreshold']],
    ['no days', { sslExpiryThreshold: 0 }, ['sslExpiryThreshold']],
    ['a subscription of nothing', { subscriptions: [{ activated: true }] }, ['subscriptions.0.checkId']],
    [
      'a subscription of an unknown check',
      { subscriptions: [{ checkId: '0198c0de-0000-7000-8000-000000000000', activated: true }] },
      ['subscriptions.0.checkId'],
    ],
    [
      'a subscription of an unknown group',
      { subscriptions: [{ groupId: 4_000_000_000, activated: true }] },
      ['subscriptions.0.groupId'],
    ],
    [
      'a subscription of a check and a group',
      {
        subscriptions: [{ checkId: '0198c0de-0000-7000-8000-000000000000', groupId: 1, activated: true }],
      },
      ['subscriptions.0.groupId'],
    ],
  ]
  for (const [title, body, keys] of badBodies) {
    test(`a channel with ${title} is refused, and nothing is changed`, async () => {
      const count = async () => (await api.call('GET', `${channelsPath}?limit=1`)).headers['content-range']
      const id = await makeChannel(api)
      const before = [await count(), (await api.call('GET', pathOf(id))).body]
      const whole =
        'type' in body || 'config' in body ? body : { type: 'SLACK', config: goodConfigs.SLACK, ...body }
      expectInvalid(await api.call('POST', channelsPath, { body: whole }), 'payload', keys)
      expectInvalid(await api.call('PUT', pathOf(id), { body: whole }), 'payload', keys)
      assert.deepEqual([await count(), (await api.call('GET', pathOf(id))).body], before)
    })
  }
})

forOneEngine('alert channels of an operator who has set little', (engine) => {
  const nothing = { smtp: null, sms: null, call: null, slackBotToken: null }
  const api = apiUnderTest(engine, { alerting: { ...everyMeans, ...nothing, mostChannels: 3 } })

  const needed: [ChannelType, RegExp][] = [
    ['EMAIL', /SMTP_URL/],
    ['SMS', /SMS_HTTP_URL/],
    ['CALL', /CALL_HTTP_URL/],
    ['SLACK_APP', /SLACK_BOT_TOKEN/],
  ]
  for (const [type, setting] of needed) {
    test(`${type} is stored, and says what is missing to send it`, async () => {
      const body = { type, config: goodConfigs[type] }
      const made = await api.call('POST', channelsPath, { body })
      assert.equal(made.status, 201, made.text)
      const path = `${channelsPath}/${String(made.at('id'))}`
      const put = await api.call('PUT', path, { body })
      const answers = [made, put, await api.call('GET', path)]
      for (const answer of answers) {
        assert.equal(answer.at('deliverable'), false, answer.text)
        assert.match(answer.textAt('deliverableReason'), setting)
      }
      const listed = await api.call('GET', channelsPath)
      assert.deepEqual([listed.at('0.id'), listed.at('0.deliverable')], [made.at('id'), false])
      assert.equal((await api.call('DELETE', path)).status, 204)
    })
  }

  test('an account has no more channels than the operator allows, also when they come at once', async () => {
    const body = { type: 'SLACK', config: goodConfigs.SLACK }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.call('POST', channelsPath, { body })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 201, 402, 402, 402, 402, 402])
    const refused = answers.find(({ status }) => status === 402)
    assert.ok(refused)
    expectError(refused, 402)
    assert.match(refused.textAt('message'), /3 alert channels/)
  })
})

function manyPairs(count: number, length: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `k${index}`,
    value: `${index}-`.padEnd(length, 'x'),
    locked: true,
  }))
}
