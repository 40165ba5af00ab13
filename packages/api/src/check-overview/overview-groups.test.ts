import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckOverview, CheckOverviewGroups } from '@sonde/schema/checks/check-overview.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('the overview of checks by group and by tag', (engine) => {
  const api = apiUnderTest(engine)

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
          total: 2,
          counts: { ...none, FAILING: 1, DEGRADED: 1 },
        },
        { group: null, tag: null, total: 1, counts: { ...none, NO_DATA: 1 } },
        {
          group: { id: admin, name: 'Admin' },
          tag: null,
          total: 2,
          counts: { ...none, PASSING: 1, PAUSED: 1 },
        },
      ],
      groupCount: 3,
      ...sums,
    })
    const byTag = await groups('by=tag')
    assert.deepEqual(byTag.groups, [
      { group: null, tag: 'eu', total: 2, counts: { ...none, FAILING: 1, DEGRADED: 1 } },
      { group: null, tag: 'web', total: 2, counts: { ...none, FAILING: 1, PASSING: 1 } },
      { group: null, tag: null, total: 2, counts: { ...none, NO_DATA: 1, PAUSED: 1 } },
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
    assert.deepEqual(await namesOf('by=tag&tag=eu'), ['eu', 'web'])
    assert.deepEqual(await namesOf('by=tag&search=fine'), ['web'])
    const show = async (query: string) => {
      const answer = await api.call('GET', `/v1/check-overview${query}`, { account })
      return (answer.body as CheckOverview).checks.map(({ name }) => name)
    }
    assert.deepEqual(await show('?grouped=false'), ['alone'])
    assert.deepEqual(await show('?tagged=false'), ['alone', 'off'])
    assert.deepEqual(await show('?tagged=true&grouped=true'), ['down', 'slow', 'fine'])
    const unknown = await api.call('GET', '/v1/check-overview/groups?by=type', { account })
    expectInvalid(unknown, 'query', ['by'])
    const stranger = await api.makeUser()
    const foreign = await api.makeAccount(stranger.id)
    const theirs = await api.call('GET', '/v1/check-overview/groups?by=group', {
      key: stranger.key,
      account: foreign,
    })
    assert.deepEqual(theirs.at('groups'), [])
  })
})
