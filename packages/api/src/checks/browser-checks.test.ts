import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserRunOfError, type BrowserRunDetail } from '@sonde/schema/check-types/browser/result.ts'
import { metricValuesIn } from '@sonde/schema/check-types/check-metrics.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { analyticsCalls } from '../../testing/analytics-calls.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
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
