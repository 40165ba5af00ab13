import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { findBrowser } from '../browsers/find-browser.ts'
import { ownHarness } from '../scripts/open-harness.ts'

const { observePages }: { observePages(playwright: object, options: object): void } = await import(
  join(ownHarness, 'playwright/observe-pages.mjs')
)
const {
  measureVitals,
  vitalsBinding,
  restingEvent,
}: { measureVitals(order: object): void; vitalsBinding: string; restingEvent: string } = await import(
  join(ownHarness, 'playwright/page-vitals.mjs')
)
const browser = await findBrowser({ chromiumPath: null, browsersFolder: join(tmpdir(), 'no-browsers-here') })

suite('pages of a real browser', { skip: browser.kind === 'missing' && browser.why }, async () => {
  if (browser.kind === 'missing') return
  const folder = await mkdtemp(join(tmpdir(), 'sonde-observed-pages-'))
  const shop = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1><button>Buy</button><a href="/next">Next</a>',
    )
  })
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const address = shop.address()
  const target = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  /** One of its own for each file: what observes it is never taken away again. */
  const launch = async (file: string) => {
    const load = createRequire(import.meta.url)
    for (const path of Object.keys(load.cache))
      if (path.includes('/node_modules/playwright-core/')) delete load.cache[path]
    const playwright: typeof import('playwright-core') = load('playwright-core')
    observePages(playwright, { file, hasInteractions: true })
    return await playwright.chromium.launch({
      executablePath: browser.browser.path,
      chromiumSandbox: false,
    })
  }
  const file = join(folder, 'pages.jsonl')
  const [observed, full] = await Promise.all([launch(file), launch('/dev/full')])
  after(async () => {
    await Promise.all([observed.close(), full.close()])
    shop.close()
    await rm(folder, { recursive: true })
  })

  test('notes that cannot be written fail nobody, and that is told once', async (t) => {
    const said = t.mock.method(console, 'error', () => undefined)
    for (const _ of [1, 2]) {
      const context = await full.newContext()
      await (await context.newPage()).goto(target)
      await context.close()
    }
    const [call] = said.mock.calls
    assert.match(String(call?.arguments[0]), /^What happened in pages is not in the result.*ENOSPC/)
    assert.equal(said.mock.callCount(), 1)
  })

  test('pages without scripts are asked nothing, and where they went is noted', async (t) => {
    const plain = await observed.newContext()
    const sessions = t.mock.method(Object.getPrototypeOf(plain), 'newCDPSession')
    await plain.close()
    const context = await observed.newContext({ javaScriptEnabled: false })
    await (await context.newPage()).goto(target)
    await context.close()
    assert.equal(sessions.mock.callCount(), 0)
    const notes = JSON.parse((await readFile(file, 'utf8')).trim().split('\n').at(-1) ?? '')
    assert.deepEqual(
      notes.pages.map(({ url, vitals }: { url: string; vitals: object }) => [url, vitals]),
      [[target, {}]],
    )
    const other = await observed.newContext()
    await (await other.newPage()).goto(target)
    await other.close()
    assert.equal(sessions.mock.callCount(), 1)
  })

  test('a page tells nothing twice, and how soon its server answered at once', async () => {
    const context = await observed.newContext()
    const page = await context.newPage()
    const texts: string[] = []
    const painted = Promise.withResolvers<void>()
    await page.exposeFunction('keepTold', (text: string) => {
      texts.push(text)
      if (JSON.parse(text).vitals.LCP > 0) painted.resolve()
    })
    const name = `${vitalsBinding}OfTest`
    await page.addInitScript(`globalThis[${JSON.stringify(name)}] = (text) => keepTold(text)`)
    await page.addInitScript(measureVitals, { name, resting: `${name}Resting`, hasInteractions: true })
    await page.goto(target)
    await painted.promise
    // Nothing changes by that, and each of them is a moment to tell of a change.
    await page.evaluate(`for (let nth = 0; nth < 5; nth += 1) dispatchEvent(new Event('load'))`)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)))
    await context.close()
    assert.ok(JSON.parse(texts[0] ?? '').vitals.TTFB > 0, texts.join('\n'))
    assert.deepEqual(texts, [...new Set(texts)])
  })

  test('what was done last in a page is waited for, and not what was done in the page before', async () => {
    const restingMs = `(() => {
      const rest = { ms: null }
      dispatchEvent(new CustomEvent(${JSON.stringify(restingEvent)}, { detail: rest }))
      return String(rest.ms)
    })()`
    const context = await observed.newContext()
    const page = await context.newPage()
    await page.goto(target)
    assert.equal(await page.evaluate(restingMs), 'Infinity')
    // A script that takes long for it is no rest, though the press was long ago.
    await page.evaluate(`document.querySelector('button').addEventListener('click', () => {
      const until = performance.now() + 120
      while (performance.now() < until);
      globalThis.restingMs = ${restingMs}
    })`)
    await page.getByRole('button').click()
    assert.equal(await page.evaluate('restingMs'), '0')
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))',
    )
    const afterFrame = Number(await page.evaluate(restingMs))
    assert.ok(afterFrame >= 0 && Number.isFinite(afterFrame), String(afterFrame))
    await page.getByRole('link').click()
    await page.waitForURL('**/next')
    assert.equal(await page.evaluate(restingMs), 'Infinity')
    await page.getByRole('button').click()
    await context.close()
    const notes = JSON.parse((await readFile(file, 'utf8')).trim().split('\n').at(-1) ?? '')
    const [first, second] = notes.pages
    assert.ok(first.vitals.INP >= 120, JSON.stringify(notes.pages))
    assert.equal(second.url, `${target}next`)
  })
})
