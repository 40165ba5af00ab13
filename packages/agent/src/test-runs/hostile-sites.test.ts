// Own process: sandboxes change how it inherits files and orphans.
// In turns: real browsers in sandboxes.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, suite, test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { BrowserRunDetail } from '@sonde/schema/check-types/browser/result.ts'
import { longestMeasuredMs } from '@sonde/schema/runs/outcome.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { openBrowserPlace } from '../../testing/browser-place.ts'
import { endlessPages, strangePages } from '../../testing/hostile-site.ts'
import { testRunsAt } from '../../testing/test-runs.ts'
import { processesOf } from '../../testing/what-runs-leave.ts'
import { browserLimits, type TestRunLimits } from './test-run-limits.ts'

const place = await openBrowserPlace()
after(() => place.close())
const { level, runtimes, browsers, missing, userIds } = place
const pages = { ...strangePages, ...endlessPages }
const mebibyte = 2 ** 20
const openRuns = async (limits: Partial<TestRunLimits>) =>
  level === null || missing !== null ? null : await testRunsAt(level, runtimes, { browsers, pages, limits })
const opened = {
  usual: await openRuns({}),
  narrow: await openRuns({
    runMs: 60_000,
    sandbox: { ...browserLimits.sandbox, memoryBytes: 1_536 * mebibyte, diskBytes: 300 * mebibyte },
  }),
}
after(() => {
  opened.usual?.close()
  opened.narrow?.close()
})
const validateDetail = createValidator().compile(BrowserRunDetail, { complete: true })
const word = 'hush-hush-4711'
/** Beside line breaks and tabs, which texts of several lines have. */
const control = /[^\P{Cc}\t\n\r]|\\u00(?!09|0a|0d)[01][0-9a-f]/iu

suite('sites that mean harm to whoever looks at them', { skip: missing ?? false, timeout: 600_000 }, () => {
  const { usual: runs, narrow } = opened
  if (runs === null || narrow === null) return

  test('a check that passes there passes, whatever its pages say, and shows nothing that acts', async () => {
    const tests = Object.keys(strangePages).map(
      (path) => `test('${path}', async ({ page }) => {
        // As people do who want to see the console of a page in the log.
        page.on('console', (message) => { if (message.type() === 'error') console.error(message.text()) })
        await page.goto(site + '${path}')
        await expect(page.locator('h1')).toHaveText('Shop')
        await page.evaluate((text) => console.error('it was told ' + text), process.env.WORD)
        await page.waitForTimeout(500)
      })`,
    )
    const { verdict, detail, files, notRunCause } = await runs.runInBrowser({
      isRequested: true,
      variables: { WORD: word },
      secretVariables: ['WORD'],
      script: `import { expect, test } from '@playwright/test'\nconst site = process.env.TARGET\n${tests.join('\n')}`,
    })
    assert.deepEqual([verdict.kind, verdict.reason, notRunCause], ['passed', null, null])
    assert.ok(detail !== null)
    const text = JSON.stringify(detail)
    assert.deepEqual(validateDetail(JSON.parse(text)), [])
    assert.ok(text.length < 4_000_000, String(text.length))
    const { jobLog, ...shown } = detail
    assert.doesNotMatch(JSON.stringify(shown), control)
    assert.ok(!text.includes(word) && text.includes('it was told *********'))
    assert.ok((jobLog ?? []).length > 0)
    for (const { webVitals } of detail.pages)
      for (const vital of Object.values(webVitals ?? {}))
        assert.ok(vital.value >= 0 && vital.value <= longestMeasuredMs, JSON.stringify(webVitals))
    assert.ok(detail.networkRequests?.every(({ method }) => method.length <= 50))
    // Nothing that a page has brought is a file of the run: there is its long log, beside what is always left.
    assert.deepEqual(
      files.filter(({ kind }) => kind !== 'trace' && kind !== 'report').map(({ name }) => name),
      ['logs.txt'],
    )
    assert.equal(existsSync('/var/tmp/sonde-hostile'), false)
    assert.deepEqual(processesOf(userIds), [])
  })

  test('one that never ends, or takes all there is, ends its own run and nothing else', async () => {
    const before = process.memoryUsage.rss()
    const results = []
    const paths = some('endless pages', Object.keys(endlessPages))
    for (const path of paths) {
      const { verdict, notRunCause } = await narrow.runInBrowser({
        script: `import { test } from '@playwright/test'
          test('visits', async ({ page }) => {
            test.setTimeout(12_000)
            await page.goto(process.env.TARGET + '${path}')
            for (;;) {
              await page.evaluate(() => document.title)
              await page.waitForTimeout(100)
            }
          })`,
      })
      results.push([path, verdict.kind, notRunCause])
      assert.deepEqual(processesOf(userIds), [], path)
    }
    assert.deepEqual(
      results,
      paths.map((path) => [path, 'failed', null]),
    )
    assert.ok(process.memoryUsage.rss() - before < 60 * mebibyte)
  })
})
