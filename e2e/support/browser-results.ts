import type { BrowserRunDetail } from '@sonde/schema/check-types/browser/result.ts'
import { browserRunOfError } from '@sonde/schema/check-types/browser/result.ts'

/** A second of two colours, as a browser has recorded it. */
export const someVideo = Buffer.from(
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAMYEU2bdLlNu4tTq4QVSalmU6yBbk27i1OrhBZUrmtTrIGTTbuLU6uEH0O2dVOsgdRNu4xTq4QcU7trU6yCAwbsrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBEiYREgch7TYCGQ2hyb21lV0GGQ2hyb21lFlSua7yuuteBAXPFhzWVQVuPlnKDgQFV7oEBhoVWX1ZQOOCdsIGguoFaU8CBAVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1AQAAAAAAAibngQCgQIOhv4EAAABQBQCdASqgAFoACocIhYWImYSIOAIABigQWNVSa7iHVUmu4h1VJruIdVSa7iHVUmu4h0wAk/+DZIprsHWhv6a97oEBpbhQBQCdASqgAFoACocIhYWImYSIOAIABigPCHVUmu4h1VJruIdVSa7iHVUmu4h1VJruIbwA/uuuAKDTobCBAMgAsQMAKhHAABgJ08kMW5RwAg0ABYACwAFgALAAWAAr/AD+15XdJ+p/oYPivgB1oZumme6BAaWUEQIAKhHAABgAGFgv9AAIgIEAAAD7gQCgzqGrgQGyALEDACoRwAAYDNDJDFuUcAGqrABWACsAFYAKwAVgAqwAP/yzOFefAHWhm6aZ7oEBpZQRAgAqEcAAGAAYWC/0AAiAgQAAAPuByKDSoa6BAnsAcQMAKhHAABgAGLf0DAAEGgALAAWAAsABYACwAFf4/teV+BJWrN0uT9EYdaGbppnugQGllBECACoRwAAYABhYL/QACICBAAAA+4IBsqDNoamBA0UAcQMAKhHAABgAGLf0DAADVVgArABWACsAFYAKwAVYP/yzOFefAHWhm6aZ7oEBpZQRAgAqEcAAGAAYWC/0AAiAgQAAAPuCAnug06GvgQQOAHEDACoRsAAYABi39AwABBoACwAFgALAAWAAsABX+P7cUf3Z2i0xx7k/RGB1oZumme6BAaWUEQIAKhHAABgAGFgv9AAIgIEAAAD7ggNFHFO7a427i7OBALeG94EB8YHU',
  'base64',
)

const shop = 'https://shop.example.com'
const longTitle = `Place order ${'with every voucher that was ever sent to anybody '.repeat(4)}`.trim()
const failure = 'Timed out 5000ms waiting for expect(locator).toBeEnabled()'

/** Of a run that failed in its last step: with as much of everything as it can have. */
export function failedBrowserRun(): BrowserRunDetail {
  const now = Date.now()
  const step = (title: string, startMs: number, durationMs: number, error: string | null = null) =>
    ({ kind: 'step', title, depth: 1, startMs, durationMs, error }) as const
  const request = (url: string, startMs: number, status: number | null, resourceType = 'fetch') => ({
    method: resourceType === 'fetch' ? 'POST' : 'GET',
    url: url.startsWith('/') ? shop + url : url,
    resourceType,
    status,
    failure: status === null ? 'net::ERR_CONNECTION_REFUSED' : null,
    startMs,
    durationMs: status === null ? null : 188.4,
    bytes: status === null ? null : 20_480,
    page: 0,
  })
  return {
    ...browserRunOfError(''),
    type: 'PLAYWRIGHT_TEST',
    browser: { name: 'chromium', version: '145.0.7632.6' },
    traceSummary: { consoleErrors: 2, networkErrors: 3, documentErrors: 1, userScriptErrors: 1 },
    pages: [
      {
        url: `${shop}/`,
        title: 'The shop',
        startMs: 400,
        webVitals: {
          LCP: { score: 'GOOD', value: 1_912.4 },
          FCP: { score: 'GOOD', value: 820 },
          CLS: { score: 'NEEDS_IMPROVEMENT', value: 0.137 },
          TBT: { score: 'POOR', value: 748 },
        },
      },
      {
        url: `${shop}/checkout?${'item=lamp&'.repeat(20)}`,
        title: 'Checkout',
        startMs: 4_000,
        webVitals: {},
      },
    ],
    consoleMessages: [
      ...Array.from({ length: 150 }, (_, nth) => ({
        type: 'info' as const,
        text: `tick ${nth}`,
        location: null,
        startMs: nth * 40,
        page: 0,
      })),
      { type: 'warning', text: 'A cookie will be rejected soon', location: null, startMs: 3_000, page: 0 },
      {
        type: 'error',
        text: 'Failed to load resource: the server responded with a status of 503',
        location: `${shop}/api/checkout/pay:1:1`,
        startMs: 6_420,
        page: 1,
      },
      {
        type: 'error',
        text: 'PaymentError: upstream unavailable\n    at pay (checkout.js:1:20418)',
        location: `${shop}/checkout.js:1:20418`,
        startMs: 7_980,
        page: 1,
      },
    ],
    networkRequests: [
      request('/', 420, 200, 'document'),
      request('/assets/shop.js', 640, 200, 'script'),
      request('/checkout', 4_010, 200, 'document'),
      request('/api/checkout/session', 6_210, 201),
      request('/api/checkout/pay', 6_300, 503),
      request('/api/checkout/pay', 7_900, 503),
      request('https://stats.example.net/collect', 8_000, null),
    ],
    pageErrors: [
      {
        message: "TypeError: Cannot read properties of undefined (reading 'total')",
        startMs: 7_990,
        page: 1,
      },
    ],
    snapshots: [
      {
        path: 'checkout.png',
        state: 'DIFFERENT',
        expected: 'checkout-expected.png',
        actual: 'checkout-actual.png',
        diff: 'checkout-diff.png',
      },
    ],
    errors: [
      {
        test: 'Guests can buy a lamp',
        message: `${failure}\n\nExpected: enabled\nReceived: disabled`,
        location: 'checkout.spec.ts:41:11',
        snippet:
          "  40 |   await page.getByRole('button', { name: 'Place order' }).click()\n> 41 |   await expect(button).toBeEnabled()",
      },
    ],
    startTime: now - 11_200,
    endTime: now,
    runtimeVersion: '2026.04',
    steps: [
      {
        kind: 'test',
        title: 'Guests can buy a lamp',
        depth: 0,
        startMs: 300,
        durationMs: 10_880,
        error: failure,
      },
      step('Open the storefront', 400, 1_420),
      { kind: 'action', title: "page.goto('/')", depth: 2, startMs: 410, durationMs: 1_390, error: null },
      step('Search for “lamp”', 1_830, 910),
      step('Add to cart', 2_750, 1_240),
      step('Open checkout', 4_000, 2_180),
      step(longTitle, 6_190, 5_000, failure),
      { kind: 'expect', title: 'toBeEnabled', depth: 2, startMs: 6_200, durationMs: 4_980, error: failure },
    ],
    jobLog: [
      { time: now - 11_200, level: 'INFO', msg: 'Node 24.21.0, Playwright 1.58.2, Chromium 145.0.7632.6' },
      { time: now - 300, level: 'WARN', msg: 'No ffmpeg: the video is off' },
      { time: now, level: 'ERROR', msg: failure },
    ],
  }
}

/** Of a run that passed and left nothing but a step. */
export function plainBrowserRun(): BrowserRunDetail {
  return {
    ...browserRunOfError(''),
    errors: [],
    startTime: Date.now() - 1_000,
    endTime: Date.now(),
    runtimeVersion: '2026.04',
    steps: [{ kind: 'test', title: 'The page works', depth: 0, startMs: 100, durationMs: 800, error: null }],
  }
}
