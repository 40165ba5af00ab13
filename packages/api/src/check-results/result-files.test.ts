import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlDetailOfError } from '@sonde/schema/check-types/url/result.ts'
import { insertAssets } from '@sonde/store/results/result-assets.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { storeAsset } from '../../testing/store-asset.ts'
import { storeResult } from '../../testing/store-result.ts'
import { writeUrlMonitor } from '../../testing/write-url.ts'

forOneEngine('files of URL monitors', (engine) => {
  const api = apiUnderTest(engine)

  async function failedRun() {
    const checkId = (await writeUrlMonitor(api, 'create', '', {})).textAt('id')
    const request = {
      url: 'https://shop.example.com/',
      followRedirects: true,
      skipSSL: false,
      ipFamily: 'IPv4' as const,
      assertions: [],
    }
    const config = { request, shouldFail: false, degradedResponseTime: null, maxResponseTime: null }
    const detail = encodeDetail('URL', urlDetailOfError(config, 'Connection was refused'), config)
    return { checkId, ...(await storeResult(api, checkId, { verdict: 'failed', detail })) }
  }

  test('a result alone tells where its files are, and a list of results does not', async () => {
    const { checkId, id, row } = await failedRun()
    await storeAsset(api, row, 'traceroute.json', Buffer.from('{"hops":[]}'))
    await storeAsset(api, row, 'capture.pcap')
    const path = `/v1/check-results/${checkId}/${id}`
    const answer = await api.call('GET', path)
    assert.equal(answer.status, 200, answer.text)
    const { jobAssets, pcapDataUrl } = answer.at('apiCheckResult') as Record<string, unknown>
    const { assets } = (await api.call('GET', `${path}/assets`)).record()
    const listed = (assets as { name: string; url: string; type: string }[]).map(({ name, url, type }) => ({
      name,
      url,
      type,
    }))
    assert.deepEqual(jobAssets, listed)
    assert.deepEqual(
      listed.map(({ name, type }) => [name, type]),
      [
        ['capture.pcap', 'pcap'],
        ['traceroute.json', 'report'],
      ],
    )
    assert.equal(pcapDataUrl, listed[0]?.url)
    const report = await api.call('GET', new URL(listed[1]?.url ?? '').pathname)
    assert.deepEqual(report.body, { hops: [] })

    for (const [version, first] of [
      ['v1', '0'],
      ['v2', 'entries.0'],
    ]) {
      const list = await api.call('GET', `/${version}/check-results/${checkId}`)
      assert.equal(list.status, 200, list.text)
      assert.deepEqual(
        [list.at(`${first}.apiCheckResult.jobAssets`), list.at(`${first}.apiCheckResult.pcapDataUrl`)],
        [null, null],
      )
    }
  })

  test('without files, and without a capture, there is no address of one', async () => {
    const { checkId, id, row } = await failedRun()
    const shown = async () =>
      (await api.call('GET', `/v1/check-results/${checkId}/${id}`)).at('apiCheckResult') as {
        jobAssets: unknown[] | null
        pcapDataUrl: string | null
      }
    assert.deepEqual([(await shown()).jobAssets, (await shown()).pcapDataUrl], [null, null])
    await storeAsset(api, row, 'traceroute.json')
    assert.deepEqual([(await shown()).jobAssets?.length, (await shown()).pcapDataUrl], [1, null])
  })

  test('a file that its agent calls a page is handed out as bytes', async () => {
    const { checkId, id, row } = await failedRun()
    const page = { name: 'page.html', type: 'report', contentType: 'text/html', content: Buffer.from('<b>') }
    await api.store.write((db) => insertAssets(db, row, [page], api.clock.now()))
    const file = await api.call('GET', `/v1/check-results/${checkId}/${id}/assets/page.html`)
    assert.equal(file.status, 200)
    assert.equal(file.headers['content-type'], 'application/octet-stream')
    assert.match(String(file.headers['content-disposition']), /^attachment/)
  })
})
