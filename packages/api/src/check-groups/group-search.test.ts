import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'

forEachEngine('the search for groups', (engine) => {
  const api = apiUnderTest(engine)

  test('finds groups of the account by a part of the name, in any case', async () => {
    const { id, key } = await api.makeUser()
    const caller = { key, account: await api.makeAccount(id) }
    for (const name of ['Shop north', 'Shop 50%', 'Warehouse']) {
      await makeGroup(api, { name }, caller)
    }
    await makeGroup(api, { name: 'Shop of others' })
    async function find(search: string): Promise<unknown[]> {
      const answer = await api.call('GET', `/v1/check-groups?search=${encodeURIComponent(search)}`, caller)
      assert.equal(answer.status, 200)
      assert.ok(Array.isArray(answer.body))
      return answer.body.map((group: unknown) => (isRecord(group) ? group['name'] : null))
    }
    assert.deepEqual(await find('sHOP'), ['Shop 50%', 'Shop north'])
    assert.deepEqual(await find('0%'), ['Shop 50%'])
    assert.deepEqual(await find('_'), [])
    assert.equal((await find('')).length, 3)
    const counted = await api.call('GET', '/v1/check-groups?search=shop&limit=1', caller)
    assert.equal(counted.headers['content-range'], 'items 0-0/2')
    expectInvalid(await api.call('GET', `/v1/check-groups?search=${'x'.repeat(201)}`, caller), 'query', [
      'search',
    ])
  })
})
