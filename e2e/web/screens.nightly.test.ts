import { test } from 'node:test'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { startFilledService } from '../support/filled-service.ts'
import { allScreens, visitScreens } from '../support/web/screen-visitor.ts'
import { browserForTests } from '../support/web/web-visitor.ts'

const browser = browserForTests()

/** Long enough for all of them in all their forms, where a scan takes seconds on a busy core. */
const timeout = 3_600_000

test('all screens', { skip: lacksNamespaces(), timeout }, async (t) => {
  const filled = await startFilledService(t)
  await t.test('in their turn', { timeout }, async (turn) => {
    await visitScreens(turn, { page: await browser.open(), filled, screens: allScreens(filled) })
  })
})
