import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { storeAsset } from '../../testing/store-asset.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/write-icmp.ts'

forEachEngine('files of a result', (engine) => {
  const api = apiUnderTest(engine)
  /** Below 60 calls in 60 s. */
  const slowly = { afterMs: 1_001 }

  test('a ping leaves no files behind, and its filters are still judged', async () => {
    const id = await makeMonitor(api)
    const { id: resultId } = await storeResult(api, id)
    const assets = `/v1/check-results/${id}/${resultId}/assets`
    for (const query of ['', '?type=log', '?type=log&type=video&name=*.webm']) {
      const answer = await api.call('GET', assets + query)
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, { assets: [], truncated: false, entriesReturned: 0, entriesTotal: 0 })
    }
    expectInvalid(await api.call('GET', `${assets}?type=song`), 'query', ['type.0'])
    expectInvalid(await api.call('GET', `${assets}?name=${'x'.repeat(201)}`), 'query', ['name'])
  })

  test('files of a run are listed by kind and name, and fetched with the key of their account', async () => {
    const id = await makeMonitor(api)
    const { id: resultId, row } = await storeResult(api, id)
    const content = Buffer.from('not JSON at all')
    await storeAsset(api, row, 'capture.pcap', content)
    await storeAsset(api, row, 'traceroute.json')
    const assets = `/v1/check-results/${id}/${resultId}/assets`
    const names = async (query: string) =>
      [...(await api.call('GET', assets + query, slowly)).text.matchAll(/"name":"([^"]+)"/g)].map(
        ([, name]) => name,
      )
    assert.deepEqual(await names(''), ['capture.pcap', 'traceroute.json'])
    assert.deepEqual(await names('?type=pcap'), ['capture.pcap'])
    assert.deepEqual(await names('?name=*.JSON'), ['traceroute.json'])
    assert.deepEqual(await names('?type=pcap&name=t*'), [])

    const file = await api.call('GET', `${assets}/capture.pcap`, slowly)
    assert.equal(file.status, 200)
    assert.equal(file.text, content.toString())
    assert.match(String(file.headers['content-disposition']), /^attachment/)
    assert.match(String(file.headers['content-security-policy']), /sandbox/)
    expectError(await api.call('GET', `${assets}/nothing.pcap`, slowly), 404)
    const stranger = await api.makeUser()
    const theirs = await api.makeAccount(stranger.id)
    const asStranger = { key: stranger.key, account: theirs, ...slowly }
    expectError(await api.call('GET', `${assets}/capture.pcap`, asStranger), 404)
  })
})
