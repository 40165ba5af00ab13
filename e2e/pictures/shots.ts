import type { Locator, Page } from '@playwright/test'
import { addressOf, allScreens, routeOf } from '../support/web/screen-visitor.ts'
import type { Params } from '../support/web/screen-table.ts'
import { owner } from '../support/web/web-visitor.ts'
import type { Shot } from './camera.ts'
import type { Scene } from './scene.ts'

/** Every screen of the owner in all its forms, and those with something pressed. */
export function shotsOfOwner(scene: Scene): Shot[] {
  const { address } = scene.service
  const found = new Map<string, Shot>()
  for (const screen of allScreens(scene)) {
    const [path, forms] = screen
    for (const params of forms) {
      const name = nameShot(scene, path, params, forms.length > 1)
      const shown = addressOf(routeOf(screen), { accountId: scene.accountId, ...params })
      found.set(name, { name, address: address + shown })
    }
  }
  for (const screen of allScreens(scene)) {
    const [path] = screen
    if (path.includes('$') || path.endsWith('/new')) continue
    const name = `empty-${nameShot(scene, path, {}, false)}`
    found.set(name, {
      name,
      address: address + addressOf(routeOf(screen), { accountId: scene.emptyAccountId }),
    })
  }
  return [...found.values(), ...pressed(scene)]
}

/** What somebody sees who may change nothing. */
export function shotsOfViewer(scene: Scene): Shot[] {
  return allScreens(scene).map((screen) => {
    const [path, [params = {}]] = screen
    const shown = addressOf(routeOf(screen), { accountId: scene.accountId, ...params })
    const name = `viewer-${nameShot(scene, path, params, false)}`
    return { name, address: scene.service.address + shown, widths: [390, 1440], schemes: ['dark'] }
  })
}

/** What the public sees, and whoever has yet to sign in. */
export function shotsOfEverybody(scene: Scene, setupAddress: string): Shot[] {
  const { address } = scene.service
  const paths = {
    'public-status': '/status/northwind',
    'public-status-incident': `/status/acme/incidents/${scene.incidentId}`,
    'public-status-history': '/status/acme/history',
    'public-status-parts': '/status/acme-parts',
    'public-status-missing': '/status/nothing',
    'public-dashboard': `/dashboards/${scene.dashboardId}`,
    'public-wall': `/dashboards/${scene.wallId}`,
    'sign-in': '/sign-in',
    help: '/help',
    'help-page': '/help/alerting',
    'help-search': '/help?q=second+factor',
    'invitation-used': '/invitations/nonsense',
  }
  return [
    { name: 'setup', address: setupAddress },
    { name: 'sign-in-provider', address: new URL('/sign-in', setupAddress).href },
    ...Object.entries(paths).map(([name, path]) => ({ name, address: address + path })),
  ]
}

function pressed({ service: { address }, accountId, checks, kumaPath }: Scene): Shot[] {
  const at = `${address}/accounts/${accountId}`
  const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
  const list = { address: `${at}/checks` }
  return [
    { ...list, name: 'palette', act: (page) => openPalette(page, 'shop') },
    { ...list, name: 'keys', act: (page) => page.keyboard.press('?') },
    { ...list, name: 'person-menu', widths: [1440], act: press(/^Signed in as/) },
    { ...list, name: 'phone-menu', widths: [390], act: press(/Menu/) },
    { ...list, name: 'phone-filters', widths: [390], act: press(/^Filters/) },
    {
      ...list,
      name: 'checks-selected',
      widths: [1440, 1920],
      act: (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check(),
    },
    {
      ...list,
      name: 'checks-row-actions',
      widths: [1440, 1920],
      act: (page) => page.getByRole('row').nth(3).hover(),
    },
    { name: 'checks-by-group', address: `${at}/checks?by=group` },
    { name: 'checks-none-found', address: `${at}/checks?search=nothing+of+this+name` },
    { name: 'alert-channel-form', address: `${at}/alert-channels/new?type=WEBHOOK` },
    { name: 'check-30-days', address: `${at}/checks/${checks.icmp}?range=30d` },
    { name: 'check-silence', address: `${at}/checks/${checks.failing}`, act: press(/^Silence/) },
    { name: 'second-factor', address: `${at}/settings/security`, act: setUpSecondFactor },
    { name: 'locations-without-agent', address: `${at}/checks/new/url`, act: openRegions },
    { name: 'address-completed', address: `${at}/checks/new/url`, act: typeAddress },
    { name: 'channels-of-group-only', address: `${at}/checks/${checks.apiOverridden}/edit`, act: openAlerts },
    { name: 'check-notifies-group-only', address: `${at}/checks/${checks.apiOverridden}/alerts` },
    { name: 'window-does-nothing', address: `${at}/maintenance/windows/new`, act: silenceNothing },
    {
      name: 'chart-tooltip',
      address: `${at}/checks/${checks.tcp}?range=24h`,
      act: (page) => showAtTop(page.getByText('Compare locations')),
      point: pointAtChart,
    },
    { name: 'badge-preview', address: `${at}/dashboards/badges?check=${checks.url}&responseTime=true` },
    {
      name: 'uptime-kuma-preview',
      address: `${at}/settings/uptime-kuma`,
      act: (page) => previewImport(page, kumaPath),
    },
  ]
}

async function openRegions(page: Page): Promise<void> {
  const fold = page.getByText('Regions without an agent (this server stands in)')
  await fold.click()
  await showAtTop(page.locator('[data-field="locations"]'))
}

async function typeAddress(page: Page): Promise<void> {
  await page.locator('[data-field="request.url"]').getByRole('textbox').fill('shop.example.net/health')
  await page.getByText('Will request https://shop.example.net/health').first().waitFor()
}

async function openAlerts(page: Page): Promise<void> {
  const alerts = page.getByRole('button', { name: 'Alerts', exact: true })
  await alerts.click()
  await page.getByText('do not count while it is in the group').waitFor()
  await showAtTop(alerts)
}

async function silenceNothing(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Database upgrade')
  await page.getByRole('checkbox', { name: 'All checks' }).first().uncheck()
  await page.getByText('This window would do nothing.').scrollIntoViewIfNeeded()
}

async function pointAtChart(page: Page): Promise<void> {
  const chart = page.getByRole('application', { name: /^Response time/ })
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  await page.mouse.move(0, 0)
  await chart.hover({ position: { x: width * 0.6, y: 100 } })
  await page.locator('[data-tooltip]').waitFor()
}

async function previewImport(page: Page, path: string): Promise<void> {
  await page.getByLabel('Database of Uptime Kuma').setInputFiles(path)
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByRole('button', { name: /^Import: create/ }).scrollIntoViewIfNeeded()
}

/** Below the head of the page, which stays. */
async function showAtTop(shown: Locator): Promise<void> {
  await shown.evaluate((element) => {
    element.scrollIntoView()
    window.scrollBy(0, -120)
  })
}

async function openPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await palette.getByRole('combobox').fill(words)
  await palette.getByRole('option').first().waitFor()
}

async function setUpSecondFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const asking = page.getByRole('dialog', { name: 'Set up a second factor' })
  await asking.getByLabel('Current password').fill(owner.password)
  await asking.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
}

/** By what is shown and not by ids, so that two runs give the same names. */
function nameShot({ checks, channels }: Scene, path: string, params: Params, hasForms: boolean): string {
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    checkId: checks,
    channelId: { ...channels.byType, unheard: String(channels.unheard) },
  }
  const wordOf = (param: string): string => {
    const value = params[param] ?? ''
    if (param === 'checkType') return value
    const word = Object.entries(known[param] ?? {}).find(([, id]) => id === value)?.[0]
    return (hasForms && word) || param.replace(/Id$/, '')
  }
  return path
    .replaceAll(/\$(\w+)/g, (_, param: string) => wordOf(param))
    .replaceAll(/[^a-zA-Z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
