import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from '@playwright/test'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { expect } from '../support/expect.ts'
import { startFilledService, type Filled } from '../support/filled-service.ts'
import { keepPicture, pictures } from '../support/pictures.ts'
import { readScreenPaths } from '../support/web-routes.ts'
import { browserForTests, expectAccessible, signIn, watchPage } from '../support/web-visitor.ts'

const browser = browserForTests()
const account = '/accounts/$accountId'
const desk = { width: 1280, height: 900 }

/** What stands for the parameters of an address; none, when the address has no others than its account. */
type Params = Readonly<Record<string, string>>

/** Each screen with what it is to show, in several forms where it has them. */
function visitsIn(filled: Filled): Readonly<Record<string, readonly Params[]>> {
  const { checks, results, channels } = filled
  const plain: readonly Params[] = [{}]
  const group = [{ groupId: filled.groupId }]
  const window = { windowId: filled.windowId }
  const page = { pageId: filled.pageId }
  const dashboard = { dashboardId: filled.dashboardId }
  const someChecks = [checks.icmp, checks.failing, checks.heartbeat].map((checkId) => ({ checkId }))
  const eachCheck = [checks.icmp, checks.browser, ...Object.values(checks)].map((checkId) => ({ checkId }))
  const screens: Record<string, readonly Params[]> = {
    '/alert-channels': plain,
    '/alert-channels/new': plain,
    '/alert-channels/$channelId': [...Object.values(channels.byType), String(channels.unheard)].map(
      (channelId) => ({ channelId }),
    ),
    '/alert-settings': plain,
    '/alerts': plain,
    '/alerts/deliveries': plain,
    '/check-sessions/$sessionId': [{ sessionId: filled.sessionId }],
    '/checks': plain,
    '/checks/$checkId': eachCheck,
    '/checks/$checkId/alerts': someChecks,
    '/checks/$checkId/code': someChecks,
    '/checks/$checkId/duplicate': someChecks.slice(0, 1),
    '/checks/$checkId/edit': someChecks.slice(0, 1),
    '/checks/$checkId/results': someChecks,
    '/checks/$checkId/results/$resultId': Object.entries(results).map(([name, resultId]) => ({
      checkId: new Map(Object.entries(checks)).get(name) ?? '',
      resultId,
    })),
    '/checks/new': plain,
    '/checks/new/$checkType': checkKinds.map(({ checkType }) => ({ checkType: checkType.toLowerCase() })),
    '/dashboards': plain,
    '/dashboards/$dashboardId': [dashboard],
    '/dashboards/$dashboardId/incidents': [dashboard],
    '/dashboards/$dashboardId/incidents/$incidentId': [
      { ...dashboard, incidentId: filled.dashboardIncidentId },
    ],
    '/dashboards/badges': plain,
    '/dashboards/new': plain,
    '/groups': plain,
    '/groups/$groupId': group,
    '/groups/$groupId/edit': group,
    '/groups/new': plain,
    '/locations': plain,
    '/locations/agents': plain,
    '/locations/data-centers': plain,
    '/locations/data-centers/$code': [{ code: 'eu-west-1' }],
    '/locations/private/$locationId': [{ locationId: filled.locationId }],
    '/locations/private/new': plain,
    '/maintenance': plain,
    '/maintenance/windows': plain,
    '/maintenance/windows/$windowId': [window],
    '/maintenance/windows/$windowId/edit': [window],
    '/maintenance/windows/$windowId/occurrences/$maintenanceId': [
      { ...window, maintenanceId: filled.maintenanceId },
    ],
    '/maintenance/windows/new': plain,
    '/test-sessions': plain,
    '/test-sessions/$testSessionId': [{ testSessionId: filled.testSession.id }],
    '/test-sessions/$testSessionId/results/$resultId': [
      { testSessionId: filled.testSession.id, resultId: filled.testSession.resultId },
    ],
    '/settings': plain,
    '/settings/accounts': plain,
    '/settings/audit': plain,
    '/settings/certificates': plain,
    '/settings/deployments': plain,
    '/settings/export': plain,
    '/settings/keys': plain,
    '/settings/members': plain,
    '/settings/profile': plain,
    '/settings/projects': plain,
    '/settings/projects/$logicalId': [{ logicalId: filled.projectId }],
    '/settings/secret-scan': plain,
    '/settings/security': plain,
    '/settings/snippets': plain,
    '/settings/traces': plain,
    '/settings/uptime-kuma': plain,
    '/settings/variables': plain,
    '/status-pages': plain,
    '/status-pages/$pageId': [page],
    '/status-pages/$pageId/components': [{ pageId: filled.componentPageId }],
    '/status-pages/$pageId/subscriptions': [page],
    '/status-pages/incidents': plain,
    '/status-pages/incidents/$incidentId': [{ incidentId: filled.incidentId }],
    '/status-pages/incidents/new': plain,
    '/status-pages/new': plain,
    '/status-pages/services': plain,
  }
  return Object.fromEntries(Object.entries(screens).map(([path, params]) => [account + path, params]))
}

/** There are many screens, and a scan of one takes seconds where two browsers share a core. */
const timeout = 580_000

test('every screen', { concurrency: 2, skip: lacksNamespaces(), timeout }, async (all) => {
  const filled = await startFilledService(all)
  const visits = visitsIn(filled)
  const paths = Object.keys(visits)
  const { address } = filled.service

  await all.test('is in the table of this test', () => {
    assert.deepEqual(
      paths.toSorted(),
      readScreenPaths().filter((path) => path !== '/sign-in'),
    )
  })

  await all.test('of somebody who is not signed in is accessible and fits a phone', async (t) => {
    const page = await browser.open()
    watchPage(t, page, address)
    await open(page, `${address}/sign-in`)
    await expectWellMade(page, 'sign-in')
    for (const [path, name] of [
      ['/help', 'help'],
      ['/help/alerting', 'help-page'],
      ['/help?q=second+factor', 'help-search'],
    ] as const) {
      await open(page, address + path)
      await expectWellMade(page, name)
    }
  })

  // Two visitors at a time: each has half of the screens.
  await Promise.all(
    [0, 1].map((half) => all.test(`in its turn, half ${half + 1}`, { timeout }, (t) => visitHalf(t, half))),
  )

  async function visitHalf(t: TestContext, half: number): Promise<void> {
    const page = await browser.open()
    watchPage(t, page, address)
    await signIn(page, address)
    for (const [path, forms] of Object.entries(visits).filter((_, index) => index % 2 === half)) {
      await t.test(`is accessible, and fits a desk and a phone: ${path}`, async () => {
        for (const [index, params] of formsToVisit(path, forms).entries()) {
          const shown = addressOf(path, { accountId: filled.accountId, ...params })
          await open(page, address + shown)
          const name = nameOf(shown, filled.accountId)
          if (index === 0) await expectWellMade(page, name)
          else await expectAlsoWellMade(page, name)
        }
      })
      // A form for something new is the same where nothing is.
      if (path.slice(account.length).includes('$') || path.endsWith('/new')) continue
      await t.test(`is accessible with nothing to show: ${path}`, async () => {
        await open(page, address + addressOf(path, { accountId: filled.emptyAccountId }))
        await expectOneHeading(page)
        await keepPicture(page, `${nameOf(path, '$accountId')}-empty`)
        await expectAccessible(page, 'empty')
      })
    }
  }

  await all.test('stays as it was read while the server is away, and says that it is', async (t) => {
    const someScreens = [
      '/checks',
      `/checks/${filled.checks.failing}`,
      '/alerts',
      '/maintenance',
      '/settings/members',
    ]
    const opened = await openTogether(t, filled, someScreens)
    await filled.service.stop('SIGKILL')
    for (const [path, { tab, text }] of opened) {
      await tab.getByRole('alert').filter({ hasText: 'The server cannot be reached.' }).waitFor()
      assert.equal(await tab.locator('h1').innerText(), text, path)
      assert.equal(
        await tab.getByText('This page loads by itself as soon as the server answers.').count(),
        0,
        path,
      )
      await expectAccessible(tab, `${path}, away`)
      await keepPicture(tab, `${nameOf(path, '')}-away`)
    }
  })
})

/**
 * Whoever wants pictures gets all forms of a screen. Otherwise results are looked at in every form, since each type has
 * its own, a check in one with charts of its own as well, and other screens in one: the forms of checks have a test of theirs.
 */
function formsToVisit(path: string, forms: readonly Params[]): readonly Params[] {
  if (pictures !== undefined || path.endsWith('/$resultId')) return forms
  return forms.slice(0, path.endsWith('/checks/$checkId') ? 2 : 1)
}

/** Tabs of one browser, each with a screen that is read to its end. */
async function openTogether(
  context: TestContext,
  { service: { address }, accountId }: Filled,
  paths: readonly string[],
) {
  const opened = new Map<string, { tab: Page; text: string }>()
  const first = await browser.open()
  await signIn(first, address)
  for (const path of paths) {
    const tab = await first.context().newPage()
    watchPage(context, tab, address)
    await open(tab, `${address}/accounts/${accountId}${path}`)
    opened.set(path, { tab, text: await tab.locator('h1').innerText() })
  }
  return opened
}

function addressOf(path: string, params: Params): string {
  return path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = params[name]
    assert.ok(value, `${path} needs a ${name}`)
    return value
  })
}

/** Waits until the screen is there, and everything on it. */
async function open(page: Page, address: string): Promise<void> {
  await page.setViewportSize(desk)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
}

/** On a desk and in a hand, in light and dark. Whoever calls it has opened the screen. */
async function expectWellMade(page: Page, name: string): Promise<void> {
  await expectOneHeading(page)
  await expectAccessible(page, `${name}, light`)
  await keepPicture(page, `${name}-light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await keepPicture(page, `${name}-dark`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page, `${name}, 390 pixels`)
  await expectAccessible(page, `${name}, dark, 390 pixels`)
  await keepPicture(page, `${name}-phone`)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, `${name}, 320 pixels`)
}

/** The same screen with something else in it: what differs shows in one scan and at the least width. */
async function expectAlsoWellMade(page: Page, name: string): Promise<void> {
  await expectOneHeading(page)
  await expectAccessible(page, name)
  await keepPicture(page, `${name}-light`)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, `${name}, 320 pixels`)
  await keepPicture(page, `${name}-narrow`)
}

async function expectOneHeading(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page).toHaveTitle(/^\S.* · Sonde$/)
}

async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  // Written as text: the functions of a browser are not among the types here.
  const tooWide = () =>
    page.evaluate<string[]>(`
      document.documentElement.scrollWidth <= window.innerWidth ? [] :
        [...document.querySelectorAll('body *')]
          .filter((part) => part.getBoundingClientRect().right > window.innerWidth)
          .slice(0, 5).map((part) => part.outerHTML.slice(0, 200))`)
  // Charts learn of a new width a moment after the page.
  await expect.poll(tooWide, { message: what }).toEqual([])
}

function nameOf(path: string, accountId: string): string {
  return path
    .replace(`/accounts/${accountId}/`, '')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
