// Own process: sandboxes change how it inherits files and orphans.
// In turns: real browsers in sandboxes.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { BrowserRunDetail } from '@sonde/schema/check-types/browser/result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { isFull, some } from '@sonde/ground/testing/thoroughness.ts'
import { browserPlaces, openBrowserPlace } from '../../testing/browser-place.ts'
import { keepFilesIn, openDescriptors, whatIsLeft } from '../../testing/many-runs.ts'
import { testRunsAt } from '../../testing/test-runs.ts'
import { unzip } from '../../testing/unzip.ts'
import { findBrowser } from '../browsers/find-browser.ts'

/** Runs in a real browser take seconds each: every one of them shows several things. */
const place = await openBrowserPlace()
after(() => place.close())
const kept = keepFilesIn(place)
after(() => kept.restore())
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
  /** After the first of them, which fills caches. */
  let left: { things: ReturnType<typeof whatIsLeft>; descriptors: number } | null = null

  async function run(written: Parameters<typeof runs.runInBrowser>[0]) {
    const result = await runs.runInBrowser(written)
    assert.ok(result.detail !== null, result.verdict.reason ?? '')
    assert.deepEqual(validateDetail(JSON.parse(JSON.stringify(result.detail))), [])
    left ??= { things: whatIsLeft(place), descriptors: openDescriptors() }
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
    const entries = unzip(trace?.bytes ?? Buffer.alloc(0))
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
    const cases = [
      [`require('child_process')`, /^Cannot find module 'child_process'/],
      [
        `${head}\nimport fs from 'node:fs'\ntest('exits', () => { fs.writeFileSync('report.json', '{}'); process.exit(0) })`,
        /^exits: .*worker process exited unexpectedly/,
      ],
    ] as const
    for (const [script, reason] of some('what a script in a browser says of itself', cases)) {
      const { verdict } = await run({ script })
      assert.equal(verdict.kind, 'failed')
      assert.match(verdict.reason ?? '', reason)
    }
  })

  test('case 10: without a browser, or where none can run, there is no verdict, and a word about what to install', async (t) => {
    const bare = await testRunsAt(level, runtimes, {
      browsers: { find: () => findBrowser({ ...browserPlaces, chromiumPath: '/nowhere/chromium' }) },
    })
    t.after(() => bare.close())
    const result = await bare.runInBrowser({ script: head })
    assert.deepEqual([result.verdict.kind, result.notRunCause], ['withheld', 'no-runtime'])
    assert.match(result.verdict.reason ?? '', /CHROMIUM_PATH/)
    const narrow = await testRunsAt({ ...level, name: 'user' }, runtimes, { browsers })
    t.after(() => narrow.close())
    const refused = await narrow.runInBrowser({ script: head })
    assert.deepEqual([refused.verdict.kind, refused.notRunCause], ['withheld', 'no-runtime'])
    assert.match(refused.verdict.reason ?? '', /bubblewrap/)
    const browser = { name: 'chromium', version: '156.0', path: '/bin/false', ffmpeg: null } as const
    const broken = await testRunsAt(level, runtimes, {
      browsers: { find: async () => ({ kind: 'found', browser }) },
    })
    t.after(() => broken.close())
    const unstarted = await broken.runInBrowser({
      script: `${head}\ntest('shop', async ({ page }) => { await page.goto(shop) })`,
    })
    assert.deepEqual([unstarted.verdict.kind, unstarted.notRunCause], ['withheld', 'no-runtime'])
    assert.match(unstarted.verdict.reason ?? '', /^The browser of this location did not start: .*launch/)
  })

  test('case 5: golden files are made, matched, missing, different, and of another browser', async () => {
    const placeOf = (name: string) => `script.js-snapshots/${name}-${process.platform}.png`
    const shoot = (colours: Readonly<Record<string, string>>, fields: Partial<Parameters<typeof run>[0]>) =>
      run({
        script: `${head}
          test('shop', async ({ page }) => {
            for (const [name, colour] of Object.entries(JSON.parse(process.env.COLOURS))) {
              await page.setContent('<body style="background:' + colour + '">')
              await expect.soft(page).toHaveScreenshot(name + '.png')
            }
          })`,
        variables: { COLOURS: JSON.stringify(colours) },
        ...fields,
      })
    const made = await shoot({ home: 'teal' }, { updatesSnapshots: true })
    assert.deepEqual([made.verdict.kind, made.verdict.reason], ['passed', null])
    const [stored, ...others] = runs.stored
    assert.ok(stored !== undefined && others.length === 0)
    assert.match(stored.madeBy, /^Chrom(?:e|ium) \d+$/)
    const [comparison] = made.detail.snapshots
    assert.deepEqual(
      [comparison?.state, comparison?.path, comparison?.key],
      ['STORED', placeOf('home'), stored.key],
    )

    const { sha256, madeBy } = stored
    const compared = await shoot(
      { absent: 'teal', home: 'teal', changed: 'crimson', foreign: 'teal' },
      {
        golden: [
          { path: placeOf('home'), sha256, madeBy: [madeBy] },
          { path: placeOf('changed'), sha256, madeBy: [madeBy] },
          { path: placeOf('foreign'), sha256, madeBy: ['Chromium 1'] },
        ],
      },
    )
    assert.equal(compared.verdict.kind, 'failed')
    assert.match(
      compared.verdict.reason ?? '',
      new RegExp(`^shop: There is no golden file ${placeOf('absent')} yet\\..*updateSnapshots`),
    )
    const [missed, difference, foreign, ...rest] = compared.detail.snapshots
    const actual = (name: string) => `script.js-shop-${name}-actual.png`
    assert.deepEqual(missed, {
      path: placeOf('absent'),
      state: 'MISSING',
      expected: null,
      actual: actual('absent'),
      diff: null,
    })
    assert.deepEqual([difference?.state, difference?.path], ['DIFFERENT', placeOf('changed')])
    const pictures = compared.files.filter(({ kind }) => kind === 'screenshot').map(({ name }) => name)
    for (const name of [difference?.expected, difference?.actual, difference?.diff])
      assert.ok(name && pictures.includes(name), `${name} is none of ${pictures.join(', ')}`)
    for (const name of [actual('absent'), 'script.js-shop-test-failed-1.png'])
      assert.ok(pictures.includes(name), `${name} is none of ${pictures.join(', ')}`)
    assert.deepEqual([foreign?.state, foreign?.actual], ['OTHER_BROWSER', actual('foreign')])
    // What matched is none of them.
    assert.deepEqual(rest, [])
    const words = compared.detail.errors.map(({ message }) => message).join('\n')
    assert.match(
      words,
      new RegExp(
        `The golden file ${placeOf('foreign')} was made by Chromium 1, and this run used ${madeBy}:`,
      ),
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
        open().then(async ({ browser, page }) => {
          const session = await browser.newBrowserCDPSession()
          const { arguments: all } = await session.send('Browser.getBrowserCommandLine')
          console.log(await page.title())
          console.log(all.findLast((argument) => argument.startsWith('--disable-features=')))
          await browser.close()
        })`,
    })
    assert.deepEqual([passed.verdict.kind, passed.verdict.reason], ['passed', null])
    assert.equal(passed.detail.type, 'PLAYWRIGHT')
    assert.deepEqual([passed.detail.pages[0]?.title, passed.detail.pages.length], ['Shop', 1])
    assert.ok(passed.log.some(({ msg }) => msg === 'Shop'))
    const features = passed.log.find(({ msg }) => msg.startsWith('--disable-features='))?.msg.split(/[=,]/)
    for (const name of ['Translate', 'WebUIOmniboxPopup']) assert.ok(features?.includes(name), name)

    const ends = [
      {
        act: `throw new Error('no basket')`,
        reason: /^script\.js: no basket/,
        pictures: ['script-error.png'],
      },
      {
        act: 'process.exit(0)',
        reason: /ended before it had come to its end \(exit code 0\)/,
        pictures: null,
      },
    ]
    for (const { act, reason, pictures } of some('ends of programs', ends)) {
      const failed = await run({ script: `${start}\nopen().then(() => { ${act} })` })
      assert.equal(failed.verdict.kind, 'failed')
      assert.match(failed.verdict.reason ?? '', reason)
      const shown = failed.files.filter(({ kind }) => kind === 'screenshot').map(({ name }) => name)
      if (pictures !== null) assert.deepEqual(shown, pictures)
    }
  })

  test('case 1: a page and a script that loop have failed at the limit, and no browser is left', async (t) => {
    // Two processors are busy for the rest of that time.
    const seconds = isFull ? 25 : 12
    const short = await testRunsAt(level, runtimes, { browsers, pages, limits: { runMs: seconds * 1_000 } })
    t.after(() => short.close())
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
    const reason = `time limit of ${seconds} s exceeded`
    assert.deepEqual([verdict.kind, verdict.reason], ['failed', reason])
    assert.equal(detail?.errors[0]?.message, reason)
    assert.equal(short.started(), 1)
    assert.deepEqual(short.living(), [])
  })

  test('none of these runs leaves a process, a file, a mount or a descriptor behind', () => {
    assert.ok(left !== null)
    assert.deepEqual(whatIsLeft(place), left.things)
    assert.deepEqual(left.things.processes, [])
    // Connections of the first one to its target may end only now, so there can be fewer.
    const descriptors = openDescriptors()
    assert.ok(
      descriptors <= left.descriptors,
      `${descriptors} descriptors, ${left.descriptors} after the first run`,
    )
  })
})
