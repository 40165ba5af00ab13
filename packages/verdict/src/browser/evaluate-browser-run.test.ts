import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { BrowserRunDetail } from '@sonde/schema/check-types/browser/result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { TestRunEvidence } from '../playwright/test-run-evidence.ts'
import { evaluateBrowserRun } from './evaluate-browser-run.ts'
import type { PageEvidence } from './page-evidence.ts'

const passed: TestRunEvidence = {
  nodes: [],
  tests: [{ title: 'shop', status: 'passed', isOk: true, errors: [] }],
  errors: [],
  marks: [],
  end: { kind: 'complete', status: 'passed', code: 0 },
  startedAt: 1_000,
  durationMs: 5_000,
  runtimeId: '2026.04',
  log: [],
  isRequested: false,
}
const nothing: PageEvidence = {
  pages: [],
  messages: [],
  requests: [],
  errors: [],
  counts: null,
  lostBrowsers: [],
}
const browser = { name: 'chromium', version: '156.0' }
const validate = createValidator().compile(BrowserRunDetail, { complete: true })

function evaluate(observed: Partial<PageEvidence>, evidence: Partial<TestRunEvidence> = {}) {
  const evaluation = evaluateBrowserRun(
    { ...passed, ...evidence },
    { type: 'PLAYWRIGHT_TEST', browser, observed: { ...nothing, ...observed } },
  )
  assert.deepEqual(validate(JSON.parse(JSON.stringify(evaluation.detail))), [])
  return evaluation
}

suite('the verdict on a run in a browser', () => {
  for (const [name, value, score] of [
    ['FCP', 1_800, 'GOOD'],
    ['FCP', 3_000, 'NEEDS_IMPROVEMENT'],
    ['FCP', 3_000.1, 'POOR'],
    ['LCP', 2_500, 'GOOD'],
    ['LCP', 4_001, 'POOR'],
    ['CLS', 0.1, 'GOOD'],
    ['CLS', 0.25, 'NEEDS_IMPROVEMENT'],
    ['CLS', 0.251, 'POOR'],
    ['TBT', 201, 'NEEDS_IMPROVEMENT'],
    ['TBT', 601, 'POOR'],
    ['TTFB', 0, 'GOOD'],
    ['TTFB', 1_801, 'POOR'],
  ] as const)
    test(`${name} ${value} is ${score}, and what was not measured is absent`, () => {
      const page = { url: 'https://shop.example.net/', title: 'Shop', startMs: 1, vitals: { [name]: value } }
      const { webVitals } = evaluate({ pages: [page] }).detail.pages[0] ?? {}
      assert.deepEqual(webVitals, { [name]: { score, value } })
    })

  test('is that on its tests: what happens in pages is counted and decides nothing', () => {
    const counts = { consoleErrors: 3, networkErrors: 2, documentErrors: 1 }
    const { verdict, detail } = evaluate({ counts })
    assert.equal(verdict.kind, 'passed')
    assert.deepEqual(detail.traceSummary, { ...counts, userScriptErrors: 0 })
  })

  test('a run that was cut short has no counts of pages, which nobody has told', () => {
    const { verdict, detail } = evaluate({}, { end: { kind: 'cut', why: 'time limit of 240 s exceeded' } })
    assert.equal(verdict.kind, 'failed')
    assert.deepEqual(detail.traceSummary, { userScriptErrors: 1 })
  })

  test('keeps a thousand entries of each kind, no more text than a result holds, and no password of an address', () => {
    const message = { type: 'info' as const, text: 'x', location: null, startMs: 1, page: 7 }
    const request = {
      method: 'GET',
      url: 'https://ann:pw@shop.example.net/',
      resourceType: 'document',
      status: 200,
      failure: null,
      startMs: 1,
      durationMs: 2,
      bytes: null,
      page: null,
    }
    const many = evaluate({
      messages: Array.from({ length: 1_200 }, () => message),
      requests: [request],
    }).detail
    assert.deepEqual([many.consoleMessages?.length, many.consoleMessages?.[0]?.page], [1_000, null])
    assert.ok(!JSON.stringify(many.networkRequests).includes('pw'))
    const long = evaluate({
      messages: Array.from({ length: 500 }, () => ({ ...message, text: 'x'.repeat(9_000) })),
    }).detail
    assert.deepEqual([long.consoleMessages?.length, long.consoleMessages?.[0]?.text.length], [100, 2_000])
  })
})
