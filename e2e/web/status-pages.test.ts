// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { eventually } from '../support/eventually.ts'
import { expect } from '../support/web/expect.ts'
import { startService } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  goTo,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()

test('a service, a page and an incident are made in the interface, and a visitor follows them to the end', async (t) => {
  const service = await startService(t)
  await claimInstallation(service.server())
  const page = await browser.open()
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  await goTo(page, 'Status pages')
  await page.getByRole('link', { name: 'Services', exact: true }).click()
  await page.getByText('No services yet').waitFor()
  await page.getByRole('button', { name: 'New service' }).first().click()
  const making = page.getByRole('dialog', { name: 'New service' })
  await making.getByRole('textbox', { name: 'Name' }).fill('Payments')
  await making.getByRole('button', { name: 'Create service' }).click()
  await page.getByRole('rowheader', { name: 'Payments' }).waitFor()
  await expectAccessible(page, 'the services')

  await page.getByRole('link', { name: 'Pages', exact: true }).click()
  await page.getByRole('link', { name: 'New status page' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme status')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('not an address')
  await page.getByRole('button', { name: 'Add card' }).click()
  const cards = page.getByRole('group', { name: 'Cards' })
  await cards.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await cards.getByRole('combobox', { name: /^Add a service/ }).fill('pay')
  await page.getByRole('option', { name: 'Payments' }).click()
  await page.getByRole('button', { name: 'Create status page' }).click()
  const address = page.getByRole('textbox', { name: 'Address', exact: true })
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await address.fill('acme')
  await page.getByRole('button', { name: 'Create status page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Acme status' }).waitFor()
  await expectAccessible(page, 'a status page')

  const visitor = await browser.open()
  watchPage(t, visitor, service.address)
  await visitor.goto(`${service.address}/status/acme`)
  await visitor.getByText('Payments').first().waitFor()

  await goTo(page, 'Status pages')
  await page.getByRole('link', { name: 'Incidents', exact: true }).click()
  await page.getByRole('link', { name: 'New incident' }).first().click()
  await expect(page.locator('[data-field$="publicIncidentUpdateDate"]')).toContainText(
    'Empty: the time of posting.',
  )
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Cards are refused')
  await page.getByRole('combobox', { name: 'Severity' }).selectOption('Major')
  await page.getByRole('combobox', { name: 'Add a service' }).fill('pay')
  await page.getByRole('option', { name: 'Payments' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('We are investigating.')
  await page.getByRole('button', { name: 'Open the incident' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cards are refused' }).waitFor()
  await visitor.reload()
  await visitor.getByText('Cards are refused').first().waitFor()
  await visitor.getByText('We are investigating.').first().waitFor()

  await page.getByRole('button', { name: 'Post an update' }).click()
  const update = page.getByRole('dialog')
  await update.getByRole('combobox', { name: 'Status' }).selectOption('Identified')
  await update.getByRole('textbox', { name: 'Message' }).fill('One bank answers with errors.')
  await update.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(update).toHaveCount(0)
  await page.getByText('One bank answers with errors.').waitFor()
  await expectAccessible(page, 'an incident')
  await visitor.reload()
  await visitor.getByText('One bank answers with errors.').first().waitFor()

  await page.getByRole('button', { name: 'Resolve' }).click()
  await update.getByRole('textbox', { name: 'Message' }).fill('All cards work again.')
  await update.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Resolve' })).toHaveCount(0)
  await visitor.reload()
  await expect(visitor.getByText('We are investigating.')).toHaveCount(0)
  await visitor.getByRole('link', { name: 'Cards are refused' }).first().click()
  await visitor.getByText('All cards work again.').waitFor()
  await expect(visitor.getByText('Resolved').first()).toBeVisible()
  await expectAccessible(visitor, 'an incident as visitors see it')
})

test('forms of what a project manages are locked, say so, and can be opened in an emergency', async (t) => {
  const service = await startService(t)
  await claimInstallation(service.server())
  const ref = (logicalId: string) => ({ ref: logicalId })
  const member = (type: string, logicalId: string, payload: object) => ({
    type,
    logicalId,
    member: true,
    payload,
  })
  const deployed = await service.request('POST', '/v1/projects/deploy', {
    project: { logicalId: 'shop', name: 'Shop as code' },
    sharedFiles: [],
    repoInfo: null,
    resources: [
      member('alert-channel', 'mail', { type: 'EMAIL', config: { address: 'ann@example.net' } }),
      member('private-location', 'cellar', { name: 'Cellar', slugName: 'cellar' }),
      member('maintenance-window', 'window', {
        name: 'Upgrade',
        tags: ['shop'],
        startsAt: '2030-01-01T00:00:00.000Z',
        endsAt: '2030-01-01T01:00:00.000Z',
      }),
      member('dashboard', 'wall', { customUrl: 'shop-wall', header: 'Wall' }),
      member('status-page', 'page', { name: 'Shop status', url: 'shop-status', version: 3 }),
      member('status-page-component', 'cart', {
        statusPageId: ref('page'),
        name: 'Cart',
        type: 'SERVICE',
        displayOrder: 0,
      }),
    ],
  })
  assert.equal(deployed.status, 202, JSON.stringify(deployed.body))
  const firstOf = async (path: string, id = 'id'): Promise<string> => {
    const { body } = await service.request('GET', path)
    const list: unknown = isRecord(body) ? body['entries'] : body
    const [first] = Array.isArray(list) ? list : []
    assert.ok(isRecord(first), JSON.stringify(body))
    return String(first[id])
  }
  // Everything of a deployment is there at once.
  await eventually('the end of the deployment', async () => {
    const { body } = await service.request('GET', '/v1/private-locations')
    return Array.isArray(body) && body.length === 1
  })
  const pageId = await firstOf('/v1/status-pages')
  const screens = [
    `alert-channels/${await firstOf('/v1/alert-channels')}`,
    `locations/private/${await firstOf('/v1/private-locations')}`,
    `maintenance/windows/${await firstOf('/v1/maintenance-windows')}/edit`,
    `dashboards/${await firstOf('/v1/dashboards', 'dashboardId')}`,
    `status-pages/${pageId}`,
  ]

  const page = await browser.open()
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  const home = page.url().replace(/checks.*$/, '')
  for (const screen of screens) {
    await page.goto(home + screen)
    await page.getByText('Managed as code by project').waitFor()
    const locked = page.getByRole('group', { name: 'Settings, managed as code' })
    await expect(locked.getByRole('textbox').first()).toBeDisabled()
    await expect(locked.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await expectAccessible(page, `${screen}, locked`)
    await page.getByRole('button', { name: 'Edit anyway' }).click()
    await page.getByText('The next deployment overwrites what you change here.').waitFor()
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeEnabled()
  }

  await page.goto(`${home}status-pages/${pageId}/components`)
  await page.getByRole('button', { name: 'Edit Cart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit component' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await dialog.getByRole('button', { name: 'Edit anyway' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Basket')
  await save.click()
  await page.getByRole('rowheader', { name: 'Basket' }).waitFor()
  await expect(page.getByText('Not monitored')).toHaveCount(1)
})
