// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/web/expect.ts'
import { keepPicture } from '../support/web/pictures.ts'
import { serviceForTests } from '../support/service-under-test.ts'
import { browserForTests, claimInstallation, expectAccessible, signIn } from '../support/web/web-visitor.ts'

const browser = browserForTests()
const sharedService = serviceForTests()

test('a script is written by keyboard, with suggestions, and the keys of the page stay out of it', async () => {
  const service = sharedService()
  await claimInstallation(service.server())
  const page = await browser.open()
  await signIn(page, service.address)
  await page.goto(`${service.address}/accounts/${someCredentials.accountId}/settings/snippets`)
  await page.getByRole('button', { name: 'New snippet' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('log in')
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
