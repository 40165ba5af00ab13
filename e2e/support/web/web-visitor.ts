import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContextOptions, type Page, type Request } from '@playwright/test'
import { browserProgram } from '@sonde/ground/testing/browser-program.ts'
import { choose, isFull } from '@sonde/ground/testing/thoroughness.ts'
import { patienceMs } from '../eventually.ts'

/**
 * The script of the scan. The package for Playwright would put a source of twice the size into every page two times
 * for each scan, and processor time is what these tests take.
 */
const scanner = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

export const owner = { name: 'Nora Owner', email: 'nora@example.net', password: 'correct horse battery' }

/** One Chromium for a file of tests: made before the first of them, gone after the last. */
export function browserForTests(args: readonly string[] = []): {
  open(options?: BrowserContextOptions): Promise<Page>
} {
  let browser: Browser | null = null
  before(async () => {
    browser = await chromium.launch({ executablePath: browserProgram, args: ['--no-sandbox', ...args] })
  })
  after(() => browser?.close())
  return {
    /** A window of its own, with nothing kept of earlier ones. */
    async open(options = {}) {
      assert.ok(browser, 'the browser is opened before the first test')
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
      context.setDefaultTimeout(patienceMs)
      return context.newPage()
    },
  }
}

/** Names the owner by the set-up address that the first start has printed. */
export async function claimInstallation({
  address,
  stdout,
}: {
  address: string
  stdout(): string
}): Promise<void> {
  const path = /\/setup\/[0-9a-zA-Z_-]+/.exec(stdout())?.[0]
  assert.ok(path, 'the first start prints a set-up address')
  const answer = await fetch(address + path, {
    method: 'POST',
    body: new URLSearchParams(owner),
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
}

/** Signs in as a person does, and waits for the first screen. */
export async function signIn(page: Page, address: string, { email, password } = owner): Promise<void> {
  await page.goto(`${address}/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/accounts\/[^/]+\/checks/)
}

/**
 * Until the card of a new monitor says that it works. A busy machine may cause a run that could not look; it says so,
 * and is repeated as a person would.
 */
export async function waitForFirstPass(page: Page): Promise<void> {
  for (let runs = 1; runs <= 5; runs += 1) {
    await page.getByRole('link', { name: /^See (?:the result|what went wrong)$/ }).waitFor()
    const outcome = await page.getByRole('main').innerText()
    if (outcome.includes('It works')) return
    assert.ok(outcome.includes('The run could not look'), outcome)
    await page.getByRole('button', { name: 'Run it again' }).click()
    await page.getByText('Waiting for the result…').waitFor({ state: 'hidden' })
  }
  assert.fail('five runs could not look')
}

/** What a page must never do: fail in its script, be stopped by its own content policy, ask another host. */
export function watchPage(test: TestContext, page: Page, address: string): void {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Refused to/.test(message.text())) {
      faults.push(message.text())
    }
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:')) {
      faults.push(`asked ${request.url()}`)
    }
  })
  test.after(() => assert.deepEqual(faults, []))
  describeOnFailure(test, page)
}

const longestPageText = 1_500

/** What somebody would look at who sat before the page of a failed test: its text, and what it waits for. */
function describeOnFailure(test: TestContext, page: Page): void {
  const openSince = new Map<Request, number>()
  const late: string[] = []
  /** The server of the test ends before the page is looked at: what it left open is told by its end. */
  const end = (request: Request): void => {
    const seconds = Math.round((performance.now() - (openSince.get(request) ?? Infinity)) / 1000)
    if (seconds >= 5) late.push(`${request.method()} ${request.url()} for ${seconds} s`)
    openSince.delete(request)
  }
  page.on('request', (request) => openSince.set(request, performance.now()))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  test.after(async () => {
    if (test.error === null || page.isClosed()) return
    const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String)
    for (const request of openSince.keys()) end(request)
    test.diagnostic(`page: ${page.url()}`)
    test.diagnostic(`waited for: ${late.join(', ')}`)
    test.diagnostic(`shows: ${JSON.stringify(text.slice(0, longestPageText))}`)
  })
}

/** How long a page may take to come to rest: names that are still loading change the width of a table once more. */
const restMs = 10_000

/** Everything that an accessibility scan finds on the page, and still finds when it has come to rest. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const deadlineMs = performance.now() + restMs
  let mistakes = await scan(page)
  while (mistakes.length > 0 && performance.now() < deadlineMs) {
    await delay(500)
    mistakes = await scan(page)
  }
  assert.deepEqual(mistakes, [], what)
}

/**
 * The same of a state that a test comes through: a scan takes as long as everything else that is done on a screen, and each is
 * for itself. The seed chooses a third of them, and by night all are made.
 */
export async function expectAccessibleInTurn(page: Page, what: string): Promise<void> {
  if (isFull || choose(`scan of ${what}`, [true, false, false])) await expectAccessible(page, what)
}

async function scan(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(scanner)
  // The scan is a script, and would wait for ever for a frame that runs none. What such frames show has tests of its
  // own. Of rules that are kept no list is made.
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run({ exclude: [['iframe[sandbox]']] }, { resultTypes: ['violations'] })",
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Opens a folded section of a form. */
export async function openSection(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: title, exact: true, expanded: false }).click()
}

/** By the navigation that is beside every screen. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: screen, exact: true })
    .click()
}

/** By the menu of whoever is signed in. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
}
