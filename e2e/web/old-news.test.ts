// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { before, suite, test, type TestContext } from 'node:test'
import type { Page } from '@playwright/test'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/web/expect.ts'
import { startServiceInside } from '../support/service-inside.ts'
import { serviceForTests, startService, type Service } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessibleInTurn,
  goTo,
  openSection,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const sharedService = serviceForTests()
before(() => claimInstallation(sharedService().server()))
const screens = `/accounts/${someCredentials.accountId}`

suite('what is old is not shown as if it were new', { concurrency: 2 }, () => {
  test('a check that nobody looks at any more says so in the list and in its head, and not that it passes', async (t) => {
    const skip = lacksNamespaces()
    if (skip !== false) return t.skip(skip)
    const service = await startServiceInside(t)
    const page = await openSignedIn(t, service)
    // Once a day: after four of them, three runs and more are missing.
    const monitor = await service.createMonitor({ name: 'Gateway', locations: ['eu-west-1'] })
    const row = page.getByRole('row').filter({ hasText: 'Gateway' })
    await expect(row).toContainText('Passing')
    await expect(row).not.toContainText('Not running')
    await page.clock.setFixedTime(Date.now() + 4 * dayMs)
    await page.reload()
    await expect(row).toContainText('Passing')
    await expect(row).toContainText(/Not running, last result \w{3} \d/)
    await expectAccessibleInTurn(page, 'a list with a check that nobody looks at')
    await page.goto(`${service.address}${screens}/checks/${monitor}`)
    await page.getByText('Not running since').waitFor()
    await page.getByText('Last result: passed').waitFor()
    await expectAccessibleInTurn(page, 'a check that nobody looks at')
  })

  test('a server that hangs leaves no screen as if it were live, which is read anew when it goes on', async (t) => {
    const service = await startService(t)
    await claimInstallation(service.server())
    const monitor = await service.createMonitor({ name: 'Gateway' })
    const page = await browser.open()
    await page.clock.install()
    watchPage(t, page, service.address)
    await signIn(page, service.address)
    await page.getByRole('row').filter({ hasText: 'Gateway' }).waitFor()
    service.server().kill('SIGSTOP')
    // Three signs of life later; a stream that is open says nothing of it.
    await page.clock.fastForward(50_000)
    const bar = page.getByRole('status').filter({ hasText: 'Not live' })
    await bar.waitFor()
    service.server().kill('SIGCONT')
    await service.expect(200, 'PATCH', `/v1/checks/${monitor}`, { name: 'Back door' })
    await page.getByRole('row').filter({ hasText: 'Back door' }).waitFor()
    await expect(bar).toHaveCount(0)
  })

  test('figures of the time before are said to be old while those of the new time are read', async (t) => {
    const service = sharedService()
    const page = await openWindow(t, service)
    const monitor = await service.createMonitor({ name: 'Gateway' })
    await page.goto(`${service.address}${screens}/checks/${monitor}`)
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect(figures).toContainText('Availability')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/v1/analytics/**', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('link', { name: '7 days', exact: true }).click()
    await expect(figures).toContainText('The data shown is older.')
    await expect(figures.locator('[aria-busy=true]')).toHaveCount(1)
    release()
    await expect(figures).not.toContainText('The data shown is older.')
    await expect(figures).toContainText('Availability')
  })

  test('whoever goes to another screen is not called back by what was still being read for the last one', async (t) => {
    const service = sharedService()
    const page = await openWindow(t, service)
    const monitor = await service.createMonitor({ name: 'Gateway' })
    const releaseExtent = await hold(page, '**/v1/checks/*/extent')
    const releaseForm = await hold(page, '**/assets/edit-check-screen-*.js')
    await page.goto(`${service.address}${screens}/checks/${monitor}`)
    await page.getByRole('heading', { level: 1, name: 'Gateway' }).waitFor()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.waitForURL('**/edit')
    const extent = page.waitForResponse('**/v1/checks/*/extent')
    releaseExtent()
    await (await extent).finished()
    releaseForm()
    await page.getByRole('heading', { level: 1, name: 'Edit Gateway' }).waitFor()
  })

  test('nobody is pulled from a screen by a form that was saved, a search that was typed or a refusal that came late', async (t) => {
    const service = sharedService()
    const page = await openWindow(t, service)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

    // Who has begun nothing leaves a form without a question.
    await page.goto(`${service.address}${screens}/maintenance/windows/new`)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await heading('Maintenance').waitFor()

    // While a form is being saved, its writer goes to another screen.
    await page.goto(`${service.address}${screens}/maintenance/windows/new`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('New cables')
    const releaseSave = await hold(page, '**/v1/maintenance-windows')
    await page.getByRole('button', { name: 'Create maintenance window' }).click()
    await goTo(page, 'Alerts')
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await heading('Alerts').waitFor()
    releaseSave()
    await page.getByText('Maintenance window created').waitFor()
    assert.match(page.url(), /\/alerts$/)

    // A search is typed, and a link is pressed before the address has it.
    await page.clock.install()
    await page.goto(`${service.address}${screens}/locations/data-centers`)
    const search = page.getByRole('searchbox', { name: 'Search data centers' })
    await search.waitFor()
    const releaseGroups = await hold(page, '**/assets/groups-screen-*.js')
    await page.clock.pauseAt(Date.now() + minuteMs)
    await search.fill('eu')
    await goTo(page, 'Groups')
    await page.waitForURL('**/groups')
    await page.clock.runFor(1000)
    assert.match(page.url(), /\/groups$/)
    await page.clock.resume()
    releaseGroups()
    await heading('Groups').waitFor()

    // A request of a session that is over is refused after somebody has signed in again.
    await page.route('**/v1/alert-channels?*', (route) =>
      route.fulfill({
        status: 401,
        json: { statusCode: 401, error: 'Unauthorized', message: 'Not signed in' },
      }),
    )
    const session = page.waitForResponse('**/v1/session')
    await goTo(page, 'Alert channels')
    assert.equal((await session).status(), 200)
    await page.unroute('**/v1/alert-channels?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No alert channels yet').waitFor()
  })

  test('whoever edits a check hears that somebody else has changed it, and can load that', async (t) => {
    const service = sharedService()
    const page = await openWindow(t, service)
    const monitor = await service.createMonitor({ name: 'Gateway' })
    await page.goto(`${service.address}${screens}/checks/${monitor}/edit`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const told = page.getByRole('alert').filter({ hasText: 'Somebody changed this check meanwhile' })
    await openSection(page, 'Name and tags')
    await name.fill('Gateway, mine')
    const rename = (to: string) => service.expect(200, 'PATCH', `/v1/checks/${monitor}`, { name: to })
    await rename('Gateway, theirs')
    await told.waitFor()
    await expectAccessibleInTurn(page, 'a form of a check that somebody else changed')
    await told.getByRole('button', { name: 'Keep editing' }).click()
    await expect(told).toHaveCount(0)
    await expect(name).toHaveValue('Gateway, mine')
    await rename('Gateway, theirs again')
    await told.getByRole('button', { name: 'Load their version' }).click()
    await expect(told).toHaveCount(0)
    await openSection(page, 'Name and tags')
    await expect(name).toHaveValue('Gateway, theirs again')

    await name.fill('Gateway, mine at last')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Gateway, mine at last' }).waitFor()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await openSection(page, 'Name and tags')
    await expect(name).toHaveValue('Gateway, mine at last')
    await service.expect(204, 'DELETE', `/v1/checks/${monitor}`)
    await page.getByText('Somebody deleted this check meanwhile').waitFor()
    // The own save came before: only the deletion is news.
    assert.equal(await told.count(), 0)
  })
})

/** Keeps back what is asked for at these addresses; returns how to let it go on. */
async function hold(page: Page, what: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(what, async (route) => {
    await released
    await route.continue()
  })
  return release
}

async function openSignedIn(t: TestContext, service: Service): Promise<Page> {
  await claimInstallation(service.server())
  return openWindow(t, service)
}

async function openWindow(t: TestContext, service: Service): Promise<Page> {
  const page = await browser.open()
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  await goTo(page, 'Checks')
  return page
}
