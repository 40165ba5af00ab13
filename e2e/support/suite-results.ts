import {
  suiteRunOfError,
  type SuiteRunDetail,
  type SuiteTest,
} from '@sonde/schema/check-types/suite/result.ts'

const longTitle = `A guest › pays ${'with every voucher that was ever sent to anybody '.repeat(4)}`.trim()
const failure = `Error: expect(locator).toBeVisible() failed

Locator:  getByRole('heading', { name: 'Thank you' })
Expected: visible
Timeout:  5000ms`

/** Of 150 tests in two projects: two failed, one was flaky, one is skipped. */
export function failedSuiteRun(): SuiteRunDetail {
  const now = Date.now()
  const attempt = (
    status: SuiteTest['attempts'][number]['status'],
    durationMs: number,
    error: string | null = null,
  ) => ({ status, startMs: 1_200, durationMs, error })
  const step = (
    kind: NonNullable<SuiteTest['attempts'][number]['steps']>[number]['kind'],
    title: string,
    depth: number,
    durationMs: number,
    error: string | null = null,
  ) => ({ kind, title, depth, startMs: 1_200, durationMs, error })
  const passed = (project: string, count: number): SuiteTest[] =>
    Array.from({ length: count }, (_, nth) => ({
      project,
      file: 'tests/catalogue.spec.ts',
      title: `Lamp ${nth + 1} has a price`,
      outcome: 'expected',
      attempts: [attempt('passed', 120 + nth)],
    }))
  const tests: SuiteTest[] = [
    ...passed('chromium', 100),
    ...passed('phone', 46),
    {
      project: 'chromium',
      file: 'tests/checkout/payment-with-a-long-name-of-its-own-that-no-column-was-made-for.spec.ts',
      title: longTitle,
      outcome: 'unexpected',
      attempts: [
        {
          ...attempt('failed', 6_100, failure),
          errors: [{ message: failure, location: 'tests/checkout/payment.spec.ts:11:3', snippet: null }],
          steps: [
            step('hook', 'Before Hooks', 0, 310),
            step('step', 'The guest pays', 0, 5_700, 'Error: expect(locator).toBeVisible() failed'),
            step('action', 'Click getByRole("button", { name: "Pay" })', 1, 80),
            step('expect', 'Expect "toBeVisible"', 1, 5_000, 'Error: expect(locator).toBeVisible() failed'),
          ],
          attachments: [
            { name: 'trace', contentType: 'application/zip', file: 'search-phone-trace.zip' },
            { name: 'cart', contentType: 'text/csv', file: null },
          ],
        },
        attempt('timedOut', 30_000, `\u001B[31m${failure}\u001B[39m`),
      ],
    },
    {
      project: 'phone',
      file: 'tests/search.spec.ts',
      title: 'Search finds a lamp',
      outcome: 'unexpected',
      attempts: [attempt('failed', 900, 'Error: connect ECONNREFUSED 127.0.0.1:9')],
    },
    {
      project: 'phone',
      file: 'tests/search.spec.ts',
      title: 'Search knows misspelt words',
      outcome: 'flaky',
      attempts: [attempt('failed', 700, 'Error: 0 results'), attempt('passed', 650)],
    },
    {
      project: 'phone',
      file: 'tests/search.spec.ts',
      title: 'Search by picture',
      outcome: 'skipped',
      attempts: [attempt('skipped', 0)],
    },
  ]
  const log = (level: string, msg: string) => ({ time: now, level, msg })
  return {
    ...suiteRunOfError(''),
    errors: [
      {
        test: longTitle,
        message: `\u001B[31m${failure}\u001B[39m`,
        location: 'tests/checkout/payment.spec.ts:12:5',
        snippet: "> 12 |   await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()",
      },
      {
        test: 'Search finds a lamp',
        message: 'Error: connect ECONNREFUSED 127.0.0.1:9',
        location: 'tests/search.spec.ts:4:16',
        snippet: null,
      },
      { test: null, message: 'Error: the global teardown could not sign out', location: null, snippet: null },
    ],
    startTime: now - 95_000,
    endTime: now,
    engine: { name: 'node', version: '22.19.0' },
    playwrightVersion: '1.58.2',
    browser: { name: 'chromium', version: '145.0.7632.6' },
    testCounts: { passed: 146, failed: 2, flaky: 1, skipped: 1 },
    tests,
    traceSummary: { consoleErrors: 1, networkErrors: 1, documentErrors: 0 },
    pages: [
      {
        url: 'https://shop.example/',
        title: 'Shop',
        startMs: 900,
        webVitals: {
          LCP: { score: 'GOOD', value: 1_240 },
          INP: { score: 'NEEDS_IMPROVEMENT', value: 312 },
        },
      },
      {
        url: 'https://shop.example/checkout',
        title: 'Checkout',
        startMs: 4_100,
        softNavigation: true,
        webVitals: { INP: { score: 'GOOD', value: 88 } },
      },
    ],
    consoleMessages: [
      { type: 'error', text: 'Uncaught (in promise) 503', location: null, startMs: 4_300, page: 1 },
    ],
    networkRequests: [
      {
        method: 'POST',
        url: 'https://shop.example/api/pay',
        resourceType: 'fetch',
        status: 503,
        failure: null,
        startMs: 4_200,
        durationMs: 81,
        bytes: 0,
        page: 1,
      },
    ],
    pageErrors: [],
    jobLog: [
      log('INFO', 'Node 22.19.0, chromium 145.0.7632.6'),
      log('WARN', 'Node 20 is not available: Node 22 is used'),
      log('INFO', '\u001B[32m146 passed\u001B[39m (1.6m)'),
      log('ERROR', 'A guest › pays: Error: expect(locator).toBeVisible() failed'),
    ],
  }
}

export const suiteFiles = [
  {
    name: 'search-phone-trace.zip',
    type: 'trace',
    contentType: 'application/zip',
    content: Buffer.from('PK'),
  },
  { name: 'html-report.zip', type: 'report', contentType: 'application/zip', content: Buffer.from('PK') },
  { name: 'report.json', type: 'report', contentType: 'application/json', content: Buffer.from('{}') },
]
