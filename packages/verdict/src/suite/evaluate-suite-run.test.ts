import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptTestTexts, mostSuiteTests } from '@sonde/schema/check-types/suite/result.ts'
import { evaluateSuiteRun } from './evaluate-suite-run.ts'
import { withFileNames } from './shown-tests.ts'
import type { SuiteAttempt, SuiteRunEvidence } from './suite-run-evidence.ts'

function attempt(fields: Partial<SuiteAttempt>): SuiteAttempt {
  return {
    id: fields.title ?? 'a',
    project: 'chromium',
    file: 'shop.spec.ts',
    title: 'buys',
    retry: 0,
    status: 'passed',
    outcome: 'expected',
    startedAt: 1_500,
    durationMs: 20,
    errors: [],
    steps: [],
    attachments: [],
    ...fields,
  }
}

function evaluated(fields: Partial<SuiteRunEvidence>) {
  return evaluateSuiteRun({
    end: { kind: 'exited', code: 0 },
    attempts: [],
    errors: [],
    marks: [],
    observed: { pages: [], messages: [], requests: [], errors: [], counts: null, lostBrowsers: [] },
    engine: { name: 'node', version: '24.21.0' },
    playwrightVersion: '1.58.2',
    browser: { name: 'chromium', version: '145.0.7632.6' },
    startedAt: 1_000,
    durationMs: 5_000,
    ...fields,
  })
}

const failure = { message: 'expected 1\nto be 2', snippet: null, location: 'shop.spec.ts:3:1' }

test('a suite has passed when its command ends with 0, whatever was told beside that', () => {
  const forged = [attempt({ outcome: 'unexpected', status: 'failed', errors: [failure] })]
  assert.equal(evaluated({ attempts: forged }).verdict.kind, 'passed')
  const { verdict, detail } = evaluated({})
  assert.deepEqual([verdict.kind, verdict.reason, verdict.responseTime], ['passed', null, 5_000])
  assert.deepEqual([detail.startTime, detail.endTime], [1_000, 6_000])
  assert.deepEqual(detail.browser, { name: 'chromium', version: '145.0.7632.6' })
})

test('a flaky test is counted and shown with its attempts, and the suite has passed', () => {
  const { verdict, detail } = evaluated({
    attempts: [
      attempt({ title: 'pays', outcome: 'unexpected', status: 'failed', errors: [failure] }),
      attempt({ title: 'looks', outcome: 'skipped', status: 'skipped' }),
      attempt({ title: 'pays', outcome: 'flaky', retry: 1, startedAt: 2_000 }),
      attempt({ title: 'buys' }),
    ],
  })
  assert.equal(verdict.kind, 'passed')
  assert.deepEqual(detail.testCounts, { passed: 1, failed: 0, flaky: 1, skipped: 1 })
  const [pays] = detail.tests ?? []
  assert.deepEqual(
    [pays?.title, pays?.outcome, pays?.attempts.map(({ status, startMs }) => [status, startMs])],
    [
      'pays',
      'flaky',
      [
        ['failed', 500],
        ['passed', 1_000],
      ],
    ],
  )
})

test('any other exit has failed, with the first failed test as its reason', () => {
  const { verdict, detail } = evaluated({
    end: { kind: 'exited', code: 1 },
    attempts: [
      attempt({ title: 'buys' }),
      attempt({ title: 'pays', outcome: 'unexpected', status: 'failed', errors: [failure] }),
      attempt({ title: 'waits', outcome: 'unexpected', status: 'timedOut' }),
    ],
    marks: ['slow'],
  })
  assert.deepEqual([verdict.kind, verdict.reason], ['failed', 'pays: expected 1'])
  assert.deepEqual(
    detail.errors.map((error) => [error.test, error.message]),
    [
      ['pays', 'expected 1\nto be 2'],
      ['waits', 'The test timedOut'],
    ],
  )
  const silent = evaluated({ end: { kind: 'exited', code: 130 } })
  assert.equal(silent.verdict.reason, 'The test command ended with exit code 130')
})

test('a mark of a suite that has passed is degraded; what was cut has failed', () => {
  const marked = evaluated({ marks: ['slow checkout', ''] })
  assert.deepEqual([marked.verdict.kind, marked.verdict.reason], ['degraded', 'slow checkout'])
  const cut = evaluated({ end: { kind: 'cut', why: 'time limit of 1800 s exceeded' }, durationMs: null })
  assert.deepEqual(
    [cut.verdict.kind, cut.verdict.reason, cut.verdict.responseTime],
    ['failed', 'time limit of 1800 s exceeded', null],
  )
})

test('of more tests than are kept, those that failed or were flaky stay, and all are counted', () => {
  const { detail } = evaluated({
    end: { kind: 'exited', code: 1 },
    attempts: [
      ...Array.from({ length: mostSuiteTests }, (_, index) => attempt({ title: `passes ${index}` })),
      attempt({ title: 'flickers', outcome: 'flaky' }),
      attempt({ title: 'pays', outcome: 'unexpected', status: 'failed', errors: [failure] }),
    ],
  })
  assert.deepEqual(detail.testCounts, { passed: mostSuiteTests, failed: 1, flaky: 1, skipped: 0 })
  assert.equal(detail.tests?.length, mostSuiteTests)
  assert.deepEqual(
    detail.tests?.slice(-3).map(({ title }) => title),
    [`passes ${mostSuiteTests - 3}`, 'flickers', 'pays'],
  )
})

test('an attempt is told with its steps, all its errors with their places, and the files that it has attached', () => {
  const step = {
    kind: 'step',
    title: 'pays',
    depth: 0,
    startedAt: 1_600,
    durationMs: 9,
    error: null,
  } as const
  const { detail } = evaluated({
    end: { kind: 'exited', code: 1 },
    attempts: [
      attempt({
        outcome: 'unexpected',
        status: 'failed',
        errors: [failure, { ...failure, location: 'shop.spec.ts:9:1' }],
        steps: [
          ...Array.from({ length: 120 }, () => step),
          { ...step, kind: 'expect', depth: 1, durationMs: null, error: 'expected 1\nto be 2' },
        ],
        attachments: [
          { name: 'trace', contentType: 'application/zip', path: 'test-results/a/trace.zip' },
          { name: 'cart', contentType: 'text/csv', path: null },
        ],
      }),
    ],
  })
  const names = new Map([['test-results/a/trace.zip', 'a-trace.zip']])
  const [told] = withFileNames(detail.tests ?? [], (path) => names.get(path) ?? null)
  const [only] = told?.attempts ?? []
  assert.deepEqual(
    only?.errors?.map(({ location }) => location),
    ['shop.spec.ts:3:1', 'shop.spec.ts:9:1'],
  )
  assert.equal(only?.steps?.length, 100)
  assert.deepEqual(only?.steps?.at(-1), {
    kind: 'expect',
    title: 'pays',
    depth: 1,
    startMs: 600,
    durationMs: null,
    error: 'expected 1',
  })
  assert.deepEqual(
    only?.attachments?.map(({ name, file }) => [name, file]),
    [
      ['trace', 'a-trace.zip'],
      ['cart', null],
    ],
  )
})

test('a thousand long failures fit into a result, those that are told first as a whole', () => {
  const long = { message: 'x'.repeat(10_000), snippet: 'y'.repeat(10_000), location: 'shop.spec.ts:3:1' }
  const { detail } = evaluated({
    end: { kind: 'exited', code: 1 },
    attempts: Array.from({ length: mostSuiteTests }, (_, index) =>
      attempt({ title: `pays ${index}`, outcome: 'unexpected', status: 'failed', errors: [long] }),
    ),
  })
  assert.equal(detail.tests?.length, mostSuiteTests)
  assert.equal(detail.tests?.[0]?.attempts[0]?.errors?.[0]?.snippet?.length, 10_000)
  const last = detail.tests?.at(-1)?.attempts[0]
  assert.deepEqual([last?.error?.length, last?.errors?.[0]?.snippet], [200, null])
  assert.ok(JSON.stringify(detail.tests).length < 3 * keptTestTexts)
})

test('pages are told with how they felt; of an address that scripts went to, what people did there alone', () => {
  const page = { url: 'https://shop.example/', title: 'Shop', startMs: 5, vitals: { LCP: 2_600, INP: 501 } }
  const { detail } = evaluated({
    observed: {
      pages: [page, { ...page, isSoft: true }],
      messages: [],
      requests: [],
      errors: [],
      counts: { consoleErrors: 1, networkErrors: 2, documentErrors: 3 },
      lostBrowsers: [],
    },
  })
  const INP = { score: 'POOR', value: 501 }
  assert.deepEqual(
    detail.pages?.map(({ softNavigation, webVitals }) => [softNavigation, webVitals]),
    [
      [undefined, { LCP: { score: 'NEEDS_IMPROVEMENT', value: 2_600 }, INP }],
      [true, { INP }],
    ],
  )
  assert.deepEqual(detail.traceSummary, { consoleErrors: 1, networkErrors: 2, documentErrors: 3 })
})
