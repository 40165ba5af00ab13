import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evictArtifacts } from '@sonde/store/artifacts/artifact-retention.ts'
import { insertAssets } from '@sonde/store/results/result-assets.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { givePassword, signedIn } from '../../testing/sign-in.ts'
import { storeAsset } from '../../testing/store-asset.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('files of a result', (engine) => {
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

  test('SC 60: files of a run are listed by kind and name, and fetched with the key of their account', async () => {
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
    const tag = String(file.headers['etag'])
    const cases: [headers: Record<string, string>, status: number, body: string, range?: string][] = [
      [{ range: 'bytes=0-2' }, 206, 'not', 'bytes 0-2/15'],
      [{ range: 'bytes=-3' }, 206, 'all', 'bytes 12-14/15'],
      [{ range: 'bytes=4-', 'if-range': tag }, 206, 'JSON at all', 'bytes 4-14/15'],
      [{ range: 'bytes=4-', 'if-range': '"other"' }, 200, 'not JSON at all'],
      [{ range: 'bytes=0-1,3-4' }, 200, 'not JSON at all'],
      [{ 'if-none-match': tag }, 304, ''],
    ]
    for (const [headers, status, text, range] of cases) {
      const part = await api.call('GET', `${assets}/capture.pcap`, { ...slowly, headers })
      const told = [part.status, part.text, part.headers['content-range']]
      assert.deepEqual(told, [status, text, range], JSON.stringify(headers))
    }
    const beyond = { ...slowly, headers: { range: 'bytes=15-' } }
    const unsatisfiable = await api.call('GET', `${assets}/capture.pcap`, beyond)
    expectError(unsatisfiable, 416)
    assert.equal(unsatisfiable.headers['content-range'], 'bytes */15')
    const head = await api.call('HEAD', `${assets}/capture.pcap`, slowly)
    assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', '15'])
    const stranger = await api.makeUser()
    const theirs = await api.makeAccount(stranger.id)
    const asStranger = { key: stranger.key, account: theirs, ...slowly }
    expectError(await api.call('GET', `${assets}/capture.pcap`, asStranger), 404)
  })

  test('a browser, which sends no header with a picture, names the account in the address', async () => {
    const id = await makeMonitor(api)
    const { id: resultId, row } = await storeResult(api, id)
    const name = `${'long-name-'.repeat(24)}.pcap`
    await storeAsset(api, row, name)
    const email = `${crypto.randomUUID()}@example.net`
    const member = await api.makeUser({ email })
    await givePassword(api, member.id)
    const theirs = await api.makeAccount(member.id)
    const asMember = await signedIn(api, { email })
    const path = `/v1/check-results/${id}/${resultId}/assets/${name}`
    const get = (address: string, account: string | null = null) =>
      asMember.call('GET', address, { account, ...slowly })
    expectError(await get(path), 401)
    expectError(await get(`${path}?account=${api.accountId}`), 403)
    await api.join(api.accountId, member.id, 'READ_ONLY')
    assert.equal((await get(`${path}?account=${api.accountId}`)).text, 'packets')
    expectError(await get(`${path}?account=${theirs}`), 404)
    assert.equal((await get(`${path}?account=${api.accountId}`, theirs)).status, 400)
    assert.equal((await get(`${path}?account=nobody`, api.accountId)).status, 400)
    expectError(await get(`/v1/checks/${id}?account=${api.accountId}`), 401)
  })

  test('a file of before the artifact store is listed and fetched where it is until it is moved', async () => {
    const id = await makeMonitor(api)
    const { id: resultId, row } = await storeResult(api, id)
    const file = { name: 'old.pcap', type: 'pcap', contentType: 'text/html', content: Buffer.from('packets') }
    await api.store.write((db) => insertAssets(db, row, [file], 1))
    await storeAsset(api, row, 'new.pcap')
    const assets = `/v1/check-results/${id}/${resultId}/assets`
    const listed = (await api.call('GET', assets, slowly)).text.matchAll(/"name":"([^"]+)"/g)
    assert.deepEqual(
      [...listed].map(([, name]) => name),
      ['new.pcap', 'old.pcap'],
    )
    const part = await api.call('GET', `${assets}/old.pcap`, { ...slowly, headers: { range: 'bytes=1-3' } })
    assert.deepEqual([part.status, part.text], [206, 'ack'])
  })

  test('a page that a script has written is saved and never shown, and other names are text', async () => {
    const id = await makeMonitor(api)
    const { id: resultId, row } = await storeResult(api, id)
    const content = Buffer.from('<script>alert(document.cookie)</script>')
    const name = `Ünfug "a"; b.html`
    const files = [
      { name, type: 'report' as const, contentType: 'text/html', content },
      { name: 'odd', type: 'file' as const, contentType: 'application/xhtml+xml', content },
      { name: 'a.gif', type: 'screenshot' as const, contentType: 'image/gif', content },
    ]
    await api.artifacts.keepSmall({ ...row, accountId: api.accountId }, files, (all) => all)
    const assets = `/v1/check-results/${id}/${resultId}/assets`
    const page = await api.call('GET', `${assets}/${encodeURIComponent(name)}`, slowly)
    assert.deepEqual(
      ['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options'].map(
        (header) => page.headers[header],
      ),
      [
        'text/html',
        `attachment; filename="_nfug _a__ b.html"; filename*=UTF-8''%C3%9Cnfug%20%22a%22%3B%20b.html`,
        "default-src 'none'; sandbox",
        'nosniff',
      ],
    )
    const odd = await api.call('GET', `${assets}/odd`, slowly)
    assert.equal(odd.headers['content-type'], 'application/octet-stream')
    // What agents call a picture is sent as one.
    const picture = await api.call('GET', `${assets}/a.gif`, slowly)
    assert.equal(picture.headers['content-type'], 'image/gif')
  })

  test('a file that is not kept any more says why, in the list and where it was', async () => {
    const id = await makeMonitor(api)
    const { id: resultId, row } = await storeResult(api, id)
    await storeAsset(api, row, 'capture.pcap')
    const { accountId } = api
    await api.store.write((db) => evictArtifacts(db, { accountId, type: 'pcap', most: 0, now: 1 }))
    const assets = `/v1/check-results/${id}/${resultId}/assets`
    const list = await api.call('GET', assets, slowly)
    assert.match(list.text, /"size":7,"missing":"Deleted to make room: /)
    const { text } = await api.call('GET', '/metrics', { key: null, account: null, afterMs: 5_000 })
    assert.match(text, /^sonde_artifact_files\{type="pcap"\} 0$/m)
    const gone = await api.call('GET', `${assets}/capture.pcap`, slowly)
    expectError(gone, 410)
    assert.match(gone.textAt('message'), /^Deleted to make room/)
  })
})
