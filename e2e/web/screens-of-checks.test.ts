import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { startFilledService } from '../support/filled-service.ts'
import { keepPicture } from '../support/web/pictures.ts'
import {
  nameOf,
  openTogether,
  screensTimeoutMs,
  visitedPaths,
  visitScreens,
} from '../support/web/screen-visitor.ts'
import { readScreenPaths } from '../support/web/web-routes.ts'
import { browserForTests, expectAccessible } from '../support/web/web-visitor.ts'

const browser = browserForTests()

test('every screen of checks', { skip: lacksNamespaces(), timeout: screensTimeoutMs }, async (t) => {
  const filled = await startFilledService(t)

  await t.test('and every other one is visited', () => {
    assert.deepEqual(
      visitedPaths(filled).toSorted(),
      readScreenPaths().filter((path) => path !== '/sign-in'),
    )
  })

  await t.test('in its turn', { timeout: screensTimeoutMs }, async (turn) => {
    await visitScreens(turn, { page: await browser.open(), filled, group: 'checks' })
  })

  await t.test('stays as it was read while the server is away, and says that it is', async (visit) => {
    const paths = [
      '/checks',
      `/checks/${filled.checks.failing}`,
      '/alerts',
      '/maintenance',
      '/settings/members',
    ]
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
