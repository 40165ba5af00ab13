import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFull, some } from '@sonde/ground/testing/thoroughness.ts'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { startFilledService } from '../support/filled-service.ts'
import { keepPicture } from '../support/web/pictures.ts'
import {
  allScreens,
  expectWellMade,
  nameOf,
  openScreen,
  openTogether,
  routeOf,
  someScreens,
  visitScreens,
} from '../support/web/screen-visitor.ts'
import { readScreenPaths } from '../support/web/web-routes.ts'
import { browserForTests, expectAccessible, watchPage } from '../support/web/web-visitor.ts'

const browser = browserForTests()

/** Long enough for a busy machine, where a scan takes seconds. */
const timeout = 580_000

test('every screen', { skip: lacksNamespaces(), timeout }, async (t) => {
  const filled = await startFilledService(t)
  const { address } = filled.service

  await t.test('is one of those that are visited', () => {
    assert.deepEqual(
      allScreens(filled).map(routeOf).toSorted(),
      readScreenPaths().filter((path) => path !== '/sign-in'),
    )
  })

  await t.test('of somebody who is not signed in is accessible and fits a phone', async (visit) => {
    const page = await browser.open()
    watchPage(visit, page, address)
    const open = [
      ['/sign-in', 'sign-in'],
      ['/help', 'help'],
      ['/help/alerting', 'help-page'],
      ['/help?q=second+factor', 'help-search'],
    ] as const
    for (const [path, name] of some('screens for everybody', open)) {
      await openScreen(page, address + path)
      await expectWellMade(page, name)
    }
  })

  // By night all of them, in screens.nightly.test.ts.
  if (!isFull) {
    await t.test('in its turn', { timeout }, async (turn) => {
      await visitScreens(turn, { page: await browser.open(), filled, screens: someScreens(filled) })
    })
  }

  await t.test('stays as it was read while the server is away, and says that it is', async (visit) => {
    const paths = some(
      'screens of a server that is away',
      ['/checks', `/checks/${filled.checks.failing}`, '/alerts', '/maintenance', '/settings/members'],
      2,
    )
    const opened = await openTogether(visit, filled, { first: await browser.open(), paths })
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
