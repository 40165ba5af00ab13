import { test } from 'node:test'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { startFilledService } from '../support/filled-service.ts'
import { screensTimeoutMs, visitScreens } from '../support/web/screen-visitor.ts'
import { browserForTests } from '../support/web/web-visitor.ts'

const browser = browserForTests()

test(
  'every screen of settings and alerts',
  { skip: lacksNamespaces(), timeout: screensTimeoutMs },
  async (t) => {
    const filled = await startFilledService(t)
    await t.test('in its turn', { timeout: screensTimeoutMs }, async (turn) => {
      await visitScreens(turn, { page: await browser.open(), filled, group: 'account' })
    })
  },
)
