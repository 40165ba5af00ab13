// Own process: sandboxes change how it inherits files and orphans.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { BrowserRunDetail } from '@sonde/schema/check-types/browser/result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { browserPlaces, openBrowserPlace } from '../../testing/browser-place.ts'
import { testRunsAt } from '../../testing/test-runs.ts'
import { findBrowser } from '../browsers/find-browser.ts'

/** Runs in a real browser take seconds each: every one of them shows several things. */
const place = await openBrowserPlace()
after(() => place.close())
const { level, runtimes, browsers, missing } = place

const validateDetail = createValidator().compile(BrowserRunDetail, { complete: true })
const word = 'hush-hush-4711'
const pages = {
  '/shop': `<title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1><p id="stored"></p>
    <script>
      stored.textContent = [document.cookie, localStorage.getItem('seen')].join('|')
      document.cookie = 'visitor=7; path=/'
      localStorage.setItem('seen', 'yes')
      console.error('bad thing'); console.info('a word')
      fetch('/bad')
      setTimeout(() => { throw new Error('nobody caught me') }, 0)
    </script>`,
}
/** Not written out below: it is no room of ours. */
const helpers = '@sonde/playwright-helpers'
const head = `import { expect, test } from '@playwright/test'
import { markCheckAsDegraded } from '${helpers}'
const shop = process.env.TARGET + '/shop'
`

const opened =
  level === null || missing !== null ? null : await testRunsAt(level, runtimes, { browsers, pages })
after(() => opened?.close())

suite('runs in a browser', { skip: missing ?? false, timeout: 600_000 }, () => {
  if (opened === null || level === null) return
  const runs = opened

  async function run(written: Parameters<typeof runs.runInBrowser>[0]) {
    const result = await runs.runInBrowser(written)
    assert.ok(result.detail !== null, result.verdict.reason ?? '')
    assert.deepEqual(validateDetail(JSON.parse(JSON.stringify(result.detail))), [])
    return { ...result, detail: result.detail, log: result.detail.jobLog ?? [] }
  }

  test('cases 3, 7, 28: one that is looked at has its pages, console, requests and trace, and no secret', async () => {
    const { verdict, detail, log, files } = await run({
      isRequested: true,
      variables: { WORD: word },
      secretVariables: ['WORD'],
      playwrightConfig: { retries: 3, use: { locale: 'de-DE', channel: 'msedge', video: 'on' } },
      script: `${head}
        test('shop', async ({ page }) => {
          console.log(JSON.stringify(process.env))
          await page.goto(shop)
          await test.step('read', async () => { await expect(page.locator('h1')).toHaveText('Shop') })
          await page.evaluate((text) => { document.querySelector('h1').textContent = text }, process.env.WORD)
          console.log(await page.evaluate(() => navigator.language + ' ' + navigator.userAgent))
          await page.waitForLoadState('networkidle')
          await page.screenshot({ path: 'pictures/shop.png' })
        })`,
    })
    assert.deepEqual([verdict.kind, verdict.reason], ['passed', null])
    assert.deepEqual(detail.traceSummary, {
      consoleErrors: 2,
      networkErrors: 1,
      documentErrors: 1,
      userScriptErrors: 0,
    })
    const [page, ...others] = detail.pages
    assert.deepEqual([page?.url, page?.title, others.length], [`${runs.url}/shop`, 'Shop', 0])
    // Grades follow from the values: which they are is the business of the machine.
    for (const name of ['FCP', 'LCP', 'CLS', 'TBT', 'TTFB'] as const)
      assert.ok((page?.webVitals[name]?.value ?? -1) >= 0, name)
    assert.deepEqual(
      detail.consoleMessages?.map(({ type, text, page: index }) => [type, text.slice(0, 20), index]),
      [
        ['error', 'bad thing', 0],
        ['info', 'a word', 0],
        ['error', 'Failed to load resou', 0],
      ],
    )
    assert.deepEqual(
      detail.networkRequests?.map(({ method, url, status, resourceType }) => [
        method,
        url.replace(runs.url, ''),
        status,
        resourceType,
      ]),
      [
        ['GET', '/shop', 200, 'document'],
        ['GET', '/bad', 500, 'fetch'],
      ],
    )
    assert.match(detail.pageErrors?.[0]?.message ?? '', /nobody caught me/)
    assert.deepEqual(
      detail.steps?.filter(({ depth, kind }) => depth === 1 && kind !== 'hook').map(({ kind }) => kind),
      ['action', 'step', 'action', 'action', 'action', 'action'],
    )
    const texts = log.map(({ msg }) => msg)
    assert.match(texts[0] ?? '', /^Runtime 2026\.04: Node 24\.\S+, Playwright 1\.58\.2, chrom\w+ \d/)
    assert.deepEqual(
      log.filter(({ level: of }) => of === 'WARN').map(({ msg }) => msg),
      [
        'The setting retries of playwrightConfig is ignored',
        'The setting use.channel of playwrightConfig is ignored',
        'The setting use.video of playwrightConfig is ignored',
        'No video is recorded: there is no ffmpeg at this location (npm run browsers installs it)',
      ],
    )
    assert.ok(
      texts.some((text) => /^de-DE .*Chrome\/\S+ Safari\/\S+ \(Sonde\)$/.test(text)),
      texts.join('\n'),
    )
    const environment = JSON.parse(texts.find((text) => text.startsWith('{')) ?? '{}') as Record<
      string,
      string
    >
    assert.deepEqual([environment['WORD'], environment['TARGET']], ['*********', runs.url])
    assert.ok(!Object.keys(environment).some((name) => /KEY|SONDE|SANDBOX/.test(name)), texts.join('\n'))
    const [trace, picture, ...rest] = files.toSorted((a, b) => (a.kind < b.kind ? 1 : -1))
    assert.deepEqual(
      [trace?.kind, trace?.name, picture?.kind, picture?.name, rest.map(({ name }) => name)],
      ['trace', 'script.js-shop-trace.zip', 'screenshot', 'pictures-shop.png', ['report.json']],
    )
    const report = String(rest[0]?.bytes)
    assert.ok(report.includes('"title": "shop"') && report.includes('*********') && !report.includes(word))
    const entries = await unzip(trace?.bytes ?? Buffer.alloc(0))
    const whole = [...entries.values()].join('\n')
    assert.ok(whole.includes('*********') && !whole.includes(word))
    assert.ok([...entries.keys()].some((name) => name.endsWith('.network')))
  })

  test('cases 7, 9: one that fails shows the moment, has its trace, and sees nothing of the one before', async () => {
    const { verdict, detail, files } = await run({
      script: `${head}
        test('shop', async ({ page }) => {
          await page.goto(shop)
          expect(await page.locator('#stored').textContent()).toBe('session=abcdef|')
          await expect(page.locator('h1')).toHaveText('Basket', { timeout: 500 })
        })
        test('another', async () => {})`,
    })
    assert.equal(verdict.kind, 'failed')
    assert.match(verdict.reason ?? '', /^shop: expect\(locator\)\.toHaveText/)
    assert.equal(detail.errors.length, 1)
    assert.equal(detail.traceSummary.userScriptErrors, 1)
    assert.deepEqual(files.map(({ name }) => name).toSorted(), [
      'report.json',
      'script.js-shop-error-context.md',
      'script.js-shop-test-failed-1.png',
      'script.js-shop-trace.zip',
    ])
  })

  test('cases 4, 7, 24: a scheduled one that did not fail keeps no recording, however much it prints', async () => {
    const { verdict, detail, log, files } = await run({
      script: `${head}
        test('shop', async ({ page }) => {
          await page.goto(shop)
          for (let i = 0; i < 12; i += 1) console.log('y'.repeat(2 ** 20))
          expect.soft(await page.title()).toBe('Basket')
          markCheckAsDegraded('slow today')
        })`,
    })
    assert.deepEqual([verdict.kind, verdict.reason], ['degraded', 'slow today'])
    assert.ok(log.some(({ msg }) => msg.startsWith('log cut')))
    assert.ok(JSON.stringify(detail).length < 600_000)
    assert.deepEqual(
      files.map(({ kind }) => kind).filter((kind) => kind !== 'screenshot' && kind !== 'log'),
      [],
    )
  })

  test('cases 2, 8: modules beyond the list, and what a script says of itself', async () => {
    for (const [script, reason] of [
      [`require('child_process')`, /^Cannot find module 'child_process'/],
      [
        `${head}\nimport fs from 'node:fs'\ntest('exits', () => { fs.writeFileSync('report.json', '{}'); process.exit(0) })`,
        /^exits: .*worker process exited unexpectedly/,
      ],
    ] as const) {
      const { verdict } = await run({ script })
      assert.equal(verdict.kind, 'failed')
      assert.match(verdict.reason ?? '', reason)
    }
  })

  test('case 10: without a browser, or where none can run, there is no verdict, and a word about what to install', async () => {
    const bare = await testRunsAt(level, runtimes, {
      browsers: { find: () => findBrowser({ ...browserPlaces, chromiumPath: '/nowhere/chromium' }) },
    })
    after(() => bare.close())
    const result = await bare.runInBrowser({ script: head })
    assert.deepEqual([result.verdict.kind, result.notRunCause], ['withheld', 'no-runtime'])
    assert.match(result.verdict.reason ?? '', /CHROMIUM_PATH/)
    const narrow = await testRunsAt({ ...level, name: 'user' }, runtimes, { browsers })
    after(() => narrow.close())
    const refused = await narrow.runInBrowser({ script: head })
    assert.deepEqual([refused.verdict.kind, refused.notRunCause], ['withheld', 'no-runtime'])
    assert.match(refused.verdict.reason ?? '', /bubblewrap/)
    const browser = { name: 'chromium', version: '156.0', path: '/bin/false', ffmpeg: null } as const
    const broken = await testRunsAt(level, runtimes, {
      browsers: { find: async () => ({ kind: 'found', browser }) },
    })
    after(() => broken.close())
    const unstarted = await broken.runInBrowser({
      script: `${head}\ntest('shop', async ({ page }) => { await page.goto(shop) })`,
    })
    assert.deepEqual([unstarted.verdict.kind, unstarted.notRunCause], ['withheld', 'no-runtime'])
    assert.match(unstarted.verdict.reason ?? '', /^The browser of this location did not start: .*launch/)
  })

  test('case 5: golden files are missing, made, matched, different, and of another browser', async () => {
    const golden = `script.js-snapshots/home-${process.platform}.png`
    const shoot = (fields: Partial<Parameters<typeof run>[0]> = {}) =>
      run({
        script: `${head}
          test('shop', async ({ page }) => {
            await page.setContent('<body style="background:' + (process.env.COLOUR ?? 'teal') + '">')
            await expect(page).toHaveScreenshot('home.png')
          })`,
        ...fields,
      })
    const absent = await shoot()
    assert.equal(absent.verdict.kind, 'failed')
    assert.match(
      absent.verdict.reason ?? '',
      new RegExp(`^shop: There is no golden file ${golden} yet\\..*updateSnapshots`),
    )
    const actual = 'script.js-shop-home-actual.png'
    assert.deepEqual(absent.detail.snapshots, [
      { path: golden, state: 'MISSING', expected: null, actual, diff: null },
    ])
    const pictures = absent.files.filter(({ kind }) => kind === 'screenshot').map(({ name }) => name)
    assert.deepEqual(pictures.toSorted(), [actual, 'script.js-shop-test-failed-1.png'])

    const made = await shoot({ updatesSnapshots: true })
    assert.deepEqual([made.verdict.kind, made.verdict.reason], ['passed', null])
    const [stored, ...others] = runs.stored
    assert.ok(stored !== undefined && others.length === 0)
    assert.match(stored.madeBy, /^Chrom(?:e|ium) \d+$/)
    const [comparison] = made.detail.snapshots
    assert.deepEqual([comparison?.state, comparison?.path, comparison?.key], ['STORED', golden, stored.key])

    const { sha256, madeBy } = stored
    const own = [{ path: golden, sha256, madeBy: [madeBy] }]
    const matched = await shoot({ golden: own })
    assert.deepEqual([matched.verdict.kind, matched.verdict.reason], ['passed', null])
    assert.deepEqual(matched.detail.snapshots, [])

    const different = await shoot({ golden: own, variables: { COLOUR: 'crimson' } })
    assert.equal(different.verdict.kind, 'failed')
    const [difference] = different.detail.snapshots
    assert.deepEqual([difference?.state, difference?.path], ['DIFFERENT', golden])
    const names = new Set(different.files.map(({ name }) => name))
    for (const name of [difference?.expected, difference?.actual, difference?.diff])
      assert.ok(name && names.has(name), `${name} is none of ${[...names].join(', ')}`)

    const other = await shoot({ golden: [{ path: golden, sha256, madeBy: ['Chromium 1'] }] })
    assert.equal(other.verdict.kind, 'failed')
    assert.match(
      other.verdict.reason ?? '',
      new RegExp(`The golden file ${golden} was made by Chromium 1, and this run used ${madeBy}:`),
    )
    assert.deepEqual(
      other.detail.snapshots.map(({ state, actual: drawn }) => [state, drawn]),
      [['OTHER_BROWSER', actual]],
    )
  })

  test('a script without the test runner is a program: awaited, and judged by its end', async () => {
    const library = 'playwright'
    const start = `const { chromium } = require('${library}')
      const open = async () => {
        const browser = await chromium.launch()
        const page = await browser.newPage()
        await page.goto(process.env.TARGET + '/shop')
        return { browser, page }
      }`
    const passed = await run({
      script: `${start}
        open().then(async ({ browser, page }) => { console.log(await page.title()); await browser.close() })`,
    })
    assert.deepEqual([passed.verdict.kind, passed.verdict.reason], ['passed', null])
    assert.equal(passed.detail.type, 'PLAYWRIGHT')
    assert.deepEqual([passed.detail.pages[0]?.title, passed.detail.pages.length], ['Shop', 1])
    assert.ok(passed.log.some(({ msg }) => msg === 'Shop'))

    const failed = await run({ script: `${start}\nopen().then(() => { throw new Error('no basket') })` })
    assert.equal(failed.verdict.kind, 'failed')
    assert.match(failed.verdict.reason ?? '', /^script\.js: no basket/)
    assert.deepEqual(
      failed.files.filter(({ kind }) => kind === 'screenshot').map(({ name }) => name),
      ['script-error.png'],
    )

    const left = await run({ script: `${start}\nopen().then(() => process.exit(0))` })
    assert.equal(left.verdict.kind, 'failed')
    assert.match(left.verdict.reason ?? '', /ended before it had come to its end \(exit code 0\)/)
  })

  test('case 1: a page and a script that loop have failed at the limit, and no browser is left', async () => {
    const short = await testRunsAt(level, runtimes, { browsers, pages, limits: { runMs: 25_000 } })
    after(() => short.close())
    const { verdict, detail } = await short.runInBrowser({
      script: `${head}
        test('loops', async ({ page }) => {
          test.setTimeout(0)
          await page.goto(shop)
          void page.evaluate(() => { for (;;); }).catch(() => {})
          await new Promise((resolve) => setTimeout(resolve, 200))
          for (;;);
        })`,
    })
    assert.deepEqual([verdict.kind, verdict.reason], ['failed', 'time limit of 25 s exceeded'])
    assert.equal(detail?.errors[0]?.message, 'time limit of 25 s exceeded')
    assert.equal(short.started(), 1)
    assert.deepEqual(short.living(), [])
  })

  /** The texts in an archive, with the reader that the runtime has. */
  async function unzip(bytes: Buffer): Promise<Map<string, string>> {
    const installed = await runtimes.find('2026.04')
    assert.ok(installed.kind === 'installed')
    const packages = join(installed.runtime.folder, 'node_modules')
    const { yauzl } = createRequire(join(packages, 'x.js'))(
      join(packages, 'playwright-core/lib/zipBundle.js'),
    ) as { yauzl: Yauzl }
    const entries = new Map<string, string>()
    const done = Promise.withResolvers<void>()
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return done.reject(error)
      zip.on('end', () => done.resolve())
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (_error, stream) => {
          entries.set(entry.fileName, Buffer.concat(await Array.fromAsync(stream)).toString())
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
    await done.promise
    return entries
  }
})

type Entry = { fileName: string }
type Zip = {
  on(event: 'end', listener: () => void): void
  on(event: 'entry', listener: (entry: Entry) => void): void
  openReadStream(entry: Entry, done: (error: Error | null, stream: AsyncIterable<Buffer>) => void): void
  readEntry(): void
}
type Yauzl = {
  fromBuffer(bytes: Buffer, options: object, done: (error: Error | null, zip: Zip) => void): void
}
