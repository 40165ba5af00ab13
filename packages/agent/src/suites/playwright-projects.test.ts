// Own process: sandboxes change how it inherits files and orphans.
// In turns: real package managers, and projects with their own runner.
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
import { unzip } from '../../testing/unzip.ts'
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
  if (request.url === '/nothing') response.statusCode = 404
  response.end(`<title>Shop</title><link rel="icon" href="data:,"><h1>Shop ${request.headers['user-agent']}</h1>
    <button onclick="buy()">Buy</button>
    <script>
      function buy() {
        const end = performance.now() + 60
        while (performance.now() < end);
        if (location.pathname === '/') history.pushState({}, '', '/cart')
        else fetch('/nothing').then(() => console.error('nothing there'))
      }
    </script>`)
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

/** Whether the word is in a file, or in what lies inside it, however deep. */
async function holds(bytes: Buffer, wanted: string): Promise<boolean> {
  if (bytes.includes(wanted)) return true
  const embedded = /data:application\/zip;base64,([A-Za-z0-9+/=]+)/.exec(bytes.toString('latin1'))?.[1]
  if (embedded !== undefined && (await holds(Buffer.from(embedded, 'base64'), wanted))) return true
  if (bytes.toString('latin1', 0, 2) !== 'PK') return false
  const inside = unzip(bytes)
  assert.ok(inside.size > 0)
  for (const entry of inside.values()) if (await holds(entry, wanted)) return true
  return false
}

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
    const compiledSpec = `
      const { createHash } = require('node:crypto')
      const { getCompileCacheDir } = require('node:module')
      const fs = require('node:fs')
      const { test } = require('@playwright/test')
      test('writes', () => {
        const folder = getCompileCacheDir()
        const names = fs.readdirSync(folder).toSorted()
        const hash = createHash('sha256')
        for (const name of names) hash.update(name).update(fs.readFileSync(folder + '/' + name))
        console.log('compiled ' + (names.length > 100) + ' ' + hash.digest('hex'))
        for (const name of names) fs.writeFileSync(folder + '/' + name, 'evil')
        fs.writeFileSync(folder + '/evil', 'evil')
      })`
    /** What the first run says, which installs the packages that the others have. */
    let compiled: string | undefined

    test('5.7, 5.8, 6.3: a project runs with the browser of the location; flaky tests are counted, a mark is degraded, nothing shows a secret', async () => {
      const { verdict, detail, log, files } = await runs.run({
        files: playwrightProject({
          'playwright.config.js': `module.exports = { testDir: 'tests', outputDir: 'left' }`,
          'cart.txt': `lamp ${word}`,
          ...(level.name === 'namespaces' && { 'tests/compiled.spec.js': compiledSpec }),
          'tests/shop.spec.js': `
          const { appendFileSync } = require('node:fs')
          const { test, expect } = require('@playwright/test')
          test('opens @fast', async ({ browser, page }) => {
            await page.goto(process.env.TARGET + '/?word=' + process.env.WORD)
            await expect(page.locator('h1')).toContainText('Shop')
            console.log('agent', await page.evaluate(() => navigator.userAgent))
            const session = await browser.newBrowserCDPSession()
            const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
            console.log('shows', targetInfos.map(({ type }) => type).sort().join())
            await page.getByRole('button').click()
            await expect(page).toHaveURL(/cart/)
            const said = page.waitForEvent('console')
            await page.getByRole('button').click()
            await said
            await page.goto(process.env.TARGET.replace('127.0.0.1', 'localhost'))
          })
          test('flickers', async ({}, { retry }) => {
            await test.info().attach('cart', { path: 'cart.txt' })
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
        // A worker of its own takes more than a second of processor time.
        testCommand: 'npx playwright test --workers=1',
        variables,
        secretVariables: ['WORD'],
        isRequested: true,
      })
      const text = log.join('\n')
      assert.equal(verdict.kind, 'degraded', `${verdict.reason}\n${text}`)
      assert.equal(verdict.reason, 'slow checkout')
      assert.ok(detail !== null)
      assert.deepEqual(validateDetail(JSON.parse(JSON.stringify(detail))), [])
      const passed = level.name === 'namespaces' ? 2 : 1
      assert.deepEqual(detail.testCounts, { passed, failed: 0, flaky: 1, skipped: 1 })
      assert.ok(log.includes('Installing: npm install --include=dev'), text)
      compiled = log.find((line) => line.startsWith('compiled'))
      assert.equal(detail.playwrightVersion, '1.58.2')
      assert.equal(detail.browser?.name, 'chromium')
      assert.match(log[0] ?? '', /^Node 26\.[\d.]+, chromium \d+/)
      assert.match(text, /^agent Mozilla.*HeadlessChrome.* \(Sonde\)$/m)
      assert.match(text, /^shows page(?:,tab)?$/m, 'nothing of the browser itself')
      const [whole, soft, elsewhere] = detail.pages ?? []
      assert.deepEqual(
        [whole?.title, URL.parse(whole?.url ?? '')?.pathname, whole?.softNavigation],
        ['Shop', '/', undefined],
      )
      for (const name of ['TTFB', 'FCP', 'LCP', 'CLS', 'INP'] as const)
        assert.ok(whole?.webVitals[name] !== undefined, `${name} ${JSON.stringify(detail.pages)}`)
      assert.ok((whole?.webVitals.INP?.value ?? 0) >= 56, JSON.stringify(whole))
      assert.deepEqual(
        [URL.parse(soft?.url ?? '')?.pathname, soft?.softNavigation, Object.keys(soft?.webVitals ?? {})],
        ['/cart', true, ['INP']],
      )
      // Another process of the browser shows it.
      assert.deepEqual(
        [URL.parse(elsewhere?.url ?? '')?.hostname, elsewhere?.title, detail.pages?.length],
        ['localhost', 'Shop', 3],
      )
      assert.ok(elsewhere?.webVitals.TTFB !== undefined, JSON.stringify(detail.pages))
      assert.ok(
        detail.consoleMessages?.some(({ type, text: said }) => type === 'error' && said === 'nothing there'),
      )
      assert.ok(
        detail.networkRequests?.some(({ url, status }) => url === `${target}/nothing` && status === 404),
      )
      assert.equal(detail.traceSummary?.networkErrors, 1)
      // Found by what was attached: the project has a folder of results of its own.
      const attached = (detail.tests ?? []).flatMap(({ attempts }) =>
        attempts.flatMap(({ attachments }) => attachments ?? []),
      )
      for (const [name, kind] of [
        ['trace', 'trace'],
        ['cart', 'file'],
      ]) {
        const named = attached.find((attachment) => attachment.name === name)?.file
        assert.ok(
          files.some((file) => file.name === named && file.kind === kind),
          JSON.stringify([attached, files.map((file) => [file.name, file.kind])]),
        )
      }
      const opens = detail.tests?.find(({ title }) => title.startsWith('opens'))
      assert.ok(
        opens?.attempts[0]?.steps?.some(
          ({ kind, title }) => kind === 'action' && title.startsWith('Navigate'),
        ),
        JSON.stringify(opens),
      )
      assert.ok(!JSON.stringify(detail).includes(word))
      const reports = files.filter(({ kind }) => kind === 'report').map(({ name }) => name)
      assert.deepEqual(reports, ['report.json', 'html-report.zip'], text)
      // Those of traces and of the report lie inside other archives.
      for (const { name, kind, bytes } of files.filter((file) => file.kind !== 'screenshot'))
        assert.equal(await holds(bytes, word), false, `${kind} ${name}`)
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
      assert.equal(verdict.reason, 'Timed out waiting 6s for the test suite to run', log.join('\n'))
      const never = detail?.tests?.find(({ title }) => title === 'never')
      assert.ok(never === undefined || never.outcome === 'skipped', JSON.stringify(detail?.tests))
    })

    test(
      'SI 7, 10.17: packages are compiled before the first test runs, and what tests write there is for nobody',
      { skip: level.name !== 'namespaces' },
      async () => {
        const { verdict, log } = await runs.run({
          files: playwrightProject({ 'tests/compiled.spec.js': compiledSpec }),
          engine: 'node',
          engineVersion: '26',
          browsers: ['chromium'],
          installCommand: '',
          testCommand: 'npx playwright test',
          variables,
        })
        assert.equal(verdict.kind, 'passed', `${verdict.reason}\n${log.join('\n')}`)
        assert.ok(!log.some((line) => line.startsWith('Installing')), log.join('\n'))
        assert.match(compiled ?? '', /^compiled true /)
        assert.equal(
          log.find((line) => line.startsWith('compiled')),
          compiled,
        )
      },
    )

    test('case 18, 5.7, 5.8: Bun runs Playwright with our settings, and what asks for Node; a version that there is not is told', async () => {
      const { verdict, detail, log, files } = await runs.run({
        files: playwrightProject({
          'check.js': 'console.log("bun", process.versions.bun)',
          'tests/sum.spec.js': `
          const { expect, test } = require('@playwright/test')
          test('adds up', async ({}, info) => expect([info.config.workers, info.retry]).toEqual([4, 1]))
          test('opens', async ({ page }) => {
            await page.goto(process.env.TARGET)
            console.log('agent', await page.evaluate(() => navigator.userAgent))
            await page.getByRole('button').click()
            await expect(page).toHaveURL(/cart/)
          })
        `,
        }),
        engine: 'bun',
        engineVersion: '1.1.0',
        browsers: ['chromium'],
        installCommand: '',
        testCommand: 'bun check.js && node check.js && npx playwright test',
        variables: { ...variables, BUN_OPTIONS: '--smol' },
        isRequested: true,
      })
      assert.equal(verdict.kind, 'passed', `${verdict.reason}\n${log.join('\n')}`)
      assert.match(log[0] ?? '', /^Bun 1\.3\.\d/)
      assert.match(log[1] ?? '', /bun 1\.1\.0 is not available: Bun 1\.3 is used instead/)
      assert.equal(log.filter((line) => line.startsWith('bun 1.3')).length, 2, log.join('\n'))
      // What we set for projects, which reaches Bun by other ways than Node.
      assert.deepEqual(detail?.testCounts, { passed: 1, failed: 0, flaky: 1, skipped: 0 }, log.join('\n'))
      assert.match(log.join('\n'), /^agent Mozilla.* \(Sonde\)$/m)
      const [whole, soft] = detail?.pages ?? []
      assert.ok((whole?.webVitals.INP?.value ?? 0) >= 56, JSON.stringify(detail?.pages))
      assert.equal(soft?.softNavigation, true)
      const kinds = new Set(files.map(({ kind }) => kind))
      assert.ok(kinds.has('trace') && kinds.has('report'), [...kinds].join())
    })
  },
)
