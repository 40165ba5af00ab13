// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { startReceiver } from '@sonde/egress/testing/receiver.ts'
import { createNamespace, lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { alertingUser, webhookIn } from '../support/alerting-user.ts'
import { someCredentials } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { expect } from '../support/web/expect.ts'
import { keyboardVisitor } from '../support/web/keyboard-visitor.ts'
import { openDoorIn } from '../support/namespace-doors.ts'
import { keepPicture } from '../support/web/pictures.ts'
import { startServiceInside } from '../support/service-inside.ts'
import { startService, type Service } from '../support/service-under-test.ts'
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

type StoredCheck = {
  id: string
  name: string
  muted: boolean
  activated: boolean
  tags: string[]
  frequency: number
  locations: string[]
  request: { hostname: string; pingCount: number }
}

suite('checks are changed', { concurrency: 2 }, () => {
  test('edit with a refused field, run now, duplicate, pause, resume, and delete in two steps', async (t) => {
    const skip = lacksNamespaces()
    if (skip !== false) return t.skip(skip)
    const service = await startServiceInside(t)
    const page = await openSignedIn(t, service)
    const monitor = await service.createMonitor({ name: 'Gateway', locations: ['eu-west-1'] })
    const stored = async () => (await service.expect(200, 'GET', `/v1/checks/${monitor}`)) as StoredCheck
    await page.getByRole('link', { name: 'Gateway' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()

    await openSection(page, 'Ping')
    const pings = page.getByRole('textbox', { name: 'Pings per run' })
    await pings.fill('5000')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('One field needs attention').waitFor()
    await expect(pings).toHaveAttribute('aria-invalid', 'true')
    await expect(pings).toBeFocused()
    await expectAccessible(page, 'a form with a refused field')
    assert.equal((await stored()).request.pingCount, 2)
    await pings.fill('3')
    await openSection(page, 'Name and tags')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gateway, upstairs')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Gateway, upstairs' }).waitFor()
    const { name, request } = await stored()
    assert.deepEqual(
      [name, request],
      ['Gateway, upstairs', { ...request, hostname: '127.0.0.1', pingCount: 3 }],
    )

    await page.getByRole('button', { name: 'Run now' }).click()
    const run = page.getByRole('region', { name: 'Run now' })
    await expect(run).toContainText('Passed')
    await expectAccessible(page, 'a check that was run')

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await expect(page.getByRole('region', { name: 'Name and tags' })).toContainText(
      'Gateway, upstairs (copy)',
    )
    await page.getByRole('button', { name: 'Create check' }).click()
    await page.getByRole('heading', { level: 1, name: 'Gateway, upstairs (copy)' }).waitFor()
    assert.deepEqual(await namesIn(service), ['Gateway, upstairs', 'Gateway, upstairs (copy)'])

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Pause: no runs' }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('Paused', { exact: true })).toHaveCount(0)

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Gateway, upstairs')
    await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
    await dialog.getByRole('textbox').press('Enter')
    await expectAccessible(page, 'the second step of a deletion')
    assert.equal((await namesIn(service)).length, 2)
    await dialog.getByRole('textbox').fill('Gateway, upstairs (copy)')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.waitForURL(`**${screens}/checks`)
    await page.getByRole('row').filter({ hasText: 'Gateway, upstairs' }).waitFor()
    await expect(page.getByRole('row').filter({ hasText: '(copy)' })).toHaveCount(0)
    assert.deepEqual(await namesIn(service), ['Gateway, upstairs'])
  })

  test('by keys alone: rows, palette, list of keys, and none of them while somebody types', async (t) => {
    const skip = lacksNamespaces()
    if (skip !== false) return t.skip(skip)
    const service = await startServiceInside(t)
    const page = await openSignedIn(t, service)
    const where = { locations: ['eu-west-1'] }
    const checkout = await service.createMonitor({ name: 'Checkout', ...where })
    await service.createMonitor({ name: 'Storefront', ...where })
    const isActive = async () =>
      ((await service.expect(200, 'GET', `/v1/checks/${checkout}`)) as StoredCheck).activated
    await page.goto(`${service.address}${screens}/checks?sort=name`)
    const names = page.getByRole('table', { name: 'Checks' })
    const nameOf = (name: string) => names.getByRole('link', { name, exact: true })
    await nameOf('Storefront').waitFor()
    const summary = page.getByRole('list', { name: 'Summary' })
    await expect(summary.getByRole('link')).toHaveCount(6)

    await page.keyboard.press('j')
    await expect(nameOf('Checkout')).toBeFocused()
    await expect(names.getByRole('button', { name: 'Pause Checkout' })).toBeVisible()
    await expect(names.getByRole('button', { name: 'Pause Storefront' })).toBeHidden()
    await page.keyboard.press('j')
    await expect(nameOf('Storefront')).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await page.getByText('1 check selected').waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('p')
    await page.getByText('Paused “Checkout”').waitFor()
    assert.equal(await isActive(), false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually('it runs again', isActive)

    await names.getByRole('row').filter({ hasText: 'Storefront' }).hover()
    await page.getByRole('button', { name: 'Mute Storefront' }).click()
    await page.getByText('Muted “Storefront”').waitFor()
    assert.deepEqual(await mutedIn(service), ['Storefront'])
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const bar = page.getByRole('region', { name: 'Selected checks' })
    await bar.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('Running 2 checks').waitFor()
    await bar.getByRole('button', { name: 'Interval…' }).click()
    const intervals = page.getByRole('dialog', { name: 'Interval of 2 checks' })
    await intervals.getByLabel('Interval').selectOption('Every 5 minutes')
    await expectAccessible(page, 'the interval of selected checks')
    await intervals.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 checks changed').waitFor()
    await bar.getByRole('button', { name: 'Locations…' }).click()
    const places = page.getByRole('dialog', { name: 'Locations of 2 checks' })
    await expect(places.getByRole('button', { name: 'Save' })).toBeDisabled()
    await places.getByRole('checkbox', { name: /^This server/ }).check()
    await expectAccessible(page, 'the locations of selected checks')
    await places.getByRole('button', { name: 'Save' }).click()
    await expect(places).toHaveCount(0)
    const schedules = (await checksIn(service)).map(({ frequency, locations }) => ({ frequency, locations }))
    const schedule = { frequency: 5, locations: ['eu-central-1'] }
    assert.deepEqual(schedules, [schedule, schedule])
    await bar.getByRole('button', { name: 'Clear' }).click()

    const shop = (await service.expect(201, 'POST', '/v1/check-groups', {
      name: 'Shop',
      concurrency: 1,
    })) as {
      id: number
    }
    await service.expect(200, 'PATCH', `/v1/checks/icmp/${checkout}`, { groupId: shop.id })
    await page.getByLabel('Group by').selectOption('Group by group')
    const head = names.getByRole('rowheader').filter({ hasText: 'Shop' })
    await expect(head).toContainText('1 check')
    await nameOf('Storefront').waitFor()
    await nameOf('Checkout').waitFor()
    await expectAccessible(page, 'checks below their groups')
    await keepPicture(page, 'checks grouped')
    await head.getByRole('link', { name: 'Shop', exact: true }).click()
    await expect(nameOf('Checkout')).toHaveCount(0)
    await page.reload()
    await nameOf('Storefront').waitFor()
    await expect(nameOf('Checkout')).toHaveCount(0)
    await head.getByRole('link', { name: /^Show only these/ }).click()
    await nameOf('Checkout').waitFor()
    await expect(nameOf('Storefront')).toHaveCount(0)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Save this view…' }).click()
    await page.getByRole('checkbox', { name: 'For everybody in this account' }).check()
    await page.getByRole('dialog').getByLabel('Name').fill('My shop')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'View: My shop' }).waitFor()
    await service.expect(201, 'POST', '/v1/maintenance-windows/silence', { groupIds: [shop.id], minutes: 60 })
    await page.goto(`${service.address}${screens}/checks?sort=name`)
    await nameOf('Storefront').waitFor()
    await expect(names.getByRole('row').filter({ hasText: 'Checkout' })).toContainText('silenced until')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'My shop' }).click()
    await expect(nameOf('Storefront')).toHaveCount(0)
    await page.goto(`${service.address}${screens}/checks?sort=name`)
    await nameOf('Storefront').waitFor()

    const filter = page.getByRole('searchbox', { name: 'Search name or target' })
    await page.keyboard.press('/')
    await expect(filter).toBeFocused()
    await page.keyboard.type('p?')
    await expect(filter).toHaveValue('p?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    assert.equal(await isActive(), true)
    await filter.fill('')

    const palette = page.getByRole('dialog', { name: 'Search' })
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('store')
    const found = palette.getByRole('option', { name: /^Storefront/ })
    await expect(found).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page, 'the palette with a check')
    await keepPicture(page, 'palette light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'the dark palette')
    await keepPicture(page, 'palette dark')
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    await expect(filter).toBeFocused()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('store')
    await expect(found).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Tab')
    await expect(palette.getByRole('option').first()).toHaveText('Open')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Storefront' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectAccessible(page, 'the list of keys')
    await keepPicture(page, 'keys dark')
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.waitForURL('**/edit')

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${service.address}${screens}/checks`)
    await page.getByRole('button', { name: 'Search' }).click()
    await palette.getByRole('combobox').fill('locations')
    await keepPicture(page, 'palette phone')
    await expectAccessible(page, 'the palette of a phone')
    await palette.getByRole('group', { name: 'Screens' }).getByRole('option', { name: 'Locations' }).click()
    await page.waitForURL('**/locations')
    await page.getByRole('button', { name: 'Search' }).click()
    await palette.getByRole('combobox').fill('second factor')
    await palette.getByRole('option', { name: /^Second factor/ }).click()
    await page.waitForURL('**/help/users#second-factor')
  })

  test('a check that is muted in the interface fails in sight of all and wakes nobody', async (t) => {
    const skip = lacksNamespaces()
    if (skip !== false) return t.skip(skip)
    const network = createNamespace({ pingGroups: true })
    t.after(() => network.delete())
    const receiver = await startReceiver(t)
    const service = await startServiceInside(t, { network })
    const user = alertingUser(service)
    const url = `http://127.0.0.1:${await openDoorIn(t, network, receiver.port)}/`
    const channel = await user.createChannel('WEBHOOK', { name: 'hook', url })
    const [quiet, loud] = await Promise.all(
      ['Quiet door', 'Loud door'].map(async (name) => {
        // Nobody listens in this network: each run fails at once.
        const made = await service.expect(201, 'POST', '/v1/checks/tcp', {
          name,
          request: { hostname: '127.0.0.1', port: 9 },
          locations: ['eu-west-1'],
          frequency: 0,
          frequencyOffset: 10,
          activated: false,
          doubleCheck: false,
          retryStrategy: null,
          alertChannelSubscriptions: [{ alertChannelId: channel, activated: true }],
        })
        return (made as { id: string }).id
      }),
    )
    assert.ok(quiet && loud)
    const page = await openSignedIn(t, service)
    await page.getByRole('link', { name: 'Quiet door' }).click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Mute: no alerts' }).click()
    await page.getByText('Muted: no alerts').waitFor()
    await goTo(page, 'Checks')
    const rows = page.getByRole('row').filter({ hasText: 'door' })
    await expect(rows.filter({ hasText: 'Paused' })).toHaveCount(2)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(rows.filter({ hasText: 'Failing' })).toHaveCount(2)
    await expect(rows.filter({ hasText: 'Quiet door' })).toContainText('muted')

    await eventually('the alert of the other one', () => receiver.requests.length > 0)
    await service.untilResults(quiet, 2)
    assert.deepEqual(
      receiver.requests.map((request) => webhookIn(request).check.id),
      [loud],
    )
    const outbox = (await service.expect(200, 'GET', '/v1/alert-notifications')) as { checkId?: string }[]
    assert.deepEqual(
      outbox.map(({ checkId }) => checkId),
      [loud],
    )
  })

  test('three of four checks are chosen and muted without a mouse, then tagged and deleted together', async (t) => {
    const service = await startService(t)
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) await service.createMonitor({ name })
    const page = await openSignedIn(t, service)
    const keys = keyboardVisitor(page)
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      await keys.press(page.getByRole('checkbox', { name: `Select ${name}` }), 'Space')
    }
    const bar = page.getByRole('region', { name: 'Selected checks' })
    await expect(bar).toContainText('3 checks selected')
    await keys.press(bar.getByRole('button', { name: 'Mute', exact: true }), 'Enter')
    await page.getByText('3 checks changed').waitFor()
    await expect(bar.getByRole('button', { name: 'Mute', exact: true })).toBeFocused()
    assert.deepEqual(await mutedIn(service), ['Alpha', 'Beta', 'Gamma'])
    await expect(page.getByRole('row').filter({ hasText: 'muted' })).toHaveCount(3)
    await expectAccessible(page, 'a list with chosen checks')

    await keys.press(bar.getByRole('button', { name: 'Add tags…' }), 'Enter')
    await keys.type(page.getByRole('textbox', { name: 'Tag' }), 'night')
    await page.keyboard.press('Enter')
    await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }), 'Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await keys.expectFocus()
    await expect(page.getByRole('link', { name: 'Only the tag night' })).toHaveCount(3)

    await bar.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 3 checks?' })
    await dialog.getByRole('textbox').fill('4')
    await dialog.getByRole('textbox').press('Enter')
    await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
    assert.equal((await namesIn(service)).length, 4)
    await dialog.getByRole('textbox').fill('3')
    await dialog.getByRole('textbox').press('Enter')
    await page.getByText('3 checks deleted').waitFor()
    await expect(page.getByRole('row').filter({ hasText: 'Delta' })).toBeVisible()
    await expect(bar).toHaveCount(0)
    await keys.expectFocus()
    assert.deepEqual(await namesIn(service), ['Delta'])
  })
})

async function openSignedIn(t: TestContext, service: Service) {
  await claimInstallation(service.server())
  const page = await browser.open()
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  return page
}

async function checksIn(service: Service): Promise<StoredCheck[]> {
  return (await service.expect(200, 'GET', '/v1/checks')) as StoredCheck[]
}

async function namesIn(service: Service): Promise<string[]> {
  return (await checksIn(service)).map(({ name }) => name).toSorted()
}

async function mutedIn(service: Service): Promise<string[]> {
  const checks = await checksIn(service)
  return checks.flatMap(({ name, muted }) => (muted ? [name] : [])).toSorted()
}
