import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelTypes } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { insertGroup } from '@sonde/store/checks/check-groups.ts'
import { insertNotifications, listNotifications } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import {
  channelsPath,
  createChannel,
  goodConfigs,
  makeChannel,
  shownConfigs,
  storedConfig,
} from '../../testing/make-channel.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'
import { sampleAlert } from '@sonde/actions/alert-channels/sample-alert.ts'

forOneEngine('alert channels', (engine) => {
  const api = apiUnderTest(engine)
  const pathOf = (id: number) => `${channelsPath}/${id}`

  async function makeGroup(accountId = api.accountId): Promise<number> {
    const row = {
      accountId,
      version: 2 as const,
      name: 'Shop',
      activated: true,
      muted: false,
      concurrency: 3,
      config: {},
      createdAt: api.clock.now(),
      updatedAt: null,
    }
    return (await api.store.write((db) => insertGroup(db, row, () => null))).id
  }

  for (const type of channelTypes) {
    test(`a channel of type ${type} is created with defaults, sealed, and shown with its secrets masked`, async () => {
      const config = goodConfigs[type]
      const made = await createChannel(api, { type, config })
      const written = {
        id: made.at('id'),
        type,
        config: shownConfigs[type],
        subscriptions: [],
        sendFailure: true,
        sendRecovery: true,
        sendDegraded: false,
        sslExpiry: false,
        sslExpiryThreshold: 30,
        autoSubscribe: false,
        deliverable: true,
        deliverableReason: null,
        created_at: new Date(api.clock.now()).toISOString(),
        updated_at: null,
      }
      assert.deepEqual(made.body, written)
      const id = Number(made.at('id'))
      assert.deepEqual(await storedConfig(api, id), config)
      const shown = await api.call('GET', pathOf(id))
      assert.deepEqual(shown.body, { ...written, projectBindings: { owner: null, references: [] } })

      const sentBack = await api.call('PUT', pathOf(id), { body: made.record() })
      assert.equal(sentBack.status, 200, sentBack.text)
      assert.deepEqual(sentBack.at('config'), shownConfigs[type])
      assert.deepEqual(await storedConfig(api, id), config)
    })
  }

  test('an update gives omitted flags their defaults and keeps the subscriptions unless it sends some', async () => {
    const checkId = await makeMonitor(api)
    const groupId = await makeGroup()
    const made = await createChannel(api, {
      sendFailure: false,
      sendDegraded: true,
      sslExpiry: true,
      sslExpiryThreshold: 7,
      autoSubscribe: true,
      subscriptions: [
        { checkId, activated: true },
        { groupId, activated: false, id: 4711 },
      ],
    })
    const subscriptions = [
      { id: made.at('subscriptions.0.id'), checkId, groupId: null, activated: true },
      { id: made.at('subscriptions.1.id'), checkId: null, groupId, activated: false },
    ]
    assert.deepEqual(made.at('subscriptions'), subscriptions)
    const path = pathOf(Number(made.at('id')))
    const body = { type: 'SLACK', config: goodConfigs.SLACK }
    const changed = await api.call('PUT', path, { body })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.body, {
      ...made.record(),
      sendFailure: true,
      sendDegraded: false,
      sslExpiry: false,
      sslExpiryThreshold: 30,
      autoSubscribe: false,
      updated_at: new Date(api.clock.now()).toISOString(),
    })
    const fewer = await api.call('PUT', path, {
      body: { ...body, subscriptions: [{ groupId, activated: true }] },
    })
    assert.deepEqual(fewer.at('subscriptions'), [{ ...subscriptions[1], activated: true }])
    const none = await api.call('PUT', path, { body: { ...body, subscriptions: [] } })
    assert.deepEqual(none.at('subscriptions'), [])
  })

  test('one subscription is added, changed and shown on the check', async () => {
    const id = await makeChannel(api)
    const checkId = await makeMonitor(api, { alertChannelSubscriptions: [] }, {})
    await api.call('PATCH', `/v1/checks/icmp/${checkId}`, { body: { alertChannelSubscriptions: [] } })
    const path = `${pathOf(id)}/subscriptions`
    const added = await api.call('PUT', path, { body: { checkId: checkId.toUpperCase(), activated: true } })
    assert.equal(added.status, 200, added.text)
    assert.deepEqual(added.body, { id: added.at('id'), checkId, groupId: null, activated: true })
    const changed = await api.call('PUT', path, { body: { checkId, groupId: null, activated: false } })
    assert.deepEqual(changed.body, { ...added.record(), activated: false })
    const check = await api.call('GET', `/v1/checks/${checkId}`)
    assert.deepEqual(check.at('alertChannelSubscriptions'), [{ alertChannelId: id, activated: false }])
    const groupId = await makeGroup()
    const ofGroup = await api.call('PUT', path, { body: { groupId, activated: true } })
    assert.deepEqual(ofGroup.body, { id: ofGroup.at('id'), checkId: null, groupId, activated: true })

    expectInvalid(await api.call('PUT', path, { body: { activated: true } }), 'payload', ['checkId'])
    expectInvalid(await api.call('PUT', path, { body: { checkId } }), 'payload', ['activated'])
    expectInvalid(await api.call('PUT', path, { body: { checkId, groupId, activated: true } }), 'payload', [
      'groupId',
    ])
    const unknown = { groupId: 4_000_000_000, activated: true }
    expectInvalid(await api.call('PUT', path, { body: unknown }), 'payload', ['groupId'])
    expectError(await api.call('PUT', `${pathOf(9_999_999)}/subscriptions`, { body: unknown }), 404)
  })

  test('channels, checks and groups of another account are out of reach', async () => {
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    const foreign = { key: stranger.key, account }
    const id = await makeChannel(api)
    for (const method of ['GET', 'DELETE']) expectError(await api.call(method, pathOf(id), foreign), 404)
    const body = { type: 'SLACK', config: goodConfigs.SLACK }
    expectError(await api.call('PUT', pathOf(id), { ...foreign, body }), 404)
    expectError(await api.call('POST', `${pathOf(id)}/test`, foreign), 404)
    const checkId = await makeMonitor(api)
    const groupId = await makeGroup()
    const theirs = await makeChannel(api, {}, foreign)
    for (const subject of [{ checkId }, { groupId }]) {
      const subscription = { ...subject, activated: true }
      const answer = await api.call('PUT', `${pathOf(theirs)}/subscriptions`, {
        ...foreign,
        body: subscription,
      })
      expectInvalid(answer, 'payload', Object.keys(subject))
    }
    expectError(
      await api.call('PUT', `${pathOf(id)}/subscriptions`, {
        ...foreign,
        body: { checkId, activated: true },
      }),
      404,
    )
  })

  test('a deleted channel takes its subscriptions and what was still to be sent with it', async () => {
    const id = await makeChannel(api)
    const checkId = await makeMonitor(api, {
      alertChannelSubscriptions: [{ alertChannelId: id, activated: true }],
    })
    const now = api.clock.now()
    await api.store.write((db) =>
      insertNotifications(db, [
        {
          id: '0198c0de-0000-7000-8000-0000000000aa',
          accountId: api.accountId,
          lane: 'lane',
          channelId: id,
          channelType: 'SLACK',
          target: null,
          shownConfig: {},
          checkId,
          checkType: 'ICMP',
          alertId: null,
          resultId: null,
          event: sampleAlert({ accountId: api.accountId, publicUrl: '', now }),
          isExempt: false,
          createdAt: now,
        },
      ]),
    )
    assert.equal((await api.call('DELETE', pathOf(id))).status, 204)
    expectError(await api.call('DELETE', pathOf(id)), 404)
    expectError(await api.call('GET', pathOf(id)), 404)
    const check = await api.call('GET', `/v1/checks/${checkId}`)
    assert.deepEqual(
      (check.at('alertChannelSubscriptions') as { alertChannelId: number }[]).filter(
        ({ alertChannelId }) => alertChannelId === id,
      ),
      [],
    )
    const { rows } = await listNotifications(api.store.read, {
      accountId: api.accountId,
      from: now,
      to: now + 1,
      channelId: id,
      limit: 10,
      offset: 0,
    })
    assert.deepEqual(
      rows.map(({ isOpen, status, result }) => [isOpen, status, result]),
      [[false, 'FAILURE', 'channel deleted']],
    )
  })

  test('channels are listed newest first, with their subscriptions and the total', async () => {
    const owner = await api.makeUser()
    const account = await api.makeAccount(owner.id)
    const as = { key: owner.key, account }
    const ids = []
    for (let made = 0; made < 12; made += 1) ids.push(await makeChannel(api, {}, as))
    const first = await api.call('GET', channelsPath, as)
    assert.equal(first.headers['content-range'], 'items 0-9/12')
    const rest = await api.call('GET', `${channelsPath}?page=2`, as)
    assert.equal(rest.headers['content-range'], 'items 10-11/12')
    const listed = [...(first.body as { id: number }[]), ...(rest.body as { id: number }[])]
    assert.deepEqual(
      listed.map(({ id }) => id),
      ids.toReversed(),
    )
    const beyond = await api.call('GET', `${channelsPath}?page=9`, as)
    assert.deepEqual([beyond.body, beyond.headers['content-range']], [[], 'items */12'])
    for (const query of ['limit=0', 'limit=101', 'page=0', 'page=1.5']) {
      expectInvalid(await api.call('GET', `${channelsPath}?${query}`, as), 'query', [
        query.split('=')[0] ?? '',
      ])
    }
  })

  test('reading needs READ_ONLY, writing and testing need READ_WRITE', async () => {
    const id = await makeChannel(api)
    const body = { type: 'SLACK', config: goodConfigs.SLACK }
    for (const role of ['READ_ONLY', 'READ_RUN'] as const) {
      const as = { key: await api.makeServiceKey(api.accountId, role), account: null }
      assert.equal((await api.call('GET', pathOf(id), as)).status, 200)
      assert.equal((await api.call('GET', channelsPath, as)).status, 200)
      expectError(await api.call('POST', channelsPath, { ...as, body }), 403)
      expectError(await api.call('PUT', pathOf(id), { ...as, body }), 403)
      expectError(await api.call('DELETE', pathOf(id), as), 403)
      expectError(await api.call('POST', `${pathOf(id)}/test`, as), 403)
    }
    const writer = { key: await api.makeServiceKey(api.accountId, 'READ_WRITE'), account: null }
    assert.equal((await api.call('PUT', pathOf(id), { ...writer, body })).status, 200)
  })

  for (const id of ['abc', '0', '-1', '1.5', '1e3', '99999999999999999']) {
    test(`the id ${id} is refused`, async () => {
      expectInvalid(await api.call('GET', `${channelsPath}/${id}`), 'params', ['id'])
    })
  }

  test('every webhook template becomes a channel once it is filled in', async () => {
    const answer = await api.call('GET', `${channelsPath}/webhook-templates`)
    assert.equal(answer.status, 200, answer.text)
    const templates = answer.body as { webhookType: string }[]
    assert.ok(templates.some(({ webhookType }) => webhookType === 'WEBHOOK_MSTEAMS'))
    for (const template of templates) {
      const made = await createChannel(api, { type: 'WEBHOOK', config: template })
      assert.equal(made.at('config.webhookType'), template.webhookType)
    }
  })
})
