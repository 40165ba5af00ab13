import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { keepChannels } from '@sonde/store/alerts/alert-channels.ts'
import { findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import { findScheduled } from '@sonde/store/checks/scheduled-checks.ts'
import { lockStates, setCheckStatus } from '@sonde/store/checks/check-states.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { untilSomebodyWaits } from '@sonde/store/testing/waiting-locks.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { makeHeartbeat } from '../../testing/monitors/write-heartbeat.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('writing a check while its results come in', (engine) => {
  // SQLite has one writer at a time: there is nothing to wait for.
  if (engine.name === 'sqlite') return
  const api = apiUnderTest(engine)

  const icmp = () => makeMonitor(api)
  const heartbeat = async () => (await makeHeartbeat(api)).id
  const longer = { heartbeat: { period: 20 } }
  const requests: [string, () => Promise<string>, (id: string) => Promise<{ status: number }>, number][] = [
    [
      'deactivated',
      icmp,
      (id) => api.call('PATCH', `/v1/checks/icmp/${id}`, { body: { activated: false } }),
      200,
    ],
    [
      'deactivated under its id in capitals',
      icmp,
      (id) => api.call('PATCH', `/v1/checks/icmp/${id.toUpperCase()}`, { body: { activated: false } }),
      200,
    ],
    ['deleted', icmp, (id) => api.call('DELETE', `/v1/checks/${id}`), 204],
    [
      'given another period',
      heartbeat,
      (id) => api.call('PATCH', `/v1/checks/heartbeat/${id}`, { body: longer }),
      200,
    ],
  ]
  test('who names a check of another account waits for nobody, and is told that there is none', async () => {
    const id = await makeMonitor(api)
    const scheduled = await findScheduled(api.store.read, id)
    assert.ok(scheduled)
    const { id: userId, key } = await api.makeUser()
    const others = { key, account: await api.makeAccount(userId) }
    await api.store.write(async (db) => {
      await lockStates(db, [scheduled.no])
      const body = { activated: false }
      expectError(await api.call('PATCH', `/v1/checks/icmp/${id}`, { ...others, body }), 404)
      expectError(await api.call('DELETE', `/v1/checks/${id}`, others), 404)
    })
  })

  test('a channel that is changed with its subscriptions waits for whoever changes a check, and holds nothing', async () => {
    const id = await makeMonitor(api)
    const { id: channelId, body } = await makeChannelBody()
    const { answer } = await api.store.write(async (db) => {
      assert.ok(await findCheckForUpdate(db, { accountId: api.accountId, id }))
      const subscriptions = [{ checkId: id, activated: true }]
      const sent = api.call('PUT', `/v1/alert-channels/${channelId}`, { body: { ...body, subscriptions } })
      await untilSomebodyWaits(api.store.read)
      // Sooner than PostgreSQL looks for two that wait for each other.
      await sql`set local lock_timeout = '300ms'`.execute(db)
      assert.equal((await keepChannels(db, { accountId: api.accountId, ids: [channelId] })).length, 1)
      return { answer: sent }
    })
    assert.equal((await answer).status, 200)
  })

  async function makeChannelBody() {
    const body = {
      type: 'WEBHOOK',
      config: { name: 'Hook', url: 'https://example.net/hook', method: 'POST' },
    }
    const made = await api.call('POST', '/v1/alert-channels', { body })
    assert.equal(made.status, 201, made.text)
    return { id: Number(made.at('id')), body }
  }

  for (const [what, make, send, expected] of requests) {
    test(`a check that is ${what} while its status turns waits for the results, and nobody for ever`, async () => {
      const id = await make()
      const scheduled = await findScheduled(api.store.read, id)
      assert.ok(scheduled)
      let tries = 0
      const results = api.store.write(async (db) => {
        tries += 1
        await lockStates(db, [scheduled.no])
        // The request comes now, between the two locks that results take.
        const answer = send(id)
        await untilSomebodyWaits(api.store.read)
        await setCheckStatus(db, [id], 'failed')
        return { answer }
      })
      const { answer } = await results
      assert.equal((await answer).status, expected)
      assert.equal(tries, 1)
    })
  }
})
