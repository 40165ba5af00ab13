// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/web/expect.ts'
import { keepPicture } from '../support/web/pictures.ts'
import { startService } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  openSection,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const screens = `/accounts/${someCredentials.accountId}`

type Order = { item: number; state: string }

/** Takes orders as JSON, by a key, and lists them, packed. */
async function startOrders(t: TestContext) {
  const heard: { method: string; body: string; key: string }[] = []
  const orders: Order[] = Array.from({ length: 40 }, (_, item) => ({ item, state: `state ${item}` }))
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await buffer(request)).toString()
    const key = String(request.headers['x-api-key'] ?? '')
    heard.push({ method: request.method ?? '', body, key })
    response.writeHead(201, 'Order taken', {
      'content-type': 'application/json',
      'content-encoding': 'br',
      'set-cookie': 'sid=a-cookie-of-theirs; HttpOnly',
    })
    response.end(brotliCompressSync(JSON.stringify({ id: 42, total: 12.5, orders })))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/orders`, heard }
}

test('an API check by a curl command: the form, the run, its response and what its assertions found', async (t) => {
  const target = await startOrders(t)
  const service = await startService(t, { settings: { SONDE_EMBEDDED_AGENT: 'on' } })
  await claimInstallation(service.server())
  const page = await browser.open({ viewport: { width: 1440, height: 900 } })
  watchPage(t, page, service.address)
  await signIn(page, service.address)

  await page.goto(`${service.address}${screens}/checks/new/api`)
  await page.getByRole('button', { name: 'Paste a curl command…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste a curl command' })
  await dialog
    .getByRole('textbox', { name: 'Command' })
    .fill(
      `curl '${target.url}?page=2' -H 'Content-Type: application/json' -H 'X-API-Key: a-key-of-ours' --data-raw '{"item":7}'`,
    )
  await keepPicture(page, 'api curl')
  await dialog.getByRole('button', { name: 'Fill in the form' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(`${target.url}?page=2`)
  await expect(page.getByRole('combobox', { name: 'Method' }).locator('option:checked')).toHaveText('POST')
  await openSection(page, 'Name and tags')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders')
  await openSection(page, 'Headers and parameters')
  await openSection(page, 'Body')
  await page.getByRole('group', { name: 'Locations', exact: true }).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Try it now' }).click()
  await page.getByText(/^Ran at /).waitFor()
  await openSection(page, 'Assertions')
  await page.getByRole('button', { name: 'Status code is 201' }).click()
  await expect(page.getByRole('group', { name: 'Assertion 1' })).toContainText(/Now.*Passed.*201/)
  await expect(page.getByRole('button', { name: '$.total is “12.5”' })).toBeVisible()
  await expectAccessible(page, 'the form of an API check that was tried')
  await keepPictures(page, 'api form')
  await page.getByRole('button', { name: 'Create check' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await service.untilResults(id)

  const path = `/v1/checks/api/${id}`
  const assertions = [
    { source: 'STATUS_CODE', comparison: 'EQUALS', target: '201' },
    { source: 'JSON_BODY', property: '$.orders[*].item', comparison: 'LESS_THAN', target: '40' },
    { source: 'HEADERS', property: 'set-cookie', comparison: 'CONTAINS', target: 'another' },
  ]
  const { request } = (await service.expect(200, 'GET', `/v1/checks/${id}`)) as { request: object }
  await service.expect(200, 'PATCH', path, { request: { ...request, assertions }, retryStrategy: null })
  await page.getByRole('button', { name: 'Run now' }).click()
  const run = page.getByRole('region', { name: 'Run now' })
  await expect(run).toContainText('Failed')
  await run.getByRole('link').first().click()
  await page.waitForURL(/\/results\//)

  const asked = page.getByRole('region', { name: 'Request', exact: true })
  await expect(asked).toContainText(`POST ${target.url}?page=2`)
  await expect(asked).toContainText('{"item":7}')
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('201 Order taken')
  const body = page.getByRole('region', { name: 'Body', exact: true })
  await expect(body).toContainText('"total": 12.5')
  await body.getByRole('searchbox', { name: 'Search in the body' }).fill('state 39')
  await expect(body).toContainText('1 line')
  await expect(body).toContainText('"state": "state 39"')
  await body.getByRole('searchbox', { name: 'Search in the body' }).fill('')
  await expect(
    page.getByText('Headers (set-cookie): expected ********* to contain "another"').first(),
  ).toBeVisible()
  const text = await page.locator('body').innerText()
  for (const secret of ['a-key-of-ours', 'a-cookie-of-theirs']) assert.ok(!text.includes(secret), secret)
  await expectAccessible(page, 'the result of an API check')
  await keepPictures(page, 'api result')
  assert.deepEqual(target.heard.at(-1), { method: 'POST', body: '{"item":7}', key: 'a-key-of-ours' })
})

/** On a desk and on a phone, in light and in dark; nothing is wider than the phone. */
async function keepPictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth'), false)
      await keepPicture(page, `${name} ${colorScheme} ${width}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
