// In turns: a browser and a whole service.
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/web/expect.ts'
import { startService } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const screens = `/accounts/${someCredentials.accountId}`

test('an address of something that was deleted leads to a screen that says so, with a way back', async (t) => {
  const service = await startService(t)
  await claimInstallation(service.server())
  const monitor = await service.createMonitor({ name: 'Gateway' })
  const page = await browser.open()
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  for (const [path, thing, back] of [
    [`/checks/${randomUUID()}`, 'check', 'Checks'],
    ['/checks/cut-off', 'check', 'Checks'],
    [`/checks/${monitor}/results/${randomUUID()}`, 'result', 'Gateway'],
    [`/check-sessions/${randomUUID()}`, 'run', 'Checks'],
    ['/groups/999999', 'group', 'Groups'],
    ['/alert-channels/999999', 'alert channel', 'Alert channels'],
    ['/maintenance/windows/999999', 'maintenance window', 'Maintenance windows'],
    [`/status-pages/${randomUUID()}`, 'status page', 'Status pages'],
    [`/status-pages/incidents/${randomUUID()}`, 'incident', 'Incidents'],
    [`/locations/private/${randomUUID()}`, 'private location', 'Locations'],
    [`/test-sessions/${randomUUID()}`, 'test session', 'Test sessions'],
  ] as const) {
    await page.goto(`${service.address}${screens}${path}`)
    await page.getByRole('heading', { level: 1, name: `There is no such ${thing}`, exact: true }).waitFor()
    await expect(page).toHaveTitle(`There is no such ${thing} · Sonde`)
    await expect(page.getByRole('main').getByRole('link', { name: back, exact: true })).toBeVisible()
  }
  await expectAccessible(page, 'a screen of something that is gone')

  await page.goto(`${service.address}${screens}/nowhere`)
  await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
  await expectAccessible(page, 'an address without a screen')

  await page.goto(`${service.address}/nowhere`)
  await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
  await page.getByRole('link', { name: 'Show all checks' }).click()
  await page.getByRole('link', { name: 'Gateway' }).waitFor()
})
