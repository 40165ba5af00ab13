import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNotifications } from '@sonde/store/notifications.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { channelsPath, goodConfigs, makeChannel } from '../../testing/make-channel.ts'

forEachEngine('tests of alert channels', (engine) => {
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
})
