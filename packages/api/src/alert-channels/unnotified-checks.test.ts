import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { channelsPath, createChannel, goodConfigs, makeChannel } from '../../testing/make-channel.ts'
import { everyMeans } from '../../testing/stand-in-sender.ts'
import { makeMonitor, smallestCreate } from '../../testing/monitors/write-icmp.ts'

const path = `${channelsPath}/unnotified-checks`

forEachEngine('checks that notify nobody', (engine) => {
  const api = apiUnderTest(engine, { alerting: { ...everyMeans, call: null } })

  /** Each test has an account of its own: what others left there would count. */
  async function emptyAccount() {
    const user = await api.makeUser()
    return { key: user.key, account: await api.makeAccount(user.id) }
  }

  type Options = Awaited<ReturnType<typeof emptyAccount>>
  async function named(name: string, options: Options, body: object = {}): Promise<string> {
    const answer = await api.call('POST', '/v1/checks/icmp?autoAssignAlerts=false', {
      ...options,
      body: { ...smallestCreate, name, ...body },
    })
    assert.equal(answer.status, 201, answer.text)
    return answer.textAt('id')
  }
  async function makeGroup(body: object, options: Options): Promise<number> {
    const answer = await api.call('POST', '/v2/check-groups?autoAssignAlerts=false', {
      ...options,
      body: { name: 'Shop', ...body },
    })
    assert.equal(answer.status, 201, answer.text)
    return Number(answer.at('id'))
  }

  async function unnotified(options: Options): Promise<string[]> {
    const answer = await api.call('GET', path, options)
    assert.equal(answer.status, 200, answer.text)
    const checks = answer.at('checks')
    assert.ok(Array.isArray(checks))
    assert.equal(answer.at('total'), checks.length)
    return checks.map(({ name }) => String(name))
  }

  test('are those that run, are not muted, and reach no channel of their own or of their group', async () => {
    const options = await emptyAccount()
    const channel = await makeChannel(api, {}, options)
    const subscribed = { alertChannelSubscriptions: [{ alertChannelId: channel, activated: true }] }
    const resting = { alertChannelSubscriptions: [{ alertChannelId: channel, activated: false }] }
    const loud = await makeGroup({ name: 'Loud', ...subscribed }, options)
    const deciding = await makeGroup({ name: 'Deciding', useGlobalAlertSettings: true }, options)
    const decidingLoud = await makeGroup(
      { name: 'Deciding and loud', useGlobalAlertSettings: false, ...subscribed },
      options,
    )
    const mutedGroup = await makeGroup({ name: 'Muted', muted: true }, options)
    const pausedGroup = await makeGroup({ name: 'Paused', activated: false }, options)
    await named('own channel', options, subscribed)
    await named('channel of the group', options, { groupId: loud })
    await named('group decides and has one', options, { groupId: decidingLoud })
    await named('muted', options, { muted: true })
    await named('paused', options, { activated: false })
    await named('muted by its group', options, { groupId: mutedGroup })
    await named('paused by its group', options, { groupId: pausedGroup })
    await named('a none', options)
    await named('b subscription rests', options, resting)
    await named('c group decides and has none', options, { groupId: deciding, ...subscribed })
    assert.deepEqual(await unnotified(options), [
      'a none',
      'b subscription rests',
      'c group decides and has none',
    ])
    const answer = await api.call('GET', path, options)
    assert.deepEqual(answer.at('groups'), [{ id: deciding, name: 'Deciding', checks: 1 }])
  })

  test('count a channel that sends no failures, or that cannot be sent to, as nobody', async () => {
    const options = await emptyAccount()
    const recoveries = await makeChannel(api, { sendFailure: false }, options)
    await named('recoveries only', options, {
      alertChannelSubscriptions: [{ alertChannelId: recoveries, activated: true }],
    })
    const undeliverable = await createChannel(api, { type: 'CALL', config: goodConfigs.CALL }, options)
    assert.equal(undeliverable.at('deliverable'), false)
    await named('undeliverable', options, {
      alertChannelSubscriptions: [{ alertChannelId: undeliverable.at('id'), activated: true }],
    })
    assert.deepEqual(await unnotified(options), ['recoveries only', 'undeliverable'])
  })

  test('are subscribed by one request, their group where it uses its own channels only, and nobody else', async () => {
    const options = await emptyAccount()
    const [first, second] = [await makeChannel(api, {}, options), await makeChannel(api, {}, options)]
    const deciding = await makeGroup({ useGlobalAlertSettings: true }, options)
    const lone = await named('lone', options)
    await named('in the group', options, { groupId: deciding })
    await named('notified', options, {
      alertChannelSubscriptions: [{ alertChannelId: second, activated: true }],
    })
    const answer = await api.call('POST', path, { ...options, body: { alertChannelIds: [first] } })
    assert.deepEqual(answer.body, { checks: 2, groups: 1 }, answer.text)
    const channel = await api.call('GET', `${channelsPath}/${first}`, options)
    const subjects = channel.at('subscriptions')
    assert.ok(Array.isArray(subjects))
    assert.deepEqual(
      subjects.map(({ checkId, groupId }) => checkId ?? groupId),
      [lone, deciding],
    )
    assert.deepEqual(await unnotified(options), [])
    const log = await api.call('GET', '/v1/audit-log?entityType=ALERT_CHANNEL&limit=1', options)
    assert.match(JSON.stringify(log.at('entries.0.changes')), new RegExp(lone))
    const again = await api.call('POST', path, { ...options, body: { alertChannelIds: [first, second] } })
    assert.deepEqual(again.body, { checks: 0, groups: 0 })
  })

  test('that a channel covers are listed with the channel, with the one cause', async () => {
    const options = await emptyAccount()
    const channel = await makeChannel(api, {}, options)
    const other = await makeChannel(api, {}, options)
    const to = (id: number, activated = true) => ({
      alertChannelSubscriptions: [{ alertChannelId: id, activated }],
    })
    const deciding = await makeGroup(
      { name: 'Deciding', useGlobalAlertSettings: true, ...to(other) },
      options,
    )
    const covering = await makeGroup(
      { name: 'Covering', useGlobalAlertSettings: false, ...to(channel) },
      options,
    )
    const open = await makeGroup({ name: 'Open' }, options)
    const mutedGroup = await makeGroup({ name: 'Muted', muted: true, ...to(channel) }, options)
    const pausedGroup = await makeGroup({ name: 'Paused', activated: false }, options)
    await named('a overridden', options, { groupId: deciding, ...to(channel) })
    await named('b muted', options, { muted: true, groupId: deciding, ...to(channel) })
    await named('c paused', options, { activated: false, muted: true, ...to(channel) })
    await named('d group muted', options, { groupId: mutedGroup })
    await named('e group paused', options, { groupId: pausedGroup, ...to(channel) })
    await named('notified by its group', options, { groupId: covering })
    await named('notified by both', options, { groupId: covering, ...to(channel) })
    await named('notified by itself', options, { groupId: open, ...to(channel) })
    await named('not covered: subscription paused', options, { groupId: deciding, ...to(channel, false) })
    await named('not covered: another channel', options, { groupId: deciding, ...to(other) })
    const answer = await api.call('GET', `${channelsPath}/${channel}/unnotified-checks`, options)
    const checks = answer.at('checks')
    assert.ok(Array.isArray(checks), answer.text)
    assert.deepEqual(
      checks.map(({ name, cause, subscribedBy, group }) => [name, cause, subscribedBy, group?.id ?? null]),
      [
        ['a overridden', 'GROUP_DECIDES', ['CHECK'], deciding],
        ['b muted', 'MUTED', ['CHECK'], deciding],
        ['c paused', 'PAUSED', ['CHECK'], null],
        ['d group muted', 'GROUP_MUTED', ['GROUP'], mutedGroup],
        ['e group paused', 'GROUP_PAUSED', ['CHECK'], pausedGroup],
      ],
    )
    assert.equal(answer.at('total'), 5)
    assert.equal(answer.at('checks.0.reason'), 'Its group uses only its own channels.')
    const stranger = await emptyAccount()
    const hidden = await api.call('GET', `${channelsPath}/${channel}/unnotified-checks`, stranger)
    assert.equal(hidden.status, 404, hidden.text)
  })

  test('can be chosen among; a channel of somebody else is refused', async () => {
    const options = await emptyAccount()
    const channel = await makeChannel(api, {}, options)
    const chosen = await named('chosen', options)
    await named('other', options)
    const body = { alertChannelIds: [channel], checkIds: [chosen.toUpperCase()] }
    assert.deepEqual((await api.call('POST', path, { ...options, body })).body, { checks: 1, groups: 0 })
    assert.deepEqual(await unnotified(options), ['other'])
    const countOf = async (id: string) =>
      (await api.call('GET', `${path}?checkId=${id}`, options)).at('total')
    assert.equal(await countOf(chosen), 0)
    assert.equal(await countOf(await named('third', options)), 1)
    const foreign = await makeChannel(api)
    const refused = await api.call('POST', path, { ...options, body: { alertChannelIds: [foreign] } })
    expectInvalid(refused, 'payload', ['alertChannelIds.0'])
    assert.deepEqual(await unnotified(options), ['other', 'third'])
  })

  test('a new channel subscribes all checks, and groups that use their own channels only, at once', async () => {
    const options = await emptyAccount()
    const deciding = await makeGroup({ useGlobalAlertSettings: false }, options)
    const open = await makeGroup({}, options)
    const ids = [
      await named('a', options),
      await named('b', options, { groupId: open }),
      await named('c', options, { activated: false }),
    ]
    await named('d', options, { groupId: deciding })
    const made = await createChannel(api, { subscribe: { all: true }, autoSubscribe: true }, options)
    const subscriptions = made.at('subscriptions')
    assert.ok(Array.isArray(subscriptions))
    assert.deepEqual(
      subscriptions.map(({ checkId, groupId }) => checkId ?? groupId).toSorted(),
      [...ids, deciding].toSorted(),
    )
    assert.deepEqual(await unnotified(options), [])
    await named('created later', options)
    assert.deepEqual(await unnotified(options), [])
  })

  test('a new channel subscribes by tag, group and check, each once', async () => {
    const options = await emptyAccount()
    const tagged = await named('tagged', options, { tags: ['shop'] })
    const taggedGroup = await makeGroup({ tags: ['shop'] }, options)
    const inTagged = await named('in a tagged group', options, { groupId: taggedGroup })
    const group = await makeGroup({}, options)
    const chosen = await named('chosen', options, { tags: ['other'] })
    const subscribe = { tags: ['shop'], groupIds: [group], checkIds: [chosen, tagged] }
    const made = await createChannel(api, { subscribe }, options)
    const subscriptions = made.at('subscriptions')
    assert.ok(Array.isArray(subscriptions))
    assert.deepEqual(
      subscriptions.map(({ checkId, groupId }) => checkId ?? groupId).toSorted(),
      [group, chosen, tagged, inTagged].toSorted(),
    )
  })

  test('a scope that means nothing, two things, or what is not there makes no channel', async () => {
    const options = await emptyAccount()
    const slack = { type: 'SLACK', config: goodConfigs.SLACK }
    for (const [extra, field] of [
      [{ subscribe: {} }, 'subscribe.all'],
      [{ subscribe: { all: true, tags: ['a'] } }, 'subscribe.tags'],
      [{ subscribe: { all: true }, subscriptions: [] }, 'subscribe'],
      [{ subscribe: { groupIds: [1_000_000] } }, 'subscribe.groupIds.0'],
      [{ subscribe: { checkIds: [await makeMonitor(api)] } }, 'subscribe.checkIds.0'],
    ] as const) {
      const refused = await api.call('POST', channelsPath, { ...options, body: { ...slack, ...extra } })
      expectInvalid(refused, 'payload', [field])
    }
    assert.deepEqual((await api.call('GET', channelsPath, options)).body, [])
    expectError(await api.call('PUT', `${channelsPath}/1000000`, { ...options, body: slack }), 404)
  })
})
