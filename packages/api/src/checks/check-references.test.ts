import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { usedLocations } from '@sonde/store/checks/check-private-locations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { operations } from '../../testing/monitors/field-case.ts'
import { makeMonitor, showMonitor, writeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('the private locations of a check', (engine) => {
  const api = apiUnderTest(engine)

  async function makeLocation(options: { key?: string; account?: string } = {}) {
    const slugName = `s-${randomUUID().slice(0, 8)}`
    const made = await api.call('POST', '/v1/private-locations', {
      ...options,
      body: { name: 'Office', slugName },
    })
    return { id: made.textAt('id'), slugName }
  }
  const isUsed = async (id: string) => (await usedLocations(api.store.read, [{ id }])).has(id)

  for (const operation of operations) {
    test(`are kept as sent, by slug and by id, on ${operation}`, async () => {
      const [first, second] = [await makeLocation(), await makeLocation()]
      const privateLocations = [second.id, first.slugName, first.slugName]
      const answer = await writeMonitor(api, operation, await makeMonitor(api), { privateLocations })
      assert.ok(answer.status < 300, answer.text)
      assert.deepEqual(answer.at('privateLocations'), privateLocations)
      assert.deepEqual((await showMonitor(api, answer.textAt('id'))).at('privateLocations'), privateLocations)
      assert.deepEqual([await isUsed(first.id), await isUsed(second.id)], [true, true])
    })

    test(`that do not exist are refused by entry on ${operation}, and nothing is written`, async () => {
      const { slugName, id } = await makeLocation()
      const monitor = await makeMonitor(api)
      const privateLocations = [slugName, 'nowhere', randomUUID()]
      const answer = await writeMonitor(api, operation, monitor, { privateLocations, name: 'Changed' })
      expectInvalid(answer, 'payload', ['privateLocations.1', 'privateLocations.2'])
      assert.match(
        answer.textAt('message'),
        /^privateLocations\.1 is not a private location of this account;/,
      )
      assert.equal((await showMonitor(api, monitor)).at('name'), 'Edge router')
      assert.equal(await isUsed(id), false)
    })
  }

  test('of another account are unknown here', async () => {
    const stranger = await api.makeUser()
    const theirs = await makeLocation({ key: stranger.key, account: await api.makeAccount(stranger.id) })
    const monitor = await makeMonitor(api)
    for (const name of [theirs.slugName, theirs.id]) {
      const answer = await writeMonitor(api, 'patch', monitor, { privateLocations: [name] })
      expectInvalid(answer, 'payload', ['privateLocations.0'])
    }
  })

  test('stay with an update that leaves them out, and go with null, an empty list or the check', async () => {
    const { id, slugName } = await makeLocation()
    const monitor = await makeMonitor(api, { privateLocations: [slugName] })
    for (const operation of operations.filter((each) => each !== 'create')) {
      await writeMonitor(api, operation, monitor, { muted: true })
      assert.equal(await isUsed(id), true, operation)
    }
    await writeMonitor(api, 'patch', monitor, { privateLocations: null })
    assert.equal(await isUsed(id), false)
    await writeMonitor(api, 'patch', monitor, { privateLocations: [id] })
    await writeMonitor(api, 'strict put', monitor, { privateLocations: [] })
    assert.equal(await isUsed(id), false)
    await writeMonitor(api, 'patch', monitor, { privateLocations: [id] })
    assert.equal(await isUsed(id), true)
    await api.call('DELETE', `/v1/checks/${monitor}`)
    assert.equal(await isUsed(id), false)
  })

  test('are not deleted under a check that is being made', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, slugName } = await makeLocation()
      const [made, deleted] = await Promise.all([
        writeMonitor(api, 'create', '', { privateLocations: [slugName] }),
        api.call('DELETE', `/v1/private-locations/${id}`),
      ])
      const outcome = [made.status, deleted.status]
      assert.ok(
        [
          [201, 409],
          [400, 204],
        ].some(([left, right]) => outcome[0] === left && outcome[1] === right),
        outcome.join(' '),
      )
    }
  })

  test('that are wrong by the thousand are named up to a limit', async () => {
    const privateLocations = Array.from({ length: 10_000 }, (_, index) => `nowhere-${index}`)
    const answer = await writeMonitor(api, 'create', '', { privateLocations })
    expectError(answer, 400)
    const keys = answer.at('validation.keys')
    assert.equal(Array.isArray(keys) && keys.length, 50)
  })
})
