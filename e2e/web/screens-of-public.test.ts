import { test } from 'node:test'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { startFilledService } from '../support/filled-service.ts'
import { expectWellMade, openScreen, screensTimeoutMs, visitScreens } from '../support/web/screen-visitor.ts'
import { browserForTests, watchPage } from '../support/web/web-visitor.ts'

const browser = browserForTests()

test(
  'every screen of pages for others, locations and maintenance',
  { skip: lacksNamespaces(), timeout: screensTimeoutMs },
  async (t) => {
    const filled = await startFilledService(t)
    const { address } = filled.service

    await t.test('of somebody who is not signed in is accessible and fits a phone', async (visit) => {
      const page = await browser.open()
      watchPage(visit, page, address)
      for (const [path, name] of [
        ['/sign-in', 'sign-in'],
        ['/help', 'help'],
        ['/help/alerting', 'help-page'],
        ['/help?q=second+factor', 'help-search'],
      ] as const) {
        await openScreen(page, address + path)
        await expectWellMade(page, name)
      }
    })

    await t.test('in its turn', { timeout: screensTimeoutMs }, async (turn) => {
      await visitScreens(turn, { page: await browser.open(), filled, group: 'public' })
    })
  },
)
