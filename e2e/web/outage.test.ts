// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '@playwright/test'
import { startMailServer } from '@sonde/alerting/testing/mail-server.ts'
import { startReceiver } from '@sonde/egress/testing/receiver.ts'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { someCredentials } from '../support/api-client.ts'
import { webhookIn } from '../support/alerting-user.ts'
import { eventually } from '../support/eventually.ts'
import { expect } from '../support/web/expect.ts'
import { keepPicture } from '../support/web/pictures.ts'
import { openDoorIn } from '../support/namespace-doors.ts'
import { startServiceInside } from '../support/service-inside.ts'
import { buildNetworks } from '../support/watched-host.ts'
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

test(
  'a host goes down at night and comes up: seen live in the list, told by webhook and mail, followed by their link, kept in the history',
  { skip: lacksNamespaces() },
  async (t) => {
    const network = buildNetworks(t)
    const [receiver, mailServer] = [await startReceiver(t), await startMailServer(t)]
    const service = await startServiceInside(t, {
      network: network.site,
      settings: {
        SMTP_URL: `smtp://127.0.0.1:${await openDoorIn(t, network.site, mailServer.port)}`,
        SMTP_FROM: 'Sonde <sonde@example.com>',
      },
    })
    const webhookUrl = `http://127.0.0.1:${await openDoorIn(t, network.site, receiver.port)}/`
    await claimInstallation(service.server())
    const page = await browser.open()
    watchPage(t, page, service.address)
    await signIn(page, service.address)

    await goTo(page, 'Checks')
    await page.getByRole('link', { name: 'the full form' }).click()
    await page.getByRole('link', { name: /^Ping|^ICMP/ }).click()
    await openSection(page, 'Name and tags')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Edge router')
    await page.getByRole('textbox', { name: 'Host' }).fill(network.address)
    await page.getByRole('radio', { name: '10 s', exact: true }).check()
    await page.getByRole('group', { name: 'Locations', exact: true }).getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Create check' }).click()
    await page.getByRole('heading', { level: 1, name: 'Edge router' }).waitFor()
    const monitor = page.url().split('/').at(-1) ?? ''
    // A run that fails once is enough here: retries would only make the test longer.
    const group = (await service.expect(201, 'POST', '/v2/check-groups', {
      name: 'Edge',
      locations: [],
    })) as { id: number }
    await service.expect(200, 'PATCH', `/v1/checks/icmp/${monitor}`, {
      doubleCheck: false,
      retryStrategy: null,
      groupId: group.id,
    })
    await expect(page.getByText('This check notifies nobody when it fails.')).toBeVisible()
    await expectAccessible(page, 'a check that notifies nobody')

    // The channel comes after the check, is tried before it is saved, and hears of the group.
    await newChannel(page, 'Webhook', async () => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Night shift')
      await page.getByRole('textbox', { name: 'Address', exact: true }).fill(webhookUrl)
      await page.getByRole('radio', { name: /^Groups/ }).check()
      await page.getByRole('combobox', { name: 'Add a group' }).fill('Ed')
      await page.getByRole('option', { name: 'Edge' }).click()
    })
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByRole('region', { name: 'Response of the receiver' }).waitFor()
    assert.equal(receiver.requests.length, 1)
    await expectAccessible(page, 'a new channel that was tried')
    await createChannel(page)
    await newChannel(page, 'E-mail', () => page.getByLabel('Addresses').fill('oncall@example.com'))
    await createChannel(page)
    await page.getByRole('button', { name: 'Send test' }).click()
    await expect(page.getByRole('region', { name: 'Test', exact: true })).toContainText('Delivered')
    assert.deepEqual(
      mailServer.mails.map(({ to }) => to),
      [['oncall@example.com']],
    )
    await expectAccessible(page, 'a channel that was tried')

    await goTo(page, 'Checks')
    const row = page.getByRole('row').filter({ hasText: 'Edge router' })
    await expect(row).toContainText('Passing')
    await expect(page.getByText(/notif(?:y|ies) nobody/)).toHaveCount(0)
    let loads = 0
    page.on('load', () => (loads += 1))
    network.goDown()
    await expect(row).toContainText('Failing')
    await eventually('webhook and mail of the failure', () => {
      return receiver.requests.length === 2 && mailServer.mails.length === 2
    })
    const checks = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Checks' })
    await expect(checks).toHaveAccessibleDescription('1 failing')
    await expectAccessible(page, 'a list with a failing check')

    const mail = await mailServer.mails[1]?.mail
    assert.equal(mail?.subject, 'Edge router is failing')
    const link = /https?:\/\/\S+\/results\/[0-9a-z-]+/.exec(mail.text ?? '')?.[0]
    assert.ok(link, 'the mail links to the result')
    const [, told] = receiver.requests
    assert.ok(told)
    assert.ok(told.body.toString().includes(link), told.body.toString())
    const night = await browser.open({ viewport: { width: 390, height: 800 }, colorScheme: 'dark' })
    watchPage(t, night, service.address)
    await night.goto(link)
    await night.getByLabel('E-mail').fill('nora@example.net')
    await night.getByLabel('Password').fill('correct horse battery')
    await night.getByRole('button', { name: 'Sign in' }).click()
    await night.waitForURL(link)
    await night.getByRole('heading', { level: 1, name: 'Result of Edge router' }).waitFor()
    await night
      .getByText(/Failed$/)
      .first()
      .waitFor()
    await expectAccessible(night, 'the result that an alert leads to')

    network.comeUp()
    await expect(row).toContainText('Passing')
    assert.equal(loads, 0)
    await eventually('webhook and mail of the recovery', () => {
      return receiver.requests.length === 3 && mailServer.mails.length === 3
    })
    assert.deepEqual(
      receiver.requests.slice(1).map((request) => webhookIn(request).alertTitle),
      ['Edge router is failing', 'Edge router has recovered'],
    )

    await expect(checks).toHaveAccessibleDescription('')
    await row.getByRole('link', { name: 'Edge router' }).click()
    await page.getByText(/^Failed for .* until /).waitFor()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Failed results' })).toBeVisible()
    await expectAccessible(page, 'a check that has recovered')
    await keepPicture(page, 'check recovered')

    await goTo(page, 'Alerts')
    const alerts = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Edge router' }) })
    await expect(alerts).toHaveCount(2)
    await expect(alerts.nth(0)).toContainText('Recovered')
    await expect(alerts.nth(1)).toContainText('Failing')
    await alerts.nth(1).getByRole('button', { name: 'Timeline of the alert' }).click()
    await expect(alerts.nth(1).getByText(/Delivered$/)).toHaveCount(2)
    await expectAccessible(page, 'the history with an open timeline')
    await alerts.nth(1).getByRole('link', { name: 'The result that caused it' }).click()
    await page.waitForURL(link)
    await page.goBack()
    await page.getByRole('link', { name: 'Deliveries' }).click()
    // Both screens have a link to all of theirs: the one of the deliveries is meant.
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor()
    await page.getByRole('link', { name: 'All', exact: true }).click()
    const deliveries = page.getByRole('row').filter({ hasText: 'Delivered' })
    await expect(deliveries.filter({ hasText: 'Edge router' })).toHaveCount(4)
    await expectAccessible(page, 'the deliveries')
  },
)

/** Notified of all checks, those that are created later too, unless the form is told otherwise. */
async function newChannel(page: Page, type: string, fill: () => Promise<void>): Promise<void> {
  await goTo(page, 'Alert channels')
  await page.getByRole('link', { name: 'New alert channel' }).first().click()
  await page.getByRole('link', { name: new RegExp(`^${type}`) }).click()
  await fill()
}

async function createChannel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create alert channel' }).click()
  await page.waitForURL(new RegExp(`${screens}/alert-channels/\\d+$`))
}
