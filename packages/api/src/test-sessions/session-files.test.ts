import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { jobOf, sessionsUnderTest } from '../../testing/session-runs.ts'
import { givePassword, signedIn } from '../../testing/sign-in.ts'
import { storeTrialRunAsset } from '../../testing/store-asset.ts'

forOneEngine('files of the runs of test sessions', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1'] })
  const sessions = sessionsUnderTest(api)

  test('are those of the last attempt, and a browser gets them without a header', async () => {
    const { sessionId, runs } = await sessions.start([jobOf('front')])
    const id = runs['front'] ?? ''
    await sessions.begin(id)
    await sessions.retry(id)
    await sessions.end(id, 'failed')
    assert.equal((await sessions.rowOf(id)).attempt, 2)
    const name = `${'a'.repeat(240)}.pcap`
    await storeTrialRunAsset(api, id, name)
    const path = `/v1/test-sessions/${sessionId}/results/${id}/assets`
    const list = await api.call('GET', path)
    assert.equal(list.at('entriesTotal'), 1, list.text)
    const email = 'reader@example.com'
    const member = await api.makeUser({ email })
    await givePassword(api, member.id)
    const asMember = await signedIn(api, { email })
    const file = `${path}/${name}?account=${api.accountId}`
    expectError(await asMember.call('GET', file, { account: null }), 403)
    await api.join(api.accountId, member.id, 'READ_ONLY')
    assert.equal((await asMember.call('GET', file, { account: null })).text, 'packets')
    expectError(await api.call('GET', `/v1/check-tries/${id}/assets`), 404)
  })
})
