// Own process: sandboxes change how it inherits files and orphans.
// In turns: real browsers in sandboxes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowserPlace } from '../../testing/browser-place.ts'
import { testRunsAt } from '../../testing/test-runs.ts'

const place = await openBrowserPlace()
after(() => place.close())
const { level, runtimes, browsers, missing } = place
const pages = { '/loud': '<!doctype html><title>Loud</title>' }
const runs =
  level === null || missing !== null ? null : await testRunsAt(level, runtimes, { browsers, pages })
after(() => runs?.close())
/** Not written out below: it is no room of ours. */
const helpers = '@sonde/playwright-helpers'
/** Beside line breaks and tabs, which texts of several lines have. */
const control = /[^\P{Cc}\t\n\r]/u

test(
  'texts of errors that have no end, and words of Node that others say, cost a test no verdict',
  { skip: missing ?? false },
  async () => {
    assert.ok(runs !== null)
    const { verdict, detail } = await runs.run({
      script: `import { expect, test } from '@playwright/test'
        import { markCheckAsDegraded } from '${helpers}'
        test('visits', () => {
          console.error('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory')
          for (let count = 0; count < 25; count += 1) expect.soft('\\u0001"'.repeat(15_000)).toBe('Shop')
          markCheckAsDegraded('slow')
        })`,
    })
    assert.deepEqual([verdict.kind, verdict.reason], ['degraded', 'slow'])
    assert.ok(detail?.errors.every(({ message }) => !control.test(message)))
  },
)

test(
  'a page that says more than a trace may hold costs a test no verdict',
  { skip: missing ?? false },
  async () => {
    assert.ok(runs !== null)
    const { verdict } = await runs.runInBrowser({
      // Then its trace is kept.
      isRequested: true,
      script: `import { test } from '@playwright/test'
      test('visits', async ({ page }) => {
        await page.goto(process.env.TARGET + '/loud')
        // Six bytes each, once they are written.
        for (let count = 0; count < 27; count += 1) {
          const isSaid = page.waitForEvent('console')
          await page.evaluate(() => console.log('\\u0001'.repeat(1_000_000)))
          await isSaid
        }
      })`,
    })
    assert.deepEqual([verdict.kind, verdict.reason], ['passed', null])
  },
)
