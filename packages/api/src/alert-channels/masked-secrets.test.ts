import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChannelById } from '@sonde/store/alerts/alert-channels.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import {
  channelsPath,
  createChannel,
  goodConfigs,
  makeChannel,
  shownConfigs,
  storedConfig,
} from '../../testing/make-channel.ts'

forOneEngine('secrets of alert channels', (engine) => {
  const api = apiUnderTest(engine)
  const pathOf = (id: number) => `${channelsPath}/${id}`

  test('secrets are nowhere in clear in the rows of a channel', async () => {
    const id = await makeChannel(api, { type: 'WEBHOOK', config: goodConfigs.WEBHOOK })
    const row = JSON.stringify(await findChannelById(api.store.read, id))
    for (const secret of ['topsecret', 'sesame', 'locked-value', 'hmac-secret']) {
      assert.ok(!row.includes(secret), secret)
    }
    assert.ok(row.includes('relay.example.net'))
  })

  test('the owner lets keys that may write see them in clear, and nobody else', async () => {
    const account = await api.makeAccount(api.ownerId)
    const made = await createChannel(api, { type: 'WEBHOOK', config: goodConfigs.WEBHOOK }, { account })
    assert.deepEqual(made.at('config'), shownConfigs.WEBHOOK)
    const path = pathOf(Number(made.at('id')))
    const settings = '/v1/accounts/me/settings'
    const body = { showChannelSecrets: true }
    const admin = await api.makeServiceKey(account, 'ADMIN')
    assert.equal((await api.call('PATCH', settings, { body, key: admin, account })).status, 403)
    assert.equal((await api.call('PATCH', settings, { body, account })).status, 200)
    for (const role of ['ADMIN', 'READ_WRITE'] as const) {
      const key = await api.makeServiceKey(account, role)
      assert.deepEqual((await api.call('GET', path, { key, account })).at('config'), goodConfigs.WEBHOOK)
      assert.deepEqual(
        (await api.call('GET', channelsPath, { key, account })).at('0.config'),
        goodConfigs.WEBHOOK,
      )
      const put = { type: 'WEBHOOK', config: goodConfigs.WEBHOOK }
      assert.deepEqual(
        (await api.call('PUT', path, { body: put, key, account })).at('config'),
        goodConfigs.WEBHOOK,
      )
    }
    for (const role of ['READ_RUN', 'READ_ONLY'] as const) {
      const key = await api.makeServiceKey(account, role)
      assert.deepEqual((await api.call('GET', path, { key, account })).at('config'), shownConfigs.WEBHOOK)
    }
    const log = await api.store.read
      .selectFrom('audit_log')
      .select('changes')
      .where('account_id', '=', account)
      .execute()
    assert.doesNotMatch(JSON.stringify(log), /hmac-secret-1234|topsecretpath/)
    await api.call('PATCH', settings, { body: { showChannelSecrets: false }, account })
    assert.deepEqual((await api.call('GET', path, { account })).at('config'), shownConfigs.WEBHOOK)
  })

  test('a configuration without its optional fields is complete', async () => {
    const url = 'https://relay.example.net'
    const config = { url, name: null, method: null, headers: null, queryParameters: null, template: null }
    const made = await createChannel(api, { type: 'WEBHOOK', config: { ...config, unknown: 1 } })
    assert.deepEqual(made.at('config'), { name: '', url, method: 'POST', headers: [], queryParameters: [] })
  })

  const shownValues: [title: string, value: string, shown: string][] = [
    ['a short value shows nothing of itself', 'seven77', '***'],
    ['a value of eight characters shows four', 'eight888', '***t888'],
    ['a lone variable is no secret', '{{ TOKEN }}', '{{ TOKEN }}'],
    ['a variable with a text beside it is one', 'Bearer {{TOKEN}}', '***EN}}'],
  ]
  for (const [title, value, shown] of shownValues) {
    test(`masking: ${title}`, async () => {
      const config = { url: '{{URL}}', headers: [{ key: 'k', value }] }
      const made = await createChannel(api, { type: 'WEBHOOK', config })
      assert.equal(made.at('config.url'), '{{URL}}')
      assert.equal(made.at('config.headers.0.value'), shown)
    })
  }

  test('masking: headers that only describe the request are shown, unless they are locked', async () => {
    const headers = [
      { key: 'Content-Type', value: 'application/json', locked: false },
      { key: 'accept', value: 'application/json', locked: false },
      { key: 'User-Agent', value: 'sonde of the shop', locked: true },
      { key: 'Authorization', value: 'Bearer sesame-open', locked: false },
    ]
    const id = await makeChannel(api, {
      type: 'WEBHOOK',
      config: { url: 'https://relay.example.net', headers },
    })
    const shown = (await api.call('GET', pathOf(id))).at('config.headers')
    const values = ['application/json', 'application/json', '***shop', '***open']
    assert.deepEqual(
      shown,
      headers.map((header, index) => ({ ...header, value: values[index] })),
    )
    // As it is shown, and as it was shown by those who mask everything.
    for (const first of ['application/json', '***json']) {
      const sent = headers.map((header, index) => ({ ...header, value: index === 0 ? first : values[index] }))
      const body = { type: 'WEBHOOK', config: { url: 'https://relay.example.net', headers: sent } }
      assert.equal((await api.call('PUT', pathOf(id), { body })).status, 200)
      assert.deepEqual((await storedConfig(api, id))['headers'], headers)
    }
  })

  const shownUrls: [url: string, shown: string][] = [
    ['https://h.example.net', 'https://h.example.net'],
    ['https://h.example.net/', 'https://h.example.net/'],
    ['http://10.0.0.5:8080/hook-secret', 'http://10.0.0.5:8080/***cret'],
    ['http://[2001:db8::1]:8080/hook-secret', 'http://[2001:db8::1]:8080/***cret'],
    ['https://user:password@h.example.net/path', '***path'],
    ['https://h.example.net?token=abcdefgh', '***efgh'],
    ['https://h.example.net\\path-secret', '***cret'],
    ['https://h.example.net/{{TOKEN}}', 'https://h.example.net/{{TOKEN}}'],
    ['{{BASE}}/path-secret', '***cret'],
  ]
  for (const [url, shown] of shownUrls) {
    test(`masking: the address ${url} is shown as ${shown}, and stays when that is sent back`, async () => {
      const id = await makeChannel(api, { type: 'SLACK', config: { url } })
      const answer = await api.call('GET', pathOf(id))
      assert.equal(answer.at('config.url'), shown)
      const body = { type: 'SLACK', config: { url: shown } }
      assert.equal((await api.call('PUT', pathOf(id), { body })).status, 200)
      assert.deepEqual(await storedConfig(api, id), { url })
    })
  }

  test('a masked value that is not the stored one is refused, and so is any mask in a new channel', async () => {
    const { WEBHOOK } = goodConfigs
    const masked = {
      ...WEBHOOK,
      url: 'https://relay.example.net/***xxxx',
      headers: [{ key: 'authorization', value: '***open' }],
      webhookSecret: '***9999',
    }
    const body = { type: 'WEBHOOK', config: masked }
    expectInvalid(await api.call('POST', channelsPath, { body }), 'payload', [
      'config.url',
      'config.headers.0.value',
      'config.webhookSecret',
    ])
    const id = await makeChannel(api, { type: 'WEBHOOK', config: WEBHOOK })
    const key = { ...masked, headers: [{ key: 'x-other', value: '***open' }] }
    expectInvalid(await api.call('PUT', pathOf(id), { body: { type: 'WEBHOOK', config: key } }), 'payload', [
      'config.url',
      'config.headers.0.value',
      'config.webhookSecret',
    ])
    assert.deepEqual(await storedConfig(api, id), WEBHOOK)
  })

  test('masked secrets do not follow an address to another host, and a changed path keeps them', async () => {
    const { WEBHOOK } = goodConfigs
    const made = await createChannel(api, { type: 'WEBHOOK', config: WEBHOOK })
    const id = Number(made.at('id'))
    const shown = shownConfigs.WEBHOOK
    const move = (url: string) =>
      api.call('PUT', pathOf(id), { body: { type: 'WEBHOOK', config: { ...shown, url } } })
    for (const url of ['https://evil.example.net/in', 'http://relay.example.net/in', '{{URL}}']) {
      const refused = await move(url)
      expectInvalid(refused, 'payload', [
        'config.webhookSecret',
        'config.headers.0.value',
        'config.queryParameters.0.value',
      ])
      assert.match(refused.textAt('message'), /the address has changed/)
    }
    assert.equal((await move('https://RELAY.example.net/other')).status, 200)
    assert.deepEqual(await storedConfig(api, id), { ...WEBHOOK, url: 'https://RELAY.example.net/other' })
  })

  test('a locked query parameter cannot be unlocked to be read', async () => {
    const { WEBHOOK } = goodConfigs
    const id = await makeChannel(api, { type: 'WEBHOOK', config: WEBHOOK })
    const config = {
      ...shownConfigs.WEBHOOK,
      queryParameters: [{ key: 'token', value: '***alue', locked: false }],
    }
    expectInvalid(await api.call('PUT', pathOf(id), { body: { type: 'WEBHOOK', config } }), 'payload', [
      'config.queryParameters.0.value',
    ])
  })

  test('a channel that becomes another type gets nothing of the secrets it had', async () => {
    const id = await makeChannel(api, { type: 'SLACK', config: goodConfigs.SLACK })
    const config = { url: 'https://hooks.example.net/***efgh' }
    expectInvalid(await api.call('PUT', pathOf(id), { body: { type: 'WEBHOOK', config } }), 'payload', [
      'config.url',
    ])
    const body = { type: 'OPSGENIE', config: goodConfigs.OPSGENIE }
    const changed = await api.call('PUT', pathOf(id), { body })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.at('config'), shownConfigs.OPSGENIE)
  })
})
