import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/expect.ts'
import { keepPicture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/server-process.ts'
import { serviceForTests, startService } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  openSection,
  signIn,
} from '../support/web-visitor.ts'

const browser = browserForTests()
const sharedService = serviceForTests()

test('a script is written by keyboard, with suggestions, and the keys of the page stay out of it', async () => {
  const service = sharedService()
  await claimInstallation(service.server())
  const page = await browser.open()
  await signIn(page, service.address)
  await page.goto(`${service.address}/accounts/${someCredentials.accountId}/settings/snippets`)
  await page.getByRole('button', { name: 'New snippet' }).first().click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await name.fill('log in')
  const script = page.getByRole('textbox', { name: 'Script' })
  await script.click()
  await page.keyboard.type('export async function logIn() {')
  await page.keyboard.press('Enter')
  await page.keyboard.type("return 'e r p ?'")
  await keepPicture(page, 'snippet-editor')
  await expect(script).toContainText("return 'e r p ?'")
  await expectAccessible(page, 'the editor of a snippet')
  // Tab indents; after Esc it leaves the field, and the dialog stays.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(script).not.toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Snippet “log in” saved')).toBeVisible()
  const saved = await service.expect(200, 'GET', '/v1/snippets')
  assert.match(JSON.stringify(saved), /return 'e r p \?'/)

  await page.goto(`${service.address}/accounts/${someCredentials.accountId}/groups/new`)
  await page.getByRole('button', { name: /Scripts and runtime/ }).click()
  const setUp = page.getByRole('textbox', { name: 'Set-up script' })
  await setUp.click()
  await page.keyboard.type('request.')
  await page.getByRole('option', { name: /headers/ }).click()
  await expect(setUp).toContainText('request.headers')
  await page.getByLabel('Import a snippet into: Set-up script').selectOption('log in')
  await expect(setUp).toContainText('import * as logIn from "./snippets/log in.js"')
  await keepPicture(page, 'group-scripts')
  await expectAccessible(page, 'the scripts of a group')
})

test('what a script prints is shown while its run goes on, and with its result', async (t) => {
  // The target answers when the log was seen: until then the run goes on.
  const { promise: seen, resolve: answer } = Promise.withResolvers<void>()
  const target = createServer((_request, response) => void seen.then(() => response.end('ok')))
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  t.after(() => {
    target.closeAllConnections()
    target.close()
  })
  const runtimes = temporaryFolder(t)
  chmodSync(runtimes, 0o755)
  mkdirSync(join(runtimes, '2026.04', 'node_modules'), { recursive: true })
  mkdirSync(join(runtimes, '2026.04', 'bin'))
  symlinkSync(process.execPath, join(runtimes, '2026.04', 'bin', 'node'))
  const firstId = 32_000_000 + process.pid * 20
  const service = await startService(t, {
    settings: {
      SONDE_EMBEDDED_AGENT: 'on',
      SANDBOX: 'auto',
      SANDBOX_UIDS: `${firstId}-${firstId + 9}`,
      RUNTIMES_DIR: runtimes,
    },
  })
  await claimInstallation(service.server())
  const { id } = (await service.expect(201, 'POST', '/v1/checks/api', {
    name: 'Stock',
    activated: false,
    locations: ['eu-central-1'],
    maxResponseTime: 30_000,
    request: { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/stock` },
  })) as { id: string }
  const page = await browser.open({ viewport: { width: 1440, height: 900 } })
  await signIn(page, service.address)
  await page.goto(`${service.address}/accounts/${someCredentials.accountId}/checks/${id}/edit`)
  await openSection(page, 'Variables and scripts')
  await page.getByRole('textbox', { name: 'Set-up script' }).click()
  await page.keyboard.type("console.log('hello from the script')")
  await page.getByRole('button', { name: 'Try it now' }).click()
  const liveLog = page.getByRole('log', { name: 'Log of the run so far' })
  await expect(liveLog).toContainText('hello from the script')
  await expect(page.getByText('Running: This server')).toBeVisible()
  await keepPicture(page, 'live-log')
  await expectAccessible(page, 'a run with a live log')
  answer()
  await expect(page.getByText('Done: This server')).toBeVisible()
  await expect(page.getByRole('log')).toContainText('hello from the script')
  await keepPicture(page, 'live-log-ended')
})
