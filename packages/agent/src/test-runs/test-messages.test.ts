import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BrowserRunDetail } from '@sonde/schema/check-types/browser/result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { evaluateBrowserRun } from '@sonde/verdict/browser/evaluate-browser-run.ts'
import { readTestMessage } from './test-messages.ts'
import { createTestReport } from './test-report.ts'

const validate = createValidator().compile(BrowserRunDetail, { complete: true })
const call = {
  at: 1,
  durationMs: 1,
  error: null,
  request: { method: 'GET', url: 'http://a.test/', headers: {}, body: '' },
  response: { status: 200, statusText: '', url: '', headers: {}, body: '', bodySize: 1, isCut: false },
}

/** As a clock says it that somebody sets while the tests run, that the script replaces, or as somebody forges it. */
const times = [-3_600_000, 1e12, 1e300, Number.MAX_VALUE, null]

for (const time of times)
  test(`a run whose clock says ${time} has its verdict, and a detail that the service reads`, () => {
    const report = createTestReport()
    report.begin(1_000)
    const lines = [
      { type: 'node-begin', id: 1, parent: null, kind: 'test', title: 't', at: time },
      { type: 'request', id: 2, parent: 1, call: { ...call, at: time, durationMs: time } },
      {
        type: 'page',
        entry: { url: 'u', title: '', at: time, vitals: { LCP: 1e300, CLS: Number.MAX_VALUE } },
      },
      { type: 'console', entry: { type: 'info', text: '', location: null, at: time, page: 0 } },
      {
        type: 'network',
        entry: { method: 'GET', url: 'u', resourceType: 'xhr', at: time, durationMs: time, bytes: 1e300 },
      },
      { type: 'page-counts', consoleErrors: 1e300, networkErrors: 0, documentErrors: 0 },
      { type: 'node-end', id: 1, durationMs: time, error: null },
      { type: 'test-end', id: 1, title: 't', status: 'passed', isOk: true, durationMs: time, errors: [] },
      { type: 'end', status: 'passed' },
    ]
    for (const line of lines) {
      const message = readTestMessage({ ...line, token: 'token' })
      assert.ok(message?.type === 'report' && report.take(message.report), JSON.stringify(line))
    }
    const { verdict, detail } = evaluateBrowserRun(
      {
        nodes: report.nodes(),
        tests: report.tests,
        errors: [],
        marks: [],
        end: { kind: 'complete', status: 'passed', code: 0 },
        startedAt: 1_000,
        durationMs: 10,
        runtimeId: '2026.04',
        log: [],
        isRequested: true,
      },
      { type: 'PLAYWRIGHT_TEST', browser: { name: 'chromium', version: '1' }, observed: report.observed },
    )
    assert.equal(verdict.kind, 'passed')
    assert.deepEqual(validate(JSON.parse(JSON.stringify(detail))), [])
  })

test('what is no time at all is no message', () => {
  for (const durationMs of ['1', {}, [], undefined, true])
    assert.equal(readTestMessage({ type: 'node-end', token: 't', id: 1, durationMs, error: null }), null)
})
