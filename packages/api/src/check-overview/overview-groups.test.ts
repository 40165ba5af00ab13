import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckOverview, CheckOverviewGroups } from '@sonde/schema/checks/check-overview.ts'
import { writeDayStats } from '@sonde/store/checks/check-day-stats.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { createChannel } from '../../testing/make-channel.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('the overview of checks by group and by tag', (engine) => {
  const api = apiUnderTest(engine, { standInLocations: ['eu-west-1', 'us-east-1'] })

  test('counted by group and by tag over all pages, worst first, and the rows of each are those that it counts', async () => {
    const account = await api.makeAccount(api.ownerId)
    const make = (body: object) => makeMonitor(api, { ...body }, { account })
    const shop = await makeGroup(api, { name: 'Shop' }, { account })
    const admin = await makeGroup(api, { name: 'Admin' }, { account })
    const down = await make({ name: 'down', groupId: shop, tags: ['eu', 'web'] })
    const slow = await make({ name: 'slow', groupId: shop, tags: ['eu'] })
    const fine = await make({ name: 'fine', groupId: admin, tags: ['web'], muted: true })
    await make({ name: 'off', groupId: admin, activated: false })
    await make({ name: 'alone' })
    const statusOf = { [down]: 'failed', [slow]: 'degraded', [fine]: 'passed' } as const
    for (const [id, status] of Object.entries(statusOf)) await setCheckStatus(api, id, status, account)
    const groups = async (query: string) => {
      const answer = await api.call('GET', `/v1/check-overview/groups?${query}`, { account })
      assert.equal(answer.status, 200, answer.text)
      // The contract test holds every answer of the route against its schema.
      return answer.body as CheckOverviewGroups
    }
    const none = { FAILING: 0, DEGRADED: 0, NO_DATA: 0, PASSING: 0, PAUSED: 0 }
    const sums = {
      total: 5,
      counts: { FAILING: 1, DEGRADED: 1, NO_DATA: 1, PASSING: 1, PAUSED: 1 },
      mutedCount: 1,
    }

    const byGroup = await groups('by=group')
    assert.deepEqual(byGroup, {
      groups: [
        {
          group: { id: shop, name: 'Shop' },
          tag: null,
          checkType: null,
          location: null,
          total: 2,
          counts: { ...none, FAILING: 1, DEGRADED: 1 },
          availability: null,
          notifies: [],
        },
        {
          group: null,
          tag: null,
          checkType: null,
          location: null,
          total: 1,
          counts: { ...none, NO_DATA: 1 },
          availability: null,
          notifies: null,
        },
        {
          group: { id: admin, name: 'Admin' },
          tag: null,
          checkType: null,
          location: null,
          total: 2,
          counts: { ...none, PASSING: 1, PAUSED: 1 },
          availability: null,
          notifies: [],
        },
      ],
      groupCount: 3,
      ...sums,
    })
    const byTag = await groups('by=tag')
    const ofTag = { group: null, checkType: null, location: null, availability: null, notifies: null }
    assert.deepEqual(byTag.groups, [
      { ...ofTag, tag: 'eu', total: 2, counts: { ...none, FAILING: 1, DEGRADED: 1 } },
      { ...ofTag, tag: 'web', total: 2, counts: { ...none, FAILING: 1, PASSING: 1 } },
      { ...ofTag, tag: null, total: 2, counts: { ...none, NO_DATA: 1, PAUSED: 1 } },
    ])
    assert.equal(byTag.total, 5, 'a check with two tags is one check')
    const namesOf = async (query: string) =>
      (await groups(query)).groups.map(({ group, tag }) => group?.name ?? tag)
    assert.deepEqual(await namesOf('by=group&sort=name'), ['Admin', 'Shop', null])
    assert.deepEqual(await namesOf('by=group&sort=name&limit=1&page=2'), ['Shop'])
    assert.deepEqual(
      await namesOf('by=group&status=PASSING'),
      ['Admin'],
      'groups without a match are left out',
    )
    const [ofType, ...otherTypes] = (await groups('by=type')).groups
    assert.deepEqual(
      { checkType: ofType?.checkType, tag: ofType?.tag, total: ofType?.total },
      { checkType: 'ICMP', tag: null, total: 5 },
    )
    assert.deepEqual(otherTypes, [])
    assert.deepEqual(await namesOf('by=tag&tag=eu'), ['eu', 'web'])
    assert.deepEqual(await namesOf('by=tag&search=fine'), ['web'])
    const show = async (query: string) => {
      const answer = await api.call('GET', `/v1/check-overview${query}`, { account })
      return (answer.body as CheckOverview).checks.map(({ name }) => name)
    }
    assert.deepEqual(await show('?grouped=false'), ['alone'])
    assert.deepEqual(await show('?tagged=false'), ['alone', 'off'])
    assert.deepEqual(await show('?tagged=true&grouped=true'), ['down', 'slow', 'fine'])
    const unknown = await api.call('GET', '/v1/check-overview/groups?by=colour', { account })
    expectInvalid(unknown, 'query', ['by'])
    const stranger = await api.makeUser()
    const foreign = await api.makeAccount(stranger.id)
    const theirs = await api.call('GET', '/v1/check-overview/groups?by=group', {
      key: stranger.key,
      account: foreign,
    })
    assert.deepEqual(theirs.at('groups'), [])
  })

  test('a group has the mean availability of its checks, and the channels that it notifies', async () => {
    const account = await api.makeAccount(api.ownerId)
    const shop = await makeGroup(api, { name: 'Shop' }, { account })
    const make = (body: object) => makeMonitor(api, { ...body, groupId: shop, tags: ['web'] }, { account })
    const [down, fine] = [await make({ name: 'down' }), await make({ name: 'fine' })]
    await make({ name: 'fresh' })
    await setCheckStatus(api, down, 'failed', account)
    await setCheckStatus(api, fine, 'passed', account)
    await api.store.write((db) =>
      writeDayStats(db, [
        { checkId: down, availability: 90, p95: null },
        { checkId: fine, availability: 100, p95: null },
      ]),
    )
    const head = async (query: string) => {
      const answer = await api.call('GET', `/v1/check-overview/groups?${query}`, { account })
      return (answer.body as CheckOverviewGroups).groups[0]
    }
    assert.equal((await head('by=group'))?.availability, 95)
    assert.equal((await head('by=tag'))?.availability, 95)
    assert.equal((await head('by=group&status=FAILING'))?.availability, 90)

    const subscriptions = [{ groupId: shop, activated: true }]
    const slack = await createChannel(api, { subscriptions }, { account })
    await createChannel(api, { subscriptions, sendFailure: false }, { account })
    assert.deepEqual((await head('by=group'))?.notifies, [
      { alertChannelId: slack.at('id'), type: 'SLACK', name: '#alerts' },
    ])
    await api.call('PUT', `/v1/check-groups/${shop}`, { account, body: { name: 'Shop', muted: true } })
    assert.deepEqual((await head('by=group'))?.notifies, [], 'a muted group notifies nobody')
  })

  test('a check counts at each place where its group lets it run, and this server is one place', async () => {
    const account = await api.makeAccount(api.ownerId)
    const make = (body: object) => makeMonitor(api, { ...body }, { account })
    const office = await api.call('POST', '/v1/private-locations', {
      account,
      body: { name: 'Office', slugName: 'office' },
    })
    assert.equal(office.status, 201, office.text)
    const inOffice = await makeGroup(
      api,
      { name: 'Inside', locations: [], privateLocations: ['office'] },
      { account },
    )
    const open = await makeGroup(api, { name: 'Leaves it to them', locations: [] }, { account })
    const both = await make({ name: 'both', locations: ['eu-west-1', 'us-east-1'], groupId: open })
    await make({ name: 'moved', locations: ['us-east-1'], groupId: inOffice })
    await make({ name: 'mixed', locations: ['us-east-1'], privateLocations: ['office'] })
    await setCheckStatus(api, both, 'failed', account)
    const beat = await api.call('POST', '/v1/checks/heartbeat', {
      account,
      body: {
        name: 'beat',
        groupId: inOffice,
        heartbeat: { period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes' },
      },
    })
    assert.equal(beat.status, 201, beat.text)
    const heads = async (query = '') => {
      const answer = await api.call('GET', `/v1/check-overview/groups?by=location${query}`, { account })
      assert.equal(answer.status, 200, answer.text)
      return (answer.body as CheckOverviewGroups).groups.map(({ location, total }) => [
        location?.name ?? null,
        location?.codes.join() ?? '',
        total,
      ])
    }
    const rows = async (query: string) => {
      const answer = await api.call('GET', `/v1/check-overview?${query}`, { account })
      return (answer.body as CheckOverview).checks.map(({ name }) => name).toSorted()
    }
    assert.deepEqual(await heads(), [
      ['This server', 'eu-west-1,us-east-1', 2],
      ['Office', 'office', 2],
      [null, '', 1],
    ])
    assert.deepEqual(await heads('&location=office'), [['Office', 'office', 2]])
    assert.deepEqual(await rows('location=eu-west-1&location=us-east-1'), ['both', 'mixed'])
    assert.deepEqual(await rows('location=office'), ['mixed', 'moved'])
    assert.deepEqual(await rows('located=false'), ['beat'])
  })
})
