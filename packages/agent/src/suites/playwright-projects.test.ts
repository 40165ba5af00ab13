// Own process: sandboxes change how it inherits files and orphans.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { SuiteRunDetail } from '@sonde/schema/check-types/suite/result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { playwrightProject, realEngines, registryVariables, suiteRunsAt } from '../../testing/suite-runs.ts'
import { installRealRuntime } from '../../testing/test-runs.ts'
import { findBrowser } from '../browsers/find-browser.ts'

/** Runs with a real browser take seconds each: every one of them shows several things. */
const { runtimes, missing: noRuntime } = await installRealRuntime()
const browser = await findBrowser({ chromiumPath: null, browsersFolder: join(tmpdir(), 'no-browsers-here') })
const folders = mkdtempSync(join(tmpdir(), 'sonde-playwright-suites-'))
chmodSync(folders, 0o755)
const firstId = 41_000_000 + process.pid * 20
const userIds = { first: firstId, last: firstId + 9 }
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger, wanted: 'auto' })
const level = offers.find((offer) => offer.level !== null)?.level ?? null
const missing =
  noRuntime ?? (browser.kind === 'missing' ? browser.why : null) ?? (level === null ? 'no sandbox' : null)
const validateDetail = createValidator().compile(SuiteRunDetail, { complete: true })
const word = 'hush-hush-4711'

const shop = createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(
    `<title>Shop</title><link rel="icon" href="data:,"><h1>Shop ${request.headers['user-agent']}</h1>`,
  )
})
shop.listen(0, '127.0.0.1')
await once(shop, 'listening')
const address = shop.address()
const target = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
after(async () => {
  shop.close()
  await release()
  rmSync(folders, { recursive: true, force: true })
})

suite(
  'projects with Playwright from the registry',
  { skip: missing ?? false, timeout: 600_000 },
  async () => {
    if (level === null || missing !== null) return
    const { packages, engines, findTools } = realEngines()
    const runs = suiteRunsAt(level, { engines, findTools, browser, runtimes })
    after(async () => {
      runs.close()
      await packages.close()
    })
    const variables = { ...registryVariables(), TARGET: target, WORD: word }

    test('5.7, 5.8, 6.3: a project runs with the browser of the location; flaky tests are counted, a mark is degraded, nothing shows a secret', async () => {
      const { verdict, detail, log, files } = await runs.run({
        files: playwrightProject({
          'tests/shop.spec.js': `
          const { appendFileSync } = require('node:fs')
          const { test, expect } = require('@playwright/test')
          test('opens @fast', async ({ page }) => {
            await page.goto(process.env.TARGET + '/?word=' + process.env.WORD)
            await expect(page.locator('h1')).toContainText('Shop')
            console.log('agent', await page.evaluate(() => navigator.userAgent))
          })
          test('flickers', async ({}, { retry }) => {
            appendFileSync('degraded.jsonl', JSON.stringify('slow checkout') + '\\n')
            expect(retry).toBe(1)
          })
          test.skip('waits', async () => {})
        `,
        }),
        engine: 'node',
        engineVersion: '26',
        browsers: ['chromium'],
        installCommand: '',
        testCommand: 'npx playwright test',
        variables,
        secretVariables: ['WORD'],
        isRequested: true,
      })
      const text = log.join('\n')
      assert.equal(verdict.kind, 'degraded', `${verdict.reason}\n${text}`)
      assert.equal(verdict.reason, 'slow checkout')
      assert.ok(detail !== null)
      assert.deepEqual(validateDetail(JSON.parse(JSON.stringify(detail))), [])
      assert.deepEqual(detail.testCounts, { passed: 1, failed: 0, flaky: 1, skipped: 1 })
      assert.equal(detail.playwrightVersion, '1.58.2')
      assert.match(log[0] ?? '', /^Node 26\.[\d.]+, chromium \d+/)
      const kinds = files.map(({ kind }) => kind)
      assert.ok(kinds.includes('trace'), JSON.stringify(files))
      assert.ok(!JSON.stringify(detail).includes(word))
    })

    test('case 17: a global timeout ends the tests that are left, and what they have said until then is there', async () => {
      const { verdict, detail, log } = await runs.run({
        files: playwrightProject({
          'tests/slow.spec.js': `
          const { test } = require('@playwright/test')
          test('quick', async () => {})
          test('slow', async () => { await new Promise((done) => setTimeout(done, 60_000)) })
          test('never', async () => {})
        `,
        }),
        engine: 'node',
        engineVersion: '26',
        installCommand: '',
        testCommand: 'npx playwright test --global-timeout=6000 --workers=1',
        variables,
      })
      assert.equal(verdict.kind, 'failed', log.join('\n'))
      assert.equal(verdict.reason, 'Timed out waiting 6s for the test suite to run')
      const never = detail?.tests?.find(({ title }) => title === 'never')
      assert.ok(never === undefined || never.outcome === 'skipped', JSON.stringify(detail?.tests))
    })
  },
)
