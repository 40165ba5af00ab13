import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { makeChannel } from '../../testing/make-channel.ts'
import { smallestCreate } from '../../testing/monitors/write-icmp.ts'

forOneEngine('what counts for a check, and who decided it', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1', 'us-east-1'] })

  async function make(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await api.call('POST', `${path}?autoAssignAlerts=false`, { body })
    assert.equal(answer.status, 201, answer.text)
    return answer.record()
  }
  const makeCheck = async (body: object) =>
    String((await make('/v1/checks/icmp', { ...smallestCreate, locations: ['eu-west-1'], ...body }))['id'])
  const makeGroup = async (body: object) =>
    Number((await make('/v2/check-groups', { name: 'Shop', ...body }))['id'])
  const effective = (id: string) => api.call('GET', `/v1/checks/${id}/effective-settings`)
  const subscribed = (alertChannelId: number, activated = true) => ({
    alertChannelSubscriptions: [{ alertChannelId, activated }],
  })

  test('a check alone decides everything but what it leaves to the account', async () => {
    const channel = await makeChannel(api)
    const id = await makeCheck(subscribed(channel))
    const answer = await effective(id)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      [
        'group',
        'locations.source',
        'retries',
        'alertSettings.source',
        'channels.source',
        'nobodyNotified',
      ].map((path) => answer.at(path)),
      [
        null,
        'CHECK',
        { source: 'CHECK', sentence: '1 retry at another location if there is one, at once.' },
        'ACCOUNT',
        'CHECK',
        null,
      ],
    )
    assert.deepEqual(
      ['alertChannelId', 'subscribedBy', 'isNotified', 'reason'].map((field) =>
        answer.at(`channels.list.0.${field}`),
      ),
      [channel, ['CHECK'], true, null],
    )
  })

  test('a group that decides is named as the source, and channels of the check are not notified', async () => {
    const channel = await makeChannel(api)
    const groupId = await makeGroup({
      locations: ['us-east-1'],
      useGlobalAlertSettings: false,
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 10, maxRetries: 2 },
    })
    const answer = await effective(await makeCheck({ groupId, ...subscribed(channel) }))
    assert.deepEqual(answer.at('group'), { id: groupId, name: 'Shop' })
    assert.deepEqual(answer.at('locations'), {
      source: 'GROUP',
      locations: ['us-east-1'],
      privateLocations: [],
      runParallel: false,
    })
    assert.deepEqual(answer.at('retries'), {
      source: 'GROUP',
      sentence: 'Up to 2 retries at the same location, after 10 s each.',
    })
    assert.deepEqual([answer.at('alertSettings.source'), answer.at('channels.source')], ['GROUP', 'GROUP'])
    assert.deepEqual(
      [answer.at('channels.list.0.isNotified'), answer.at('channels.list.0.reason')],
      [false, 'The group uses only its own channels'],
    )
    assert.equal(answer.at('nobodyNotified.cause'), 'GROUP_DECIDES')
  })

  test('a group that leaves it to the checks adds its channels, and the cause is the one true one', async () => {
    const channel = await makeChannel(api)
    const groupId = await makeGroup({ ...subscribed(channel) })
    const id = await makeCheck({ groupId })
    const answer = await effective(id)
    assert.deepEqual(
      [answer.at('channels.source'), answer.at('channels.list.0.subscribedBy'), answer.at('nobodyNotified')],
      ['BOTH', ['GROUP'], null],
    )
    const causeAfter = async (method: string, path: string, body: object) => {
      const changed = await api.call(method, path, { body })
      assert.ok(changed.status < 300, changed.text)
      return (await effective(id)).at('nobodyNotified.cause')
    }
    const checkPath = `/v1/checks/icmp/${id}`
    const silence = { checkIds: [id], minutes: 5 }
    assert.equal(await causeAfter('POST', '/v1/maintenance-windows/silence', silence), 'MAINTENANCE')
    assert.equal(await causeAfter('PATCH', checkPath, { muted: true }), 'MUTED')
    assert.equal(await causeAfter('PATCH', checkPath, { activated: false }), 'PAUSED')
    const alone = await effective(await makeCheck(subscribed(channel, false)))
    assert.deepEqual(
      [alone.at('nobodyNotified.cause'), alone.at('channels.list.0.reason')],
      ['SUBSCRIPTION_PAUSED', 'The subscription is paused'],
    )
    expectError(await effective('0198c0de-0000-7000-8000-000000000000'), 404)
  })
})
