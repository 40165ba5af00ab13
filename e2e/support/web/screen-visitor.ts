import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from '@playwright/test'
import { choose, isFull, some } from '@sonde/ground/testing/thoroughness.ts'
import { expect } from './expect.ts'
import type { Filled } from '../filled-service.ts'
import { screenGroups, type Params } from './screen-table.ts'
import { expectAccessible, signIn, watchPage } from './web-visitor.ts'

const account = '/accounts/$accountId'
const desk = { width: 1280, height: 900 }

type Screen = readonly [path: string, forms: readonly Params[]]

/** Every screen of an account, with what it is to show. */
export function allScreens(filled: Filled): Screen[] {
  return Object.values(screenGroups).flatMap((group) => Object.entries(group(filled)))
}

/** Of each group a quarter, which the seed chooses. */
export function someScreens(filled: Filled): Screen[] {
  return Object.entries(screenGroups).flatMap(([name, group]) => {
    const screens = Object.entries(group(filled))
    return some(`screens of ${name}`, screens, Math.ceil(screens.length / 4))
  })
}

/** The address of a screen, as the routes of the web interface write it. */
export function routeOf([path]: Screen): string {
  return account + path
}

/** Opens each of the screens, with what there is to show and with nothing. */
export async function visitScreens(
  turn: TestContext,
  { page, filled, screens }: { page: Page; filled: Filled; screens: readonly Screen[] },
): Promise<void> {
  const { address } = filled.service
  watchPage(turn, page, address)
  await signIn(page, address)
  for (const [path, forms] of screens) {
    await turn.test(`is accessible, and fits a desk and a phone: ${path}`, async () => {
      for (const [index, params] of formsToVisit(path, forms).entries()) {
        const shown = addressOf(account + path, { accountId: filled.accountId, ...params })
        await openScreen(page, address + shown)
        const name = nameOf(shown, filled.accountId)
        if (index === 0) await expectWellMade(page, name, path)
        else await expectAlsoWellMade(page, name)
      }
    })
    if (!isVisitedEmpty(path)) continue
    await turn.test(`is accessible with nothing to show: ${path}`, async () => {
      await openScreen(page, address + addressOf(account + path, { accountId: filled.emptyAccountId }))
      await expectOneHeading(page)
      await expectAccessible(page, 'empty')
    })
  }
}

/**
 * Each type has results of its own form, of which the seed chooses some. A check is looked at in one with charts of its own as
 * well, and other screens in one: the forms of checks have a test of theirs.
 */
function formsToVisit(path: string, forms: readonly Params[]): readonly Params[] {
  if (path.endsWith('/$resultId')) return some(path, forms)
  return forms.slice(0, path === '/checks/$checkId' ? 2 : 1)
}

/** A form for something new is the same where nothing is. Of the others the seed chooses a third. */
function isVisitedEmpty(path: string): boolean {
  if (path.includes('$') || path.endsWith('/new')) return false
  return isFull || choose(`${path} empty`, [true, false, false])
}

/** Tabs of one browser, each with a screen that is read to its end. */
export async function openTogether(
  context: TestContext,
  { service: { address }, accountId }: Filled,
  { first, paths }: { first: Page; paths: readonly string[] },
) {
  const opened = new Map<string, { tab: Page; text: string }>()
  await signIn(first, address)
  for (const path of paths) {
    const tab = await first.context().newPage()
    watchPage(context, tab, address)
    await openScreen(tab, `${address}/accounts/${accountId}${path}`)
    opened.set(path, { tab, text: await tab.locator('h1').innerText() })
  }
  return opened
}

export function addressOf(path: string, params: Params): string {
  return path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = params[name]
    assert.ok(value, `${path} needs a ${name}`)
    return value
  })
}

/** Waits until the screen is there, and everything on it. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await page.setViewportSize(desk)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
}

/**
 * On a desk in light or in a hand in dark, as the seed chooses for the screen, by night in both; and at the least width in any
 * case. Whoever calls it has opened the screen.
 */
export async function expectWellMade(page: Page, name: string, screen = name): Promise<void> {
  const isOnDesk = choose(`${screen} on a desk`, [true, false])
  await expectOneHeading(page)
  if (isFull || isOnDesk) await expectAccessible(page, `${name}, light`)
  if (isFull || !isOnDesk) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page, `${name}, 390 pixels`)
    await expectAccessible(page, `${name}, dark, 390 pixels`)
  }
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, `${name}, 320 pixels`)
}

/** The same screen with something else in it: what differs shows in one scan and at the least width. */
async function expectAlsoWellMade(page: Page, name: string): Promise<void> {
  await expectOneHeading(page)
  await expectAccessible(page, name)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, `${name}, 320 pixels`)
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

export function nameOf(path: string, accountId: string): string {
  return path
    .replace(`/accounts/${accountId}/`, '')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
