import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeKumaFile } from '@sonde/cli/testing/kuma-file.ts'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/web/expect.ts'
import { keepPicture } from '../support/web/pictures.ts'
import { keyboardVisitor } from '../support/web/keyboard-visitor.ts'
import { startServiceInside } from '../support/service-inside.ts'
import type { Service } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  owner,
  signIn,
  signOut,
  waitForFirstPass,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const skip = lacksNamespaces()
const screens = `/accounts/${someCredentials.accountId}`

/** As the first start prints it, for somebody who copies it into a browser. */
function printedSetUpAddress(service: Service): string {
  const address = /Set-up\s+(\S+)/.exec(service.server().stdout())?.[1]
  assert.ok(address)
  return address
}

suite('the first day', { concurrency: 2, skip }, () => {
  test('from the printed address to the first result, which appears by itself', async (t) => {
    const service = await startServiceInside(t)
    const page = await browser.open()
    watchPage(t, page, service.address)

    const setUp = printedSetUpAddress(service)
    await page.goto(setUp)
    await page.getByLabel('Your name').fill(owner.name)
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create owner' }).click()
    await page.getByText('Password must have at least 12 characters').waitFor()
    await expect(page.getByLabel('E-mail')).toHaveValue(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Create owner' }).click()

    await page.waitForURL(`**${screens}/checks`)
    await page.getByRole('heading', { name: 'Create your first check' }).waitFor()
    await expectAccessible(page, 'the empty state')
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.getByRole('radio', { name: 'Ping' }).check()
    await page.getByLabel('Host').fill('this machine')
    await page.getByRole('button', { name: 'Create and run it' }).click()
    await expect(page.getByLabel('Host')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Host')).toBeFocused()
    await page.getByLabel('Host').fill('https://127.0.0.1/')
    await expect(page.getByLabel('Host')).not.toHaveAttribute('aria-invalid')
    await page.getByText('Will ping 127.0.0.1. To request the page itself, choose Web address').waitFor()
    await page.getByLabel('Host').fill('127.0.0.1')
    await page.getByRole('textbox', { name: 'Name' }).fill('This machine')
    await page.getByRole('button', { name: 'Create and run it' }).click()
    await waitForFirstPass(page)
    await expectAccessible(page, 'the first result')
    await page.getByRole('button', { name: 'Show all checks' }).click()
    const row = page.getByRole('row').filter({ hasText: 'This machine' })
    await expect(row).toContainText('Passing')
    assert.equal(loads, 0)

    await page.goto(setUp)
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
  })

  test('sign out, a wrong password, sign in, reload; an address from an alert opens after signing in', async (t) => {
    const service = await startServiceInside(t)
    await claimInstallation(service.server())
    const monitor = await service.createMonitor({ name: 'Gateway', locations: ['eu-west-1'] })
    const page = await browser.open()
    watchPage(t, page, service.address)
    await signIn(page, service.address)
    await page.reload()
    await page.getByRole('link', { name: 'Gateway' }).waitFor()
    await signOut(page)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()

    await page.goto(`${service.address}${screens}/checks/${monitor}?range=7d`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText(/wrong|password/i)
    await expectAccessible(page, 'a refused sign-in')
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`**${screens}/checks/${monitor}?range=7d`)
    await page.getByRole('heading', { level: 1, name: 'Gateway' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Gateway' }).waitFor()

    const stranger = await browser.open()
    watchPage(t, stranger, service.address)
    const elsewhere = service.address.replace('127.0.0.1', '127.0.0.2')
    await stranger.goto(`${service.address}/sign-in?next=${encodeURIComponent(elsewhere)}`)
    await stranger.getByLabel('E-mail').fill(owner.email)
    await stranger.getByLabel('Password').fill(owner.password)
    await stranger.getByRole('button', { name: 'Sign in' }).click()
    await stranger.waitForURL(`**${screens}/checks`)
    await signOut(page)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await stranger.reload()
    await stranger.getByRole('link', { name: 'Gateway' }).waitFor()
  })

  test('a new check opens with what it has; a moment of it is reached by keys and sent as a link', async (t) => {
    const service = await startServiceInside(t)
    await claimInstallation(service.server())
    const monitor = await service.createMonitor({ name: 'Gateway', locations: ['eu-west-1'] })
    await service.untilResults(monitor)
    const page = await browser.open()
    watchPage(t, page, service.address)
    await signIn(page, service.address)
    await page.goto(`${service.address}${screens}/checks/${monitor}`)
    await page.waitForURL(/[?&]range=1h/)
    await page.getByText('Data begins').waitFor()
    const chart = page.getByRole('application', { name: /^Response time/ })
    await chart.focus()
    await chart.press('End')
    await expect(page.locator('[data-tooltip]')).toContainText('This server')
    await expect(page.locator('[data-lanes] [data-crosshair]')).toHaveCount(1)
    await expect(page.getByText(/: This server.*, .* ms, passed$/)).toHaveCount(1)
    await chart.press('Space')
    await page.waitForURL(/[?&]at=\d+/)
    await page.getByText('Pinned:').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link to this moment' }).click()
    await page.getByText('Link copied').waitFor()
    // The lanes of verdicts and the chart have one crosshair, wherever the pointer is.
    await page.getByRole('img', { name: /^This server.*: / }).hover()
    await expect(page.locator('[data-tooltip]')).toContainText('This server')
    await keepPicture(page, 'check crosshair')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(link, /[?&]from=\d+.*[?&]to=\d+/)
    await chart.focus()
    await chart.press('End')
    await chart.press('Enter')
    await page.waitForURL(/\/results\/[0-9a-f-]+$/)
    await page.goto(link)
    await page.getByText('Pinned:').waitFor()
    await expect(page.locator('[data-tooltip]')).toContainText('This server')
    await page.getByRole('button', { name: /: 100 %, 0 of 1 runs failed$/ }).waitFor()
  })

  test('an address that was mistyped opens its screen without what cannot be', async (t) => {
    const service = await startServiceInside(t)
    await claimInstallation(service.server())
    const monitor = await service.createMonitor({ name: 'Gateway', locations: ['eu-west-1'] })
    const page = await browser.open()
    watchPage(t, page, service.address)
    await signIn(page, service.address)
    for (const [path, heading] of [
      ['checks?status=5&page=first&sort=%7B%7D&tag=null', 'Checks'],
      [`checks/${monitor}?range=ages&from=x&to=-1`, 'Gateway'],
      [`checks/${monitor}/results?page=-3&verdict=7`, 'Gateway'],
      ['groups?page=none', 'Groups'],
      ['alerts?to=never&kind=3&page=0', 'Alerts'],
      ['alerts/deliveries?to=x&channelId=y', 'Deliveries'],
      ['alert-channels?page=%5B%5D', 'Alert channels'],
      ['maintenance?month=13', 'Maintenance'],
      ['locations?page=x&search=1', 'Locations'],
      ['settings/audit?from=x&page=y', 'Audit log'],
    ] as const) {
      await page.goto(`${service.address}${screens}/${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
      await expect(page.getByText(/has a fault|could not be shown|Refused/)).toHaveCount(0)
    }
  })

  test('somebody who comes from Uptime Kuma sees what becomes of it, and has it', async (t) => {
    const service = await startServiceInside(t)
    await claimInstallation(service.server())
    const kuma = makeKumaFile()
    t.after(() => kuma.remove())
    kuma.add('monitor', { type: 'ping', name: 'Router', hostname: '127.0.0.1', interval: 3600 })
    kuma.add('monitor', { type: 'docker', name: 'Container', interval: 60 })
    const page = await browser.open()
    watchPage(t, page, service.address)
    await signIn(page, service.address)
    await page.getByRole('link', { name: 'Import from Uptime Kuma' }).click()
    await page.getByRole('heading', { level: 1, name: 'Import from Uptime Kuma' }).waitFor()
    await page.getByLabel('Database of Uptime Kuma').setInputFiles(import.meta.filename)
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByText('This file is not an SQLite database.').waitFor()
    await page.getByLabel('Database of Uptime Kuma').setInputFiles(kuma.path)
    await expect(page.getByRole('checkbox', { name: /^This server/ })).toBeChecked()
    await page.getByRole('button', { name: 'Preview import' }).click()
    const importButton = page.getByRole('button', { name: 'Import: create 1, change 0' })
    await importButton.waitFor()
    await expect(page.getByRole('row').filter({ hasText: 'Container' })).toContainText('left out')
    await expectAccessible(page, 'the preview')
    await importButton.click()
    await page.getByRole('link', { name: 'Show checks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Checks' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Router' }).waitFor()
    const listed = await service.request('GET', '/v1/checks')
    assert.deepEqual(
      (listed.body as { locations: string[] }[]).map(({ locations }) => locations),
      [['eu-central-1']],
    )
  })

  test('without a mouse: set-up, the first monitor, and to its result', async (t) => {
    const service = await startServiceInside(t)
    const page = await browser.open()
    watchPage(t, page, service.address)
    const keys = keyboardVisitor(page)
    await page.goto(printedSetUpAddress(service))
    await keys.type(page.getByLabel('Your name'), owner.name)
    await keys.type(page.getByLabel('E-mail'), owner.email)
    await keys.type(page.getByLabel('Password'), owner.password)
    await keys.press(page.getByRole('button', { name: 'Create owner' }), 'Enter')

    await page.getByRole('heading', { name: 'Create your first check' }).waitFor()
    await keys.press(page.getByRole('radio', { name: 'Ping' }), 'Space')
    await keys.type(page.getByLabel('Host'), '127.0.0.1')
    // News of the check come before the answer to whoever made it: the list is shown for that long.
    await page.route('**/v1/checks/icmp*', async (route) => {
      const response = await route.fetch()
      await page.getByRole('link', { name: 'New check' }).waitFor()
      await route.fulfill({ response })
    })
    await keys.press(page.getByRole('button', { name: 'Create and run it' }), 'Enter')
    await waitForFirstPass(page)
    await keys.expectFocus()
    await keys.press(page.getByRole('link', { name: 'See the result' }), 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Result of 127.0.0.1' }).waitFor()
    await keys.expectFocus()
  })
})
