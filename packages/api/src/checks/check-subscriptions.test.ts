import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCheck } from '@sonde/store/checks/checks.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { updates } from '../../testing/monitors/field-case.ts'
import { goodConfigs, makeChannel } from '../../testing/make-channel.ts'
import { makeMonitor, showMonitor, smallestCreate, writeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('subscriptions of checks', (engine) => {
  const api = apiUnderTest(engine)
  const plainCreate = '/v1/checks/icmp?autoAssignAlerts=false'

  /** An account of its own, so that the channels of other tests do not count. */
  async function newAccount(): Promise<{ key: string; account: string }> {
    const owner = await api.makeUser()
    return { key: owner.key, account: await api.makeAccount(owner.id) }
  }

  async function make(as: { key: string; account: string }, path: string, body: object = {}) {
    const made = await api.call('POST', path, { ...as, body: { ...smallestCreate, ...body } })
    assert.equal(made.status, 201, made.text)
    return made
  }

  test('a new check is subscribed to every channel, and keeps what its body says of some', async () => {
    const as = await newAccount()
    const [a, b] = [await makeChannel(api, {}, as), await makeChannel(api, { autoSubscribe: true }, as)]
    const all = await make(as, '/v1/checks/icmp')
    assert.deepEqual(all.at('alertChannelSubscriptions'), [
      { alertChannelId: a, activated: true },
      { alertChannelId: b, activated: true },
    ])
    const listed = await make(as, '/v1/checks/icmp', {
      alertChannelSubscriptions: [{ alertChannelId: b, activated: false }],
    })
    assert.deepEqual(listed.at('alertChannelSubscriptions'), [
      { alertChannelId: b, activated: false },
      { alertChannelId: a, activated: true },
    ])
    const shown = await api.call('GET', `/v1/checks/${listed.textAt('id')}`, as)
    assert.deepEqual(shown.at('alertChannelSubscriptions'), listed.at('alertChannelSubscriptions'))
  })

  test('without autoAssignAlerts only channels that ask for it are subscribed, and none if the body lists some', async () => {
    const as = await newAccount()
    const [a, b] = [await makeChannel(api, {}, as), await makeChannel(api, { autoSubscribe: true }, as)]
    const automatic = await make(as, plainCreate)
    assert.deepEqual(automatic.at('alertChannelSubscriptions'), [{ alertChannelId: b, activated: true }])
    const listed = await make(as, plainCreate, {
      alertChannelSubscriptions: [{ alertChannelId: a, activated: true }],
    })
    assert.deepEqual(listed.at('alertChannelSubscriptions'), [{ alertChannelId: a, activated: true }])
    const none = await make(as, plainCreate, { alertChannelSubscriptions: [] })
    assert.deepEqual(none.at('alertChannelSubscriptions'), [])
  })

  for (const operation of updates) {
    const isKnownClient = operation === 'merging put'
    test(`${operation}: subscriptions left out ${isKnownClient ? 'are none' : 'stay'}, and a list replaces them`, async () => {
      const [a, b] = [await makeChannel(api), await makeChannel(api)]
      const id = await makeMonitor(api, {
        alertChannelSubscriptions: [{ alertChannelId: a, activated: false }],
      })
      await writeMonitor(api, 'patch', id, {
        alertChannelSubscriptions: [{ alertChannelId: a, activated: false }],
      })
      const kept = await writeMonitor(api, operation, id, { muted: true })
      assert.equal(kept.status, 200, kept.text)
      const left = isKnownClient ? [] : [{ alertChannelId: a, activated: false }]
      assert.deepEqual(kept.at('alertChannelSubscriptions'), left)
      const replaced = await writeMonitor(api, operation, id, {
        alertChannelSubscriptions: [{ alertChannelId: b, activated: true }],
      })
      assert.deepEqual(replaced.at('alertChannelSubscriptions'), [{ alertChannelId: b, activated: true }])
      const emptied = await writeMonitor(api, operation, id, { alertChannelSubscriptions: [] })
      assert.deepEqual(emptied.at('alertChannelSubscriptions'), [])
      assert.deepEqual((await showMonitor(api, id)).at('alertChannelSubscriptions'), [])
    })

    test(`${operation}: autoAssignAlerts subscribes nobody`, async () => {
      const id = await makeMonitor(api)
      await writeMonitor(api, 'patch', id, { alertChannelSubscriptions: [] })
      await makeChannel(api, { autoSubscribe: true })
      const answer = await writeMonitor(api, operation, id, { muted: true })
      assert.deepEqual(answer.at('alertChannelSubscriptions'), [])
    })
  }

  for (const operation of ['create', ...updates] as const) {
    test(`${operation}: a channel that does not exist, is of another account or is listed twice is refused`, async () => {
      const other = await newAccount()
      const [own, foreign] = [await makeChannel(api), await makeChannel(api, {}, other)]
      const id = await makeMonitor(api)
      const before = (await showMonitor(api, id)).at('alertChannelSubscriptions')
      const wrong = [foreign, 999_999_999, 1.5, -1, 1e300, own, own].map((alertChannelId) => ({
        alertChannelId,
        activated: true,
      }))
      const answer = await writeMonitor(api, operation, id, { alertChannelSubscriptions: wrong })
      expectInvalid(
        answer,
        'payload',
        [0, 1, 2, 3, 4, 6].map((index) => `alertChannelSubscriptions.${index}.alertChannelId`),
      )
      assert.match(answer.textAt('message'), /is not an alert channel of this account/)
      assert.deepEqual((await showMonitor(api, id)).at('alertChannelSubscriptions'), before)
    })
  }

  test('the channels of activated subscriptions are shown, their secrets masked', async () => {
    const as = await newAccount()
    const types = ['EMAIL', 'WEBHOOK', 'SLACK', 'SMS', 'PAGERDUTY'] as const
    for (const type of types) await makeChannel(api, { type, config: goodConfigs[type] }, as)
    const resting = await makeChannel(api, { type: 'SMS', config: { number: '+15550100', name: 'Off' } }, as)
    const made = await make(as, '/v1/checks/icmp', {
      alertChannelSubscriptions: [{ alertChannelId: resting, activated: false }],
    })
    const channels = {
      email: [{ address: 'ops@example.net' }, { address: 'boss@example.net' }],
      webhook: [
        {
          name: 'Relay',
          url: 'https://relay.example.net/***path',
          method: 'PUT',
          headers: [{ key: 'authorization', value: '***open', locked: true }],
          queryParameters: [
            { key: 'token', value: '***alue', locked: true },
            { key: 'team', value: 'blue', locked: false },
          ],
        },
      ],
      slack: [{ url: 'https://hooks.example.net/***efgh' }],
      sms: [{ number: '+4915112345678', name: 'Ada' }],
    }
    assert.deepEqual(made.at('alertChannels'), channels)
    for (const version of ['v1', 'v2', 'v3']) {
      const one = await api.call('GET', `/${version}/checks/${made.textAt('id')}`, as)
      assert.deepEqual(one.at('alertChannels'), channels)
      const list = await api.call('GET', `/${version}/checks`, as)
      assert.deepEqual(list.at('0.alertChannels'), channels)
      assert.deepEqual(list.at('0.alertChannelSubscriptions'), made.at('alertChannelSubscriptions'))
    }
  })

  test('subscriptions stand in rows of their own and not in the check', async () => {
    const channel = await makeChannel(api)
    const id = await makeMonitor(api, {
      alertChannelSubscriptions: [{ alertChannelId: channel, activated: true }],
    })
    const row = await findCheck(api.store.read, { accountId: api.accountId, id })
    assert.ok(row)
    assert.ok(!('alertChannelSubscriptions' in row.config))
  })
})
