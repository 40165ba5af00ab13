// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Page } from '@playwright/test'
import { installRealRuntime } from '@sonde/agent/testing/test-runs.ts'
import { someCredentials } from '../support/api-client.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { failedBrowserRun, plainBrowserRun, someVideo } from '../support/browser-results.ts'
import { eventually } from '../support/eventually.ts'
import { expect } from '../support/web/expect.ts'
import { createHandMadeAgent, noVerdict, type SentFile } from '../support/hand-made-agent.ts'
import { keepPicture } from '../support/web/pictures.ts'
import { startService } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()

test('a multistep check: an address becomes a script that works, and its result shows steps and requests', async (t) => {
  const { missing, runtimesDir } = await installRealRuntime()
  if (missing !== null) return t.skip(missing)
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"stock":7}'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stock`
  const firstId = 33_000_000 + process.pid * 20
  const service = await startService(t, {
    settings: {
      SONDE_EMBEDDED_AGENT: 'on',
      SANDBOX_UIDS: `${firstId}-${firstId + 9}`,
      RUNTIMES_DIR: runtimesDir,
    },
  })
  await claimInstallation(service.server())
  const page = await browser.open({ viewport: { width: 1440, height: 900 } })
  watchPage(t, page, service.address)
  await signIn(page, service.address)

  await page.goto(`${service.address}/accounts/${someCredentials.accountId}/checks/new/multi_step`)
  await page.getByRole('heading', { name: 'New multistep check' }).waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill(url)
  const script = page.getByRole('textbox', { name: 'Script' })
  await expect(script).toContainText(url)
  await expectAccessible(page, 'the form of a multistep check')
  await page.getByRole('button', { name: 'Try it now' }).click()
  const steps = page.getByRole('list', { name: 'Steps of the run' })
  await steps.getByText('The API works').waitFor({ timeout: 120_000 })
  await steps.locator('summary').click()
  await steps.getByText('"stock": 7').waitFor()
  await expect(page.getByRole('log', { name: 'Log of the run', exact: true })).toContainText(
    'Playwright 1.58.2',
  )
  await keepPicture(page, 'multistep-try')
  await expectAccessible(page, 'the result of a multistep check')

  // What somebody has written is theirs: another address does not replace it.
  await script.press('Control+End')
  await script.pressSequentially('// mine')
  await page.getByRole('textbox', { name: 'Address' }).fill('https://other.example.net')
  await expect(script).toContainText('// mine')
  await page.getByRole('button', { name: 'Create check' }).click()
  await page.getByRole('heading', { name: /127\.0\.0\.1/ }).waitFor()
})

test('the result of a browser check shows steps, pictures, comparison, vitals, network, console and trace, and says what is not there', async (t) => {
  const service = await startService(t)
  await claimInstallation(service.server())
  const location = await service.createLocation('office')
  const agent = createHandMadeAgent({
    serviceUrl: service.address,
    key: location.key,
    checkTypes: ['BROWSER'],
    runsScripts: true,
  })
  await agent.register()
  const made = await service.expect(201, 'POST', '/v1/checks/browser', {
    name: 'Checkout in the browser',
    script: "import { test } from '@playwright/test'",
    privateLocations: ['office'],
    frequency: 1440,
    doubleCheck: false,
    retryStrategy: null,
  })
  const { id: checkId } = made as { id: string }
  const page = await browser.open({ viewport: { width: 1440, height: 900 } })
  watchPage(t, page, service.address)
  const files = await picturesOf(page)

  const run = await nextRun(agent)
  const verdict = {
    ...noVerdict,
    hasFailures: true,
    responseTime: 11_200,
    reason: 'Guests can buy a lamp: Timed out 5000ms waiting for expect(locator).toBeEnabled()',
  }
  const detail = failedBrowserRun()
  assert.equal(await agent.sendResult(run, { verdict, detail, durationMs: 11_200 }), 'stored')
  const [result] = await service.untilResults(checkId)
  assert.ok(result)
  await signIn(page, service.address)
  const screen = `${service.address}/accounts/${someCredentials.accountId}/checks/${checkId}`
  await page.goto(`${screen}/results/${result.id}`)
  await page.getByRole('heading', { name: 'Result of Checkout in the browser' }).waitFor()

  // Files follow the result, and appear without a reload.
  await expect(page.getByRole('status').filter({ hasText: 'The run has just ended' })).toBeVisible()
  await expect(page.getByText('checkout-expected.png: It is not uploaded yet.')).toBeVisible()
  for (const [index, file] of files.entries()) await agent.sendFile(run, index + 1, file)
  const screenshot = page.getByRole('img', { name: 'Screenshot pay-test-failed-1.png' })
  await expect(screenshot).toBeVisible()
  await expect(page.getByText('At the error').first()).toBeVisible()
  assert.ok((await screenshot.evaluate((image: HTMLImageElement) => image.naturalWidth)) > 0)

  const steps = page.getByRole('list', { name: 'Steps of the run' })
  const failed = steps.getByRole('button', { name: /^Failed Place order/ })
  await expect(failed).toHaveAttribute('aria-pressed', 'true')
  const network = page.getByRole('region', { name: 'Network' })
  // Those of the step, and those that failed.
  await expect(network.getByRole('row')).toHaveCount(1 + 4)
  await steps.getByRole('button', { name: /^Passed Open the storefront/ }).click()
  await expect(network.getByRole('row')).toHaveCount(1 + 5)
  await network.getByRole('button', { name: 'Failed 3' }).click()
  await network.getByRole('searchbox').fill('stats')
  await expect(network.getByRole('row')).toHaveCount(1 + 1)
  await expect(network.getByText('net::ERR_CONNECTION_REFUSED')).toBeVisible()
  await network.getByRole('searchbox').fill('')

  const console = page.getByRole('region', { name: 'Console' })
  await expect(console.getByRole('listitem')).toHaveCount(2)
  await console.getByRole('button', { name: 'All 153' }).click()
  await expect(console.getByRole('listitem')).toHaveCount(100)
  await console.getByRole('button', { name: 'Show all 153' }).click()
  await expect(console.getByRole('listitem')).toHaveCount(153)
  await console.getByRole('button', { name: 'Errors 2' }).click()

  const vitals = page.getByRole('region', { name: 'Web Vitals' })
  await expect(vitals).toContainText('0.137')
  await expect(vitals).toContainText('Needs improvement')
  await expect(vitals).toContainText('Good up to 0.1, poor above 0.25')
  await expect(vitals.getByText('Not measured')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Errors of pages' })).toContainText("reading 'total'")

  const trace = page.getByRole('region', { name: 'Trace', exact: true })
  await expect(trace).toContainText('npx playwright show-trace pay-trace.zip')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    trace.getByRole('link', { name: 'pay-trace.zip' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'pay-trace.zip')

  const comparison = page.getByRole('region', { name: 'Visual comparison' })
  await expect(comparison.getByRole('img', { name: 'Actual: checkout.png' })).toBeVisible()
  await keepPicture(page, 'browser-result')
  await comparison.getByRole('button', { name: 'Slider' }).click()
  const slider = comparison.getByRole('slider')
  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '51 % expected')
  await keepPicture(page, 'browser-result-slider')
  await comparison.getByRole('button', { name: 'Difference' }).click()
  await expect(comparison.getByRole('img', { name: 'Difference of checkout.png' })).toBeVisible()
  await comparison.getByRole('button', { name: 'Accept as new' }).click()
  await expect(comparison.getByRole('status')).toHaveText('Accepted: later runs are compared with it')

  await page.getByRole('button', { name: 'Enlarge: At the error' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog).toContainText('2 of 2')
  await keepPicture(page, 'browser-result-enlarged')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Video', exact: true }).click()
  const video = page.locator('video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0)
  const part = await video.evaluate(async (element: HTMLVideoElement) => {
    const answer = await fetch(element.src, { headers: { range: 'bytes=0-9' } })
    return [answer.status, answer.headers.get('content-range')]
  })
  assert.deepEqual(part, [206, `bytes 0-9/${someVideo.length}`])
  await keepPicture(page, 'browser-result-video')
  await expectAccessible(page, 'the result of a browser check')
  await page.setViewportSize({ width: 390, height: 844 })
  await keepPicture(page, 'browser-result-phone')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)

  // A run that left nothing says so, and has no empty cards.
  await service.trigger([checkId])
  const second = await nextRun(agent)
  const passed = { ...noVerdict, responseTime: 900 }
  await agent.sendResult(second, { verdict: passed, detail: plainBrowserRun(), durationMs: 1_000 })
  const plain = (await service.untilResults(checkId, 2)).find(({ hasFailures }) => !hasFailures)
  await page.goto(`${screen}/results/${plain?.id ?? ''}`)
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText('None was started')
  await expect(page.getByRole('region', { name: 'Network' })).toHaveCount(0)
  await keepPicture(page, 'browser-result-plain')
})

function nextRun(agent: ReturnType<typeof createHandMadeAgent>): Promise<RunAssignment> {
  return eventually('a run', async () => (await agent.lease())[0])
}

/** Drawn by the browser of the test: what a check of a shop would leave. */
async function picturesOf(page: Page): Promise<SentFile[]> {
  const draw = async (button: string) => {
    await page.setContent(
      `<body style="font:20px sans-serif;margin:3em"><h1>Checkout</h1><p>Desk lamp, 1 × €49.00</p><p style="background:${button};padding:1em">Place order</p>`,
    )
    return await page.screenshot()
  }
  const [grey, violet, red] = [await draw('#ddd'), await draw('#c9bff5'), await draw('#f55')]
  const image = (name: string, content: Buffer) => ({
    name,
    type: 'screenshot',
    contentType: 'image/png',
    content,
  })
  return [
    image('cart.png', violet),
    image('checkout-actual.png', grey),
    image('checkout-diff.png', red),
    image('checkout-expected.png', violet),
    image('pay-test-failed-1.png', grey),
    { name: 'pay-trace.zip', type: 'trace', contentType: 'application/zip', content: Buffer.from('PK') },
    { name: 'pay.webm', type: 'video', contentType: 'video/webm', content: someVideo },
    { name: 'logs.txt', type: 'log', contentType: 'text/plain', content: Buffer.from('log') },
  ]
}
