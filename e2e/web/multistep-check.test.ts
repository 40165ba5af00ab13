import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { installRealRuntime } from '@sonde/agent/testing/test-runs.ts'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/expect.ts'
import { keepPicture } from '../support/pictures.ts'
import { startService } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  signIn,
  watchPage,
} from '../support/web-visitor.ts'

const browser = browserForTests()

test('a multistep check: an address becomes a script that works, and its result shows steps and requests', async (t) => {
  const { missing, runtimesDir } = await installRealRuntime()
  if (missing !== null) return t.skip(missing)
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"stock":7}'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stock`
  const firstId = 33_000_000 + process.pid * 20
  const service = await startService(t, {
    settings: {
      SONDE_EMBEDDED_AGENT: 'on',
      SANDBOX_UIDS: `${firstId}-${firstId + 9}`,
      RUNTIMES_DIR: runtimesDir,
    },
  })
  await claimInstallation(service.server())
  const page = await browser.open({ viewport: { width: 1440, height: 900 } })
  watchPage(t, page, service.address)
  await signIn(page, service.address)

  await page.goto(`${service.address}/accounts/${someCredentials.accountId}/checks/new/multi_step`)
  await page.getByRole('heading', { name: 'New multistep check' }).waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill(url)
  const script = page.getByRole('textbox', { name: 'Script' })
  await expect(script).toContainText(url)
  await expectAccessible(page, 'the form of a multistep check')
  await page.getByRole('button', { name: 'Try it now' }).click()
  const steps = page.getByRole('list', { name: 'Steps of the run' })
  await steps.getByText('The API works').waitFor({ timeout: 120_000 })
  await steps.locator('summary').click()
  await steps.getByText('"stock": 7').waitFor()
  await expect(page.getByRole('log', { name: 'Log of the run', exact: true })).toContainText(
    'Playwright 1.58.2',
  )
  await keepPicture(page, 'multistep-try')
  await expectAccessible(page, 'the result of a multistep check')

  // What somebody has written is theirs: another address does not replace it.
  await script.press('Control+End')
  await script.pressSequentially('// mine')
  await page.getByRole('textbox', { name: 'Address' }).fill('https://other.example.net')
  await expect(script).toContainText('// mine')
  await page.getByRole('button', { name: 'Create check' }).click()
  await page.getByRole('heading', { name: /127\.0\.0\.1/ }).waitFor()
})
