import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import { touchAgents, upsertAgent } from '@sonde/store/locations/agents.ts'
import { touchLocationKeys } from '@sonde/store/locations/location-keys.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'

const all = '/v1/private-locations'

forOneEngine('the agents of a private location', (engine) => {
  const api = apiUnderTest(engine)

  async function makeLocation() {
    const slugName = `s-${randomUUID().slice(0, 8)}`
    const made = await api.call('POST', all, { body: { name: 'Office', slugName } })
    const [privateLocationId, keyId] = [made.textAt('id'), made.textAt('keys.0.id')]
    const url = `${all}/${privateLocationId}`
    const register = async (version: string, missing: string[] = [], id: string = randomUUID()) => {
      const now = api.clock.now()
      const registered = await api.store.write((db) =>
        upsertAgent(db, {
          id,
          locationKeyId: keyId,
          location: slugName,
          accountId: api.accountId,
          privateLocationId,
          version,
          imageVariant: 'main',
          details: { capabilities: { missing } },
          registeredAt: now,
          lastSeenAt: now,
        }),
      )
      assert.equal(registered, true)
      return { id, lastSeenAt: new Date(now).toISOString() }
    }
    return { url, keyId, register }
  }

  test('case 53: are counted by version, and the older ones are outdated', async () => {
    const { url, register } = await makeLocation()
    const old = await register('8.3.9')
    const first = await register(agentVersion)
    api.clock.advance(1)
    const second = await register(agentVersion)
    const newer = await register('8.10.0')
    const shown = await api.call('GET', url)
    const expected = [
      { version: '8.10.0', isOutdated: false, count: 1, agents: [newer] },
      { version: agentVersion, isOutdated: false, count: 2, agents: [second, first] },
      { version: '8.3.9', isOutdated: true, count: 1, agents: [old] },
    ]
    assert.deepEqual(shown.at('runningAgents'), expected)
    assert.equal(shown.at('agentCount'), 4)
    assert.equal(shown.at('minAgentVersion'), '8.3.9')
    assert.equal(shown.at('lastSeen'), newer.lastSeenAt)
    const listed = await api.call('GET', `${all}?versions=true`)
    assert.deepEqual(listed.at('0.runningAgents'), expected)
    assert.equal((await api.call('GET', all)).at('0.runningAgents'), undefined)
    assert.equal((await api.call('GET', all)).at('0.agentCount'), 4)
  })

  test('count for ten minutes after their last sign of life, and lastSeen stays', async () => {
    const { url, register } = await makeLocation()
    const agent = await register('8.4.0', ['Add NET_RAW'])
    assert.equal((await api.call('GET', url, { afterMs: 600_000 })).at('agentCount'), 1)
    const gone = await api.call('GET', url, { afterMs: 1 })
    assert.deepEqual(
      [gone.at('agentCount'), gone.at('minAgentVersion'), gone.at('runningAgents'), gone.at('notices')],
      [0, null, [], []],
    )
    assert.equal(gone.at('lastSeen'), agent.lastSeenAt)
    await api.store.write((db) => touchAgents(db, [{ id: agent.id, lastSeenAt: api.clock.now() }]))
    assert.equal((await api.call('GET', url)).at('agentCount'), 1)
  })

  test('say what they lack, each thing once', async () => {
    const { url, register } = await makeLocation()
    await register('8.4.0', ['Add NET_RAW', 'Enable IPv6'])
    await register('8.4.0', ['Add NET_RAW'])
    assert.deepEqual((await api.call('GET', url)).at('notices'), ['Add NET_RAW', 'Enable IPv6'])
  })

  test('are all counted, and listed and quoted as far as anybody reads', async () => {
    const { url, register } = await makeLocation()
    for (let number = 0; number < 101; number += 1) {
      await register('8.4.0', [`Lacks ${number}`])
    }
    const shown = await api.call('GET', url)
    assert.deepEqual([shown.at('agentCount'), shown.at('runningAgents.0.count')], [101, 101])
    const [agents, notices] = [shown.at('runningAgents.0.agents'), shown.at('notices')]
    assert.ok(Array.isArray(agents) && Array.isArray(notices))
    assert.deepEqual([agents.length, notices.length], [100, 20])
  })

  test('no longer count when their key is deleted', async () => {
    const { url, keyId, register } = await makeLocation()
    await register('8.4.0')
    await api.call('DELETE', `${url}/keys/${keyId}`)
    assert.equal((await api.call('GET', url)).at('agentCount'), 0)
  })

  test('show by which key they came, so that the other one can be deleted', async () => {
    const { url, keyId } = await makeLocation()
    const usedAt = api.clock.now()
    await api.store.write((db) => touchLocationKeys(db, new Map([[keyId, usedAt]])))
    assert.equal((await api.call('GET', url)).at('keys.0.lastUsedAt'), new Date(usedAt).toISOString())
  })
})
