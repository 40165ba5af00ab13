import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNotifications } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { channelsPath, goodConfigs, makeChannel } from '../../testing/make-channel.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('tests of alert channels', (engine) => {
  const api = apiUnderTest(engine)
  const pathOf = (id: number) => `${channelsPath}/${id}`

  test('a test sends one sample alert to every target, and is logged without a check', async () => {
    const id = await makeChannel(api, { type: 'EMAIL', config: goodConfigs.EMAIL, sendFailure: false })
    api.sender.sent.length = 0
    api.sender.outcome = { kind: 'accepted', result: '250 queued' }
    const answer = await api.call('POST', `${pathOf(id)}/test`)
    assert.deepEqual(answer.body, {
      status: 'SUCCESS',
      notificationResult: 'ops@example.net: 250 queued\nboss@example.net: 250 queued',
    })
    assert.deepEqual(
      api.sender.sent.map(({ target }) => target),
      ['ops@example.net', 'boss@example.net'],
    )
    const [delivery] = api.sender.sent
    assert.ok(delivery?.event.kind === 'alert')
    assert.equal(delivery.event.alertType, 'ALERT_FAILURE')
    // Nobody who reads only the subject takes it for a real one.
    assert.equal(delivery.event.title, 'Test message: alerts reach this channel')
    assert.equal(delivery.event.check.name, 'Test of an alert channel')
    assert.deepEqual(delivery.config, goodConfigs.EMAIL)
    const now = api.clock.now()
    const logged = await api.call('GET', `/v1/alert-notifications?alertChannelId=${id}&to=${now + 1_000}`, {
      afterMs: 10_000,
    })
    assert.equal(logged.headers['content-range'], 'items 0-1/2')
    assert.equal(logged.at('0.status'), 'SUCCESS')
    assert.equal(logged.at('0.notificationResult'), '250 queued')
    assert.equal(logged.at('0.checkId'), undefined)
    assert.equal(logged.at('0.alertChannelId'), id)
    const { rows } = await listNotifications(api.store.read, {
      accountId: api.accountId,
      from: now,
      to: now + 1,
      channelId: id,
      limit: 10,
      offset: 0,
    })
    assert.ok(rows.every(({ isOpen }) => !isOpen))
  })

  test('a test that fails says why, and is not tried again', async () => {
    const id = await makeChannel(api, { type: 'WEBHOOK', config: goodConfigs.WEBHOOK })
    api.sender.sent.length = 0
    api.sender.outcome = { kind: 'try-again', result: '503 busy', retryAfterMs: null }
    const answer = await api.call('POST', `${pathOf(id)}/test`)
    assert.deepEqual(answer.body, { status: 'FAILURE', notificationResult: '503 busy' })
    assert.equal(api.sender.sent.length, 1)
    assert.deepEqual(api.sender.sent[0]?.config, goodConfigs.WEBHOOK)
    api.sender.outcome = { kind: 'accepted', result: '200 ok' }
  })

  const groupWith = (value: string) =>
    makeGroup(api, { environmentVariables: [{ key: 'TOKEN', value, secret: true }] })
  const aMinute = { afterMs: 61_000 }

  test('a test fills in the variables of the group, or of the check, that it names', async () => {
    const groupId = await groupWith('of-the-group')
    const checkId = await makeMonitor(api, { groupId: await groupWith('of-the-check') })
    const loneCheckId = await makeMonitor(api, {})
    const id = await makeChannel(api, { type: 'WEBHOOK', config: goodConfigs.WEBHOOK })
    const used = async (body: object | undefined) => {
      api.sender.sent.length = 0
      const answer = await api.call('POST', `${pathOf(id)}/test`, { ...(body ? { body } : {}), ...aMinute })
      assert.equal(answer.status, 200, answer.text)
      return api.sender.sent[0]?.variables.get('TOKEN')
    }
    assert.equal(await used({ groupId }), 'of-the-group')
    assert.equal(await used({ checkId }), 'of-the-check')
    assert.equal(await used({ checkId: checkId.toUpperCase(), groupId: null }), 'of-the-check')
    assert.equal(await used({ checkId: loneCheckId }), undefined)
    assert.equal(await used(undefined), undefined)
    const subscribe = (subject: object) =>
      api.call('PUT', `${pathOf(id)}/subscriptions`, { body: { ...subject, activated: true } })
    await subscribe({ checkId: loneCheckId })
    await subscribe({ checkId })
    assert.equal(await used({}), 'of-the-check')
    await subscribe({ groupId })
    assert.equal(await used(undefined), 'of-the-group')
  })

  test('a test that names what the account does not have is refused, and nothing is sent', async () => {
    const id = await makeChannel(api, { type: 'WEBHOOK', config: goodConfigs.WEBHOOK })
    const user = await api.makeUser()
    const foreign = { key: user.key, account: await api.makeAccount(user.id) }
    const groupId = await makeGroup(api, {}, foreign)
    api.sender.sent.length = 0
    const checkId = '0198c0de-0000-7000-8000-000000000000'
    const cases: [body: unknown, keys: string[]][] = [
      [{ groupId }, ['groupId']],
      [{ checkId }, ['checkId']],
      [{ checkId, groupId }, ['groupId']],
      [{ groupId: 'x' }, ['groupId']],
      [{ group: 1 }, ['group']],
    ]
    for (const [body, keys] of cases) {
      expectInvalid(await api.call('POST', `${pathOf(id)}/test`, { body, ...aMinute }), 'payload', keys)
    }
    assert.deepEqual(api.sender.sent, [])
  })

  test('an account may ask for ten tests a minute, whatever keys it uses', async () => {
    api.clock.advance(61_000)
    const id = await makeChannel(api, { type: 'WEBHOOK', config: goodConfigs.WEBHOOK })
    const keys = await Promise.all([1, 2, 3].map(() => api.makeServiceKey(api.accountId, 'READ_WRITE')))
    const ask = (number: number, afterMs = 0) =>
      api.call('POST', `${pathOf(id)}/test`, { key: keys[number % 3] ?? null, account: null, afterMs })
    for (let number = 0; number < 10; number++) assert.equal((await ask(number)).status, 200)
    for (let number = 0; number < 3; number++) expectError(await ask(number), 429)
    assert.equal((await ask(0, 61_000)).status, 200)
  })

  const unsavedPath = `${channelsPath}/test`

  test('what is typed is tested before it is saved: nothing is stored, logged or shown of it', async () => {
    api.sender.sent.length = 0
    api.sender.outcome = { kind: 'accepted', result: '204 no content' }
    const before = (await api.call('GET', `${channelsPath}?limit=100`)).body
    const answer = await api.call('POST', unsavedPath, {
      body: { type: 'WEBHOOK', config: goodConfigs.WEBHOOK },
      ...aMinute,
    })
    assert.deepEqual(answer.body, { status: 'SUCCESS', notificationResult: '204 no content' })
    assert.deepEqual(
      api.sender.sent.map(({ config }) => config),
      [goodConfigs.WEBHOOK],
    )
    assert.deepEqual((await api.call('GET', `${channelsPath}?limit=100`)).body, before)
    const { rows } = await listNotifications(api.store.read, {
      accountId: api.accountId,
      from: api.clock.now(),
      to: api.clock.now() + 1,
      limit: 10,
      offset: 0,
    })
    assert.deepEqual(rows, [])
  })

  test('masked secrets of the channel that is edited are its stored ones, but not for another address', async () => {
    const id = await makeChannel(api, { type: 'WEBHOOK', config: goodConfigs.WEBHOOK })
    const shown = (await api.call('GET', pathOf(id))).at('config')
    assert.ok(typeof shown === 'object' && shown !== null)
    assert.doesNotMatch(JSON.stringify(shown), /hmac-secret-1234|sesame-open/)
    api.sender.sent.length = 0
    const send = (config: object, extra: object) =>
      api.call('POST', unsavedPath, { body: { type: 'WEBHOOK', config, ...extra }, ...aMinute })
    const renamed = await send({ ...shown, name: 'Renamed' }, { alertChannelId: id })
    assert.equal(renamed.status, 200, renamed.text)
    assert.deepEqual(api.sender.sent[0]?.config, { ...goodConfigs.WEBHOOK, name: 'Renamed' })
    for (const [config, extra] of [
      [shown, {}],
      [{ ...shown, url: 'https://thief.example.net/' }, { alertChannelId: id }],
    ] as const) {
      const refused = await send(config, extra)
      expectError(refused, 400)
      assert.match(refused.text, /contains a masked value/)
    }
    expectError(await send(goodConfigs.WEBHOOK, { alertChannelId: 1_000_000 }), 404)
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    const foreign = await api.call('POST', unsavedPath, {
      body: { type: 'WEBHOOK', config: shown, alertChannelId: id },
      key: stranger.key,
      account,
    })
    expectError(foreign, 404)
    assert.equal(api.sender.sent.length, 1)
  })
})
