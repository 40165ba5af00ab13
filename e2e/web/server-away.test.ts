// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/web/expect.ts'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { startService } from '../support/service-under-test.ts'
import { startServiceInside } from '../support/service-inside.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  goTo,
  openSection,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const screens = `/accounts/${someCredentials.accountId}`

test('the server stops while a screen is open: what was read stays, the bar says so, and its return is noticed', async (t) => {
  const service = await startService(t)
  await claimInstallation(service.server())
  const monitor = await service.createMonitor({ name: 'Gateway' })
  const page = await browser.open()
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  await page.getByRole('link', { name: 'Gateway' }).waitFor()
  let loads = 0
  page.on('load', () => (loads += 1))

  await service.stop('SIGTERM')
  const bar = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })
  await bar.waitFor()
  await expect(page.getByRole('link', { name: 'Gateway' })).toBeVisible()
  await expectAccessible(page, 'a list while the server is away')

  // Never opened before: neither its code nor what it shows is there.
  await goTo(page, 'Alert channels')
  await page.waitForURL(`**${screens}/alert-channels`)
  await expect(bar).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByText('This page loads by itself as soon as the server answers.').waitFor()
  await page.getByRole('heading', { name: 'What you can do' }).waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'a screen that never came while the server is away, by night')

  // The list is still in memory. What is asked of its checks can be done from here when the server is back.
  await goTo(page, 'Checks')
  await page.getByRole('link', { name: 'Gateway' }).focus()
  await page.keyboard.press('m')
  const failed = page.getByRole('dialog', { name: 'Could not mute “Gateway”' })
  await expect(failed.getByRole('button', { name: 'Waiting for the server…' })).toBeVisible()
  await expectAccessible(page, 'an action while the server is away')

  await service.start()
  await failed.getByText('The server is back.').waitFor()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Muted “Gateway”').waitFor()
  await goTo(page, 'Alert channels')
  await page.getByText('No alert channels yet').waitFor()
  await expect(bar).toHaveCount(0)
  await goTo(page, 'Checks')
  await page.getByRole('link', { name: 'Gateway' }).waitFor()
  await service.expect(200, 'PATCH', `/v1/checks/${monitor}`, { name: 'Gateway, renamed' })
  await page.getByRole('link', { name: 'Gateway, renamed' }).waitFor()
  assert.equal(loads, 0)
})

test('what somebody has typed survives a server that is away, and is saved when it is back', async (t) => {
  const service = await startService(t)
  await claimInstallation(service.server())
  const monitor = await service.createMonitor({ name: 'Gateway' })
  const page = await browser.open()
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  await page.goto(`${service.address}${screens}/checks/${monitor}/edit`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await openSection(page, 'Name and tags')
  await name.fill('Gateway, upstairs')
  await service.stop('SIGKILL')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The server cannot be reached').first().waitFor()
  await service.start()
  await expect(page.getByRole('alert').filter({ hasText: 'Trying again…' })).toHaveCount(0)
  await expect(page.getByText('The server cannot be reached')).toHaveCount(0)
  await page.getByText('The server is back. It is not known whether this was done').waitFor()
  await expect(name).toHaveValue('Gateway, upstairs')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gateway, upstairs' }).waitFor()
  const stored = (await service.expect(200, 'GET', `/v1/checks/${monitor}`)) as { name: string }
  assert.equal(stored.name, 'Gateway, upstairs')
})

const skip = lacksNamespaces()
test('the chart of a check stays as it was while its runs cannot be read anew', { skip }, async (t) => {
  const service = await startServiceInside(t)
  await claimInstallation(service.server())
  const monitor = await service.createMonitor({ name: 'Gateway', locations: ['eu-west-1'], everySeconds: 10 })
  await service.untilResults(monitor)
  const page = await browser.open()
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  await page.goto(`${service.address}${screens}/checks/${monitor}`)
  const chart = page.getByRole('application', { name: /^Response time/ })
  await chart.waitFor()
  await page.route('**/v1/checks/*/runs?*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/runs?'))
  await failed
  await page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' }).waitFor()
  await expect(chart).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verdicts' })).toHaveCount(0)
})
