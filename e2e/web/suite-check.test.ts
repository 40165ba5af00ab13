// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { suiteRunOfError } from '@sonde/schema/check-types/suite/result.ts'
import { someCredentials } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { expect } from '../support/web/expect.ts'
import { createHandMadeAgent, noVerdict } from '../support/hand-made-agent.ts'
import { keepPicture } from '../support/web/pictures.ts'
import { startService } from '../support/service-under-test.ts'
import { failedSuiteRun, suiteFiles } from '../support/suite-results.ts'
import { uploadBundle } from '../support/upload-bundle.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()

test('the result of a suite shows what failed first, finds tests among many, and a session is cancelled by a button', async (t) => {
  const service = await startService(t)
  await claimInstallation(service.server())
  const location = await service.createLocation('office')
  const agent = createHandMadeAgent({
    serviceUrl: service.address,
    key: location.key,
    checkTypes: ['PLAYWRIGHT'],
    runsScripts: true,
  })
  await agent.register()
  const nextRun = (): Promise<RunAssignment> => eventually('a run', async () => (await agent.lease())[0])
  const made = await service.expect(201, 'POST', '/v1/checks/playwright', {
    name: 'Shop as a whole',
    codeBundlePath: await uploadBundle(service, { 'package.json': '{}' }),
    privateLocations: ['office'],
    frequency: 1440,
  })
  const { id: checkId } = made as { id: string }
  const run = await nextRun()
  const verdict = { ...noVerdict, hasFailures: true, responseTime: 95_000, reason: 'A guest › pays: failed' }
  const sent = { verdict, detail: failedSuiteRun(), durationMs: 120_000 }
  assert.equal(await agent.sendResult(run, sent), 'stored')
  for (const [index, file] of suiteFiles.entries()) await agent.sendFile(run, index + 1, file)
  const [result] = await service.untilResults(checkId)
  assert.ok(result)

  const page = await browser.open({ viewport: { width: 1440, height: 900 } })
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  const screens = `${service.address}/accounts/${someCredentials.accountId}`
  await page.goto(`${screens}/checks/${checkId}/results/${result.id}`)
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText('Node 22.19.0')
  await expect(summary).toContainText('1 min 35 s')
  await expect(summary).toContainText('chromium 145.0.7632.6')
  await expect(summary.getByRole('list', { name: 'Notices' })).toHaveText(
    '⚠ Node 20 is not available: Node 22 is used',
  )

  const tests = page.getByRole('region', { name: 'Tests', exact: true })
  await expect(tests.getByRole('button', { name: 'Failed 2' })).toHaveAttribute('aria-pressed', 'true')
  await expect(tests.getByText('Attempt 2: timed out')).toBeVisible()
  await expect(tests.getByText('tests/search.spec.ts:4:16')).toBeVisible()
  // Each attempt has its own: the place of its error, its steps down to the failed one, and its files.
  await expect(tests.getByText('tests/checkout/payment.spec.ts:11:3')).toBeVisible()
  await expect(
    tests.getByRole('list', { name: 'Steps of attempt 1' }).getByRole('listitem').last(),
  ).toContainText('FailedExpect "toBeVisible"')
  const attachments = tests.getByRole('list', { name: 'Attachments of attempt 1' })
  await expect(attachments.getByRole('link')).toHaveText('search-phone-trace.zip')
  await expect(attachments).toContainText('cart: in the HTML report (text/csv)')
  assert.ok(!(await page.getByRole('main').innerText()).includes('[31m'))
  await expect(page.getByRole('region', { name: 'Errors' }).getByRole('listitem')).toHaveCount(1)
  await keepPicture(page, 'suite-result')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await keepPicture(page, 'suite-result-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await tests.getByRole('button', { name: 'Flaky 1' }).click()
  const flaky = tests.locator('summary').first()
  await flaky.press('Enter')
  await expect(tests.getByText('Error: 0 results')).toBeVisible()
  await tests.getByRole('button', { name: 'All 150' }).click()
  await tests.getByRole('searchbox').fill('phone PRICE')
  await expect(tests.getByText('has a price')).toHaveCount(46)
  await tests.getByRole('searchbox').fill('price')
  await expect(tests.getByText('has a price')).toHaveCount(100)
  await tests.getByRole('button', { name: 'Show all 146' }).click()
  await expect(tests.getByText('has a price')).toHaveCount(146)
  await tests.getByRole('searchbox').fill('no such test')
  await expect(tests.getByRole('status')).toHaveText('Nothing matches the search.')
  await expect(page.getByRole('region', { name: 'Playwright report' })).toContainText('html-report.zip')
  await expect(page.getByRole('region', { name: 'Trace', exact: true })).toContainText(
    'npx playwright show-trace search-phone-trace.zip',
  )

  const vitals = page.getByRole('region', { name: 'Web Vitals' })
  await expect(vitals).toContainText('Interaction to next paint (INP)312 msNeeds improvement')
  await vitals
    .getByRole('combobox')
    .selectOption('2. Checkout (https://shop.example/checkout), in the same document')
  await expect(vitals.getByRole('term')).toHaveText('Interaction to next paint (INP)')
  await expect(page.getByRole('region', { name: 'Network' })).toContainText('POST /api/pay')
  await expect(page.getByRole('region', { name: 'Console' })).toContainText('Uncaught (in promise) 503')

  // A location that could not run it says so, and counts nothing.
  await service.trigger([checkId])
  const second = await nextRun()
  const reason = 'Node 26 is not installed here'
  await agent.sendResult(second, {
    verdict: { ...noVerdict, hasErrors: true, reason },
    notRunCause: 'no-runtime',
    detail: suiteRunOfError(reason),
    durationMs: 1_000,
  })
  const withheld = (await service.untilResults(checkId, 2)).find(({ hasErrors }) => hasErrors)
  await page.goto(`${screens}/checks/${checkId}`)
  await page.getByRole('heading', { name: 'Error groups' }).waitFor()
  assert.ok(!(await page.getByRole('main').innerText()).includes('[31m'))
  await page.goto(`${screens}/checks/${checkId}/results/${withheld?.id ?? ''}`)
  await expect(tests).toContainText('No test was run. This does not count as a failure of the suite.')
  await expect(summary).not.toContainText('0')
  await expect(page.getByRole('region', { name: 'Errors' })).toHaveCount(0)
  await keepPicture(page, 'suite-result-withheld')

  const [session] = await service.trigger([checkId])
  assert.ok(session)
  await page.goto(`${screens}/check-sessions/${session.checkSessionId}`)
  await page.getByRole('button', { name: 'Cancel run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this run?' })
  await expect(dialog.getByRole('button', { name: 'Keep running' })).toBeFocused()
  await keepPicture(page, 'session-cancel')
  await expectAccessible(page, 'the question whether a run is cancelled')
  await dialog.getByRole('button', { name: 'Cancel run' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'It was cancelled.' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // Nobody had begun it, and it has a result all the same.
  const cancelled = (await service.untilResults(checkId, 3)).find(({ isCancelled }) => isCancelled)
  assert.deepEqual(
    [cancelled?.hasErrors, cancelled?.hasFailures, cancelled?.isDegraded],
    [false, false, false],
    'browser-checks case 20',
  )
  await page.goto(`${screens}/checks/${checkId}/results/${cancelled?.id ?? ''}`)
  await expect(tests).toContainText('The run was cancelled.')

  const started = (await service.expect(201, 'POST', '/v1/test-sessions/trigger', {
    name: 'Shop before the release',
    runLocation: 'office',
    target: { checkId: [checkId] },
  })) as { testSessionId: string }
  await page.goto(`${screens}/test-sessions/${started.testSessionId}`)
  await page.getByRole('button', { name: 'Cancel session' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled: 1 cancelled' })).toBeVisible()
})
