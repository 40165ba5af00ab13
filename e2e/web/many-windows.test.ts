// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { Page } from '@playwright/test'
import { someCredentials } from '../support/api-client.ts'
import { startCountedService } from '../support/counted-streams.ts'
import { eventually } from '../support/eventually.ts'
import { expect } from '../support/web/expect.ts'
import { browserForTests, claimInstallation, signIn, watchPage } from '../support/web/web-visitor.ts'

const browser = browserForTests()
const checks = `/accounts/${someCredentials.accountId}/checks`
/** More than a browser has connections to a server without HTTP/2. */
const windowsSideBySide = 8

suite('windows of one browser side by side share a stream of events:', () => {
  test('all are live, one more loads, and those that are frozen, crash or are closed take nothing with them', async (t) => {
    const { windows, rename, openStreams, openAnother } = await openWindows(t, windowsSideBySide)
    await rename('Gateway 1', windows)
    await eventually('one stream is left', () => openStreams() === 1)

    const ninth = await openAnother()
    await ninth.getByRole('link', { name: 'Gateway 1' }).waitFor()
    await rename('Gateway 2', [...windows, ninth])

    const [opener, second, third, ...others] = windows
    assert.ok(opener && second && third)
    await freeze(third)
    await crash(second)
    await opener.close()
    await rename('Gateway 3', [...others, ninth])
    await eventually('one stream is left', () => openStreams() === 1)

    for (const page of [third, ...others]) await page.close()
    await rename('Gateway 4', [ninth])
    await ninth.goto('about:blank')
    await eventually('nobody listens any more', () => openStreams() === 0)
    await ninth.goBack()
    await ninth.getByRole('link', { name: 'Gateway 4' }).waitFor()
    await rename('Gateway 5', [ninth])
  })

  test('one that joins late or was covered shows what has happened meanwhile, and each says that the server is away', async (t) => {
    const { service, windows, rename, openAnother } = await openWindows(t, 2)
    const [shown, covered] = windows
    assert.ok(shown && covered)
    await setSeen(covered, false)
    const late = await openAnother(holdWishes)
    await late.getByRole('link', { name: 'Gateway' }).waitFor()
    await rename('Gateway 1', [shown])
    for (const page of [covered, late]) {
      await expect(page.getByRole('link', { name: 'Gateway', exact: true })).toBeVisible()
    }
    await setSeen(covered, true)
    await late.evaluate(() => dispatchEvent(new Event('wishes-go-on')))
    const all = [shown, covered, late]
    for (const page of all) await page.getByRole('link', { name: 'Gateway 1' }).waitFor()
    await rename('Gateway 2', all)

    await service.stop('SIGKILL')
    for (const page of all) await page.getByText('The server cannot be reached.').waitFor()
    await service.start()
    for (const page of all) await expect(page.getByText('The server cannot be reached.')).toHaveCount(0)
    await rename('Gateway 3', all)
  })
})

async function openWindows(t: TestContext, count: number) {
  const { service, openStreams } = await startCountedService(t)
  const { address } = service
  await claimInstallation(service.server())
  const monitor = await service.createMonitor({ name: 'Gateway', locations: ['eu-west-1'] })
  const first = await browser.open()
  const context = first.context()
  await context.addInitScript(dropLongIntervals)
  watchPage(t, first, address)
  await signIn(first, address)
  const openAnother = async (before = () => {}): Promise<Page> => {
    const page = await context.newPage()
    await page.addInitScript(before)
    watchPage(t, page, address)
    await page.goto(address + checks)
    return page
  }
  const rename = async (name: string, shownIn: readonly Page[]): Promise<void> => {
    await service.expect(200, 'PATCH', `/v1/checks/${monitor}`, { name })
    for (const page of shownIn) await page.getByRole('link', { name }).waitFor()
  }
  const windows = [first]
  while (windows.length < count) windows.push(await openAnother())
  for (const page of windows) await page.getByRole('link', { name: 'Gateway' }).waitFor()
  return { service, windows, rename, openStreams, openAnother }
}

/** Lists are read anew every minute: without that, what they show was told. */
function dropLongIntervals(): void {
  const { setInterval: begin } = window
  Reflect.set(window, 'setInterval', (...[handler, ms, ...values]: Parameters<typeof begin>) =>
    (ms ?? 0) >= 60_000 ? 0 : begin(handler, ms, ...values),
  )
}

/** What the page would say to workers waits until it hears that it may. */
function holdWishes(): void {
  const say = Reflect.get(MessagePort.prototype, 'postMessage')
  const mayGoOn = new Promise((resolve) => addEventListener('wishes-go-on', resolve))
  Reflect.set(MessagePort.prototype, 'postMessage', function (this: MessagePort, wish: unknown) {
    const isHeld = typeof wish === 'object' && wish !== null && 'kind' in wish
    if (isHeld) void mayGoOn.then(() => Reflect.apply(say, this, [wish]))
    else Reflect.apply(say, this, [wish])
  })
}

async function freeze(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
}

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => undefined)
  await crashed
}

/** As when another window is in front of it, which a browser without a screen never has. */
async function setSeen(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate((seen) => {
    Reflect.defineProperty(document, 'hidden', { configurable: true, get: () => !seen })
    Reflect.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (seen ? 'visible' : 'hidden'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isSeen)
}
