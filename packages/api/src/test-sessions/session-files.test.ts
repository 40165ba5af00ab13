import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { jobOf, sessionsUnderTest } from '../../testing/session-runs.ts'
import { storeTrialRunAsset } from '../../testing/store-asset.ts'

forOneEngine('files of the runs of test sessions', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1'] })
  const sessions = sessionsUnderTest(api)

  test('are those of the last attempt, and the run itself is asked for by its session', async () => {
    const { runs } = await sessions.start([jobOf('front')])
    const id = runs['front'] ?? ''
    await sessions.begin(id)
    await sessions.retry(id)
    await sessions.end(id, 'failed')
    assert.equal((await sessions.rowOf(id)).attempt, 2)
    await storeTrialRunAsset(api, id, 'capture.pcap')
    const path = `/v1/check-tries/${id}`
    const list = await api.call('GET', `${path}/assets`)
    assert.equal(list.status, 200, list.text)
    assert.match(list.text, /"name":"capture\.pcap"/)
    const part = await api.call('GET', `${path}/assets/capture.pcap`, { headers: { range: 'bytes=0-3' } })
    assert.deepEqual([part.status, part.text], [206, 'pack'])
    expectError(await api.call('GET', path), 404)
    const stranger = await api.makeUser()
    const options = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    expectError(await api.call('GET', `${path}/assets`, options), 404)
  })
})
