import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { browserRunOfError, type BrowserRunDetail } from '@sonde/schema/check-types/browser/result.ts'
import { metricValuesIn } from '@sonde/schema/check-types/check-metrics.ts'
import { storedGoldenFiles } from '@sonde/store/artifacts/golden-files.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { analyticsCalls } from '../../testing/analytics-calls.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { storeAsset } from '../../testing/store-asset.ts'
import { storeResult } from '../../testing/store-result.ts'

const path = '/v1/checks/browser'
const script = "import { test } from '@playwright/test'"
const smallest = { name: 'Shop', script }

forOneEngine('browser checks', (engine) => {
  const api = apiUnderTest(engine)

  test('the smallest one has the defaults of the contract, and is read and listed', async () => {
    const made = await api.call('POST', path, { body: smallest })
    assert.equal(made.status, 201)
    assert.deepEqual(
      ['checkType', 'frequency', 'script', 'activated', 'runtimeId', 'scriptPath', 'sslCheckDomain'].map(
        (field) => made.at(field),
      ),
      ['BROWSER', 10, script, true, null, null, null],
    )
    const id = made.textAt('id')
    for (const version of ['v1', 'v2', 'v3'])
      assert.equal((await api.call('GET', `/${version}/checks/${id}`)).at('script'), script)
    const listed = await api.call('GET', '/v1/checks?checkType=BROWSER')
    assert.match(JSON.stringify(listed.body), new RegExp(id))
  })

  test('its fields are within their limits, and an update keeps what it leaves out', async () => {
    for (const [fields, key] of [
      [{ script: null }, 'script'],
      [{ frequency: 0 }, 'frequency'],
      [{ scriptPath: '../a.js' }, 'scriptPath'],
      [{ sslCheckDomain: 'https://shop.example.net/' }, 'sslCheckDomain'],
      [{ sslCheckDomain: 7 }, 'sslCheckDomain'],
    ] as const)
      expectInvalid(await api.call('POST', path, { body: { ...smallest, ...fields } }), 'payload', [key])
    const body = { ...smallest, sslCheckDomain: 'Shop.example.net:8443' }
    const own = `${path}/${(await api.call('POST', path, { body })).textAt('id')}`
    const kept = await api.call('PUT', own, { body: { name: 'Shop', script: null } })
    assert.deepEqual([kept.at('script'), kept.at('sslCheckDomain')], [script, 'Shop.example.net:8443'])
    const emptied = await api.call('PATCH', own, { body: { sslCheckDomain: '' } })
    assert.deepEqual([emptied.status, emptied.at('sslCheckDomain')], [200, null])
  })

  test('MC 59: golden files are uploaded, named by the check, and never those of another account', async () => {
    const storage = '/next/checkly-storage'
    const bytes = Buffer.from('a picture')
    const upload = (content: Buffer, options: object = {}) =>
      api.call('POST', `${storage}/upload`, {
        payload: content,
        headers: { 'content-type': 'application/octet-stream' },
        ...options,
      })
    const uploaded = await upload(bytes)
    assert.equal(uploaded.status, 200, uploaded.text)
    const key = uploaded.textAt('key')
    assert.equal(key, `${api.accountId}/${hash('sha256', bytes)}`)
    assert.equal((await upload(bytes)).textAt('key'), key)
    expectError(await upload(Buffer.alloc(0)), 400)
    expectError(await upload(Buffer.alloc(20_000_001)), 413)
    const stranger = await api.makeUser()
    const theirs = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    const download = (body: object, options: object = {}) =>
      api.call('POST', `${storage}/download`, { body, ...options })
    assert.equal((await download({ key })).text, 'a picture')
    expectError(await download({ key }, theirs), 404)
    expectError(await download({ key: `${api.accountId}/${'0'.repeat(64)}` }), 404)

    const golden = { key, path: 'script.js-snapshots/home-linux.png' }
    for (const [snapshots, field] of [
      [[{ ...golden, path: '../x.png' }], 'snapshots.0.path'],
      [[golden, golden], 'snapshots.1.path'],
      [[{ ...golden, path: 'script.js' }], 'snapshots.0.path'],
      [[{ ...golden, key: 'x' }], 'snapshots.0.key'],
      [[{ ...golden, key: `${api.accountId}/${'0'.repeat(64)}` }], 'snapshots.0.key'],
      [Array.from({ length: 101 }, (_, index) => ({ key, path: `${index}.png` })), 'snapshots'],
    ] as const)
      expectInvalid(await api.call('POST', path, { body: { ...smallest, snapshots } }), 'payload', [field])
    expectInvalid(
      await api.call('POST', path, { body: { ...smallest, snapshots: [golden] }, ...theirs }),
      'payload',
      ['snapshots.0.key'],
    )
    const made = await api.call('POST', path, { body: { ...smallest, snapshots: [golden] } })
    assert.deepEqual([made.status, made.at('snapshots')], [201, [golden]])
    const own = `${path}/${made.textAt('id')}`
    const kept = await api.call('PUT', own, { body: smallest })
    assert.deepEqual(kept.at('snapshots'), [golden])
    const dependencies = [{ path: 'lib/a.js', content: 'export const a = 1' }]
    const changed = await api.call('PATCH', own, { body: { snapshots: [], dependencies } })
    assert.deepEqual([changed.at('snapshots'), changed.at('dependencies')], [[], dependencies])
    const shown = await api.call('GET', `/v1/checks/${made.textAt('id')}`)
    assert.deepEqual(shown.at('dependencies'), dependencies)
    const listed = await api.call('GET', '/v1/checks?checkType=BROWSER')
    assert.ok(listed.text.includes(made.textAt('id')) && !listed.text.includes('lib/a.js'))
  })

  test('what a run has drawn is accepted as new, once its file is there, and that is in the audit log', async () => {
    const made = await api.call('POST', path, { body: smallest })
    const id = made.textAt('id')
    const golden = 'script.js-snapshots/home-linux.png'
    const compared = (state: 'DIFFERENT' | 'STORED', place: string, actual: string | null) => ({
      path: place,
      state,
      expected: null,
      actual,
      diff: null,
    })
    const ran: BrowserRunDetail = {
      ...browserRunOfError('Error: no'),
      browser: { name: 'chromium', version: '156.0.1' },
      snapshots: [
        compared('DIFFERENT', golden, 'home-actual.png'),
        compared('DIFFERENT', 'b.png', 'gone-actual.png'),
        compared('STORED', 'c.png', null),
      ],
    }
    const stored = await storeResult(api, id, {
      verdict: 'failed',
      detail: encodeDetail('BROWSER', ran, {}),
    })
    const accept = (body: object, options: object = {}) =>
      api.call('POST', `/v1/check-results/${id}/${stored.id}/accept-snapshots`, { body, ...options })
    expectError(await accept({ paths: [golden] }), 409)
    await storeAsset(api, stored.row, 'home-actual.png', Buffer.from('drawn'))
    expectInvalid(await accept({ paths: ['c.png'] }), 'payload', ['paths.0'])
    expectError(await accept({}), 409)
    const reader = { key: await api.makeServiceKey(api.accountId, 'READ_RUN') }
    expectError(await accept({ paths: [golden] }, reader), 403)
    const accepted = await accept({ paths: [golden] })
    assert.equal(accepted.status, 200, accepted.text)
    const key = `${api.accountId}/${hash('sha256', 'drawn')}`
    assert.deepEqual(accepted.at('snapshots'), [{ key, path: golden }])
    assert.deepEqual((await api.call('GET', `/v1/checks/${id}`)).at('snapshots'), [{ key, path: golden }])
    const hashes = [hash('sha256', 'drawn')]
    const objects = await storedGoldenFiles(api.store.read, { accountId: api.accountId, hashes })
    assert.deepEqual(
      [...objects.values()].map(({ madeBy }) => madeBy),
      [['Chromium 156']],
    )
    const log = await api.call('GET', `/v1/audit-log?entityType=CHECK&entityId=${id}`)
    assert.match(log.text, new RegExp(hash('sha256', 'drawn')))
  })

  const detail: BrowserRunDetail = {
    ...browserRunOfError('Error: no'),
    browser: { name: 'chromium', version: '156.0' },
    traceSummary: { consoleErrors: 3, networkErrors: 2, documentErrors: 1, userScriptErrors: 1 },
    pages: [
      {
        url: 'https://shop.example.net/',
        title: 'Shop',
        startMs: 10,
        webVitals: {
          FCP: { score: 'GOOD', value: 900 },
          LCP: { score: 'NEEDS_IMPROVEMENT', value: 2_600 },
          CLS: { score: 'POOR', value: 0.5 },
          TTFB: { score: 'GOOD', value: 120 },
        },
      },
    ],
    consoleMessages: Array.from({ length: 200 }, (_, index) => ({
      type: 'error' as const,
      text: `message ${index}`,
      location: null,
      startMs: index,
      page: 0,
    })),
  }

  test('long lists are null in lists of results, and a single one has them', async () => {
    const id = (await api.call('POST', path, { body: smallest })).textAt('id')
    const { id: resultId } = await storeResult(api, id, { detail: encodeDetail('BROWSER', detail, {}) })
    const listed = await api.call('GET', `/v2/check-results/${id}`)
    assert.deepEqual(listed.at('entries.0.browserCheckResult.pages.0.webVitals.LCP'), {
      score: 'NEEDS_IMPROVEMENT',
      value: 2_600,
    })
    const alone = await api.call('GET', `/v1/check-results/${id}/${resultId}`)
    assert.equal(alone.at('browserCheckResult.consoleMessages.199.text'), 'message 199')
    assert.deepEqual(alone.at('browserCheckResult.playwrightTestVideos'), [])
  })

  test('analytics has the nine metrics by name; what was not measured is null', async () => {
    const id = (await api.call('POST', path, { body: smallest })).textAt('id')
    const { ask, storeRuns } = analyticsCalls(api, 'browser-checks')
    const metrics = metricValuesIn('BROWSER', detail)
    await storeRuns(id, [
      { responseTime: 4_000, metrics },
      { responseTime: 6_000, metrics },
    ])
    const names = ['TTFB', 'FCP', 'LCP', 'CLS', 'TBT']
    const errors = ['consoleErrors', 'networkErrors', 'userScriptErrors', 'documentErrors']
    const wanted = [...names.map((name) => `${name}_p95`), ...errors.map((name) => `${name}_sum`)]
    const answer = await ask(id, `metrics=responseTime_avg,${wanted.join(',')}`)
    assert.deepEqual(answer.at('series.0.data.0'), {
      responseTime_avg: 5_000,
      TTFB_p95: 120,
      FCP_p95: 900,
      LCP_p95: 2_600,
      CLS_p95: 0.5,
      TBT_p95: null,
      consoleErrors_sum: 6,
      networkErrors_sum: 4,
      userScriptErrors_sum: 2,
      documentErrors_sum: 2,
    })
  })
})
