// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { suite, test, type TestContext } from 'node:test'
import { chromium, type Page } from '@playwright/test'
import { startMailServer } from '@sonde/alerting/testing/mail-server.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { browserProgram } from '@sonde/ground/testing/browser-program.ts'
import { type DnsRecords, startDnsZone } from '@sonde/status-pages/testing/dns-zone.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { startServer, temporaryFolder } from './support/server-process.ts'
import { expectAccessibleInTurn } from './support/web/web-visitor.ts'

const skip = existsSync(browserProgram) ? false : 'Chromium is not installed'
const domain = 'status.acme.example'

async function setUp(t: TestContext) {
  const zone: DnsRecords = {}
  const dns = await startDnsZone(t, zone)
  const mail = await startMailServer(t)
  const server = await startServer(t, {
    ...credentialSettings(someCredentials),
    SONDE_DATA_DIR: temporaryFolder(t),
    SONDE_EMBEDDED_AGENT: 'off',
    DNS_RESOLVERS: dns.address,
    STATUS_PAGE_DOMAIN: 'pages.example.org',
    SMTP_URL: mail.url,
    SMTP_FROM: 'status@example.com',
  })
  // Whatever it is called, it is this server: no name leaves the machine.
  const rules = '--host-resolver-rules=MAP * 127.0.0.1'
  const browser = await chromium.launch({ executablePath: browserProgram, args: ['--no-sandbox', rules] })
  t.after(() => browser.close())
  const page = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage()
  return {
    zone,
    mail,
    page,
    hostUrl: (host: string) => `http://${host}:${new URL(server.address).port}/`,
    async api(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
      const answer = await call(server.address, someCredentials, method, path, body)
      assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return isRecord(answer.body) ? answer.body : {}
    },
  }
}

async function assertGood(page: Page, what: string): Promise<void> {
  await expectAccessibleInTurn(page, what)
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= 320, `${page.url()} is ${width} px wide`)
}

suite('who sees a status page, in a browser', { skip }, () => {
  test('visitors subscribe by the form and the mail, and sign in to a private page', async (t) => {
    const { mail, page, hostUrl, api } = await setUp(t)
    const made = await api('POST', '/v1/status-pages', { name: 'Acme status', url: 'acme', cards: [] })
    const home = hostUrl('acme.pages.example.org')
    await page.goto(home)
    await page.locator('input[type=email]').fill('ada@example.net')
    await page.locator('input[type=email]').press('Enter')
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await assertGood(page, 'a subscription that waits for its mail')
    const received = await eventually('the mail that asks', () => mail.mails[0])
    const link = /http:\S+\/confirm\/[0-9a-f]{64}/.exec((await received.mail).text ?? '')?.[0] ?? ''
    await page.goto(link)
    await assertGood(page, 'the question of the mail')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
    await assertGood(page, 'a confirmed subscription')

    const id = String(made['id'])
    const { password } = await api('POST', `/v1/status-pages/${id}/password`)
    await page.goto(home)
    // The browser may show the page again for as long as it was told when the page was open to everybody.
    assert.equal((await page.reload())?.status(), 401)
    await assertGood(page, 'a page that asks for its password')
    const field = page.getByLabel('Password of the page')
    await field.fill('wrong')
    await field.press('Enter')
    await page.getByRole('alert').waitFor()
    await assertGood(page, 'a wrong password')
    await field.fill(String(password))
    await field.press('Enter')
    await page.waitForURL(home)
    await page.getByText('Acme status').first().waitFor()
    assert.equal(await page.locator('input[type=password]').count(), 0)
    assert.equal((await page.reload())?.status(), 200)
    await assertGood(page, 'a page that was opened by its password')
    await api('POST', `/v1/status-pages/${id}/password`)
    assert.equal((await page.reload())?.status(), 401)
    const renewed = await api('POST', `/v1/status-pages/${id}/password`)
    await field.fill(String(renewed['password']))
    await field.press('Enter')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await field.waitFor()
  })

  test('a custom domain leads to its page once its record is there', async (t) => {
    const { zone, page, hostUrl, api } = await setUp(t)
    const made = await api('POST', '/v1/status-pages', {
      name: 'Acme status',
      url: 'acme',
      customDomain: domain,
      cards: [],
    })
    const { txtName, txtValue, cnameTarget } = isRecord(made['customDomainStatus'])
      ? made['customDomainStatus']
      : {}
    assert.equal(cnameTarget, 'custom-domain.pages.example.org')
    zone[`${String(txtName)} TXT`] = String(txtValue)
    zone[`${domain} CNAME`] = String(cnameTarget)
    const isServed = async () => (await page.goto(`${hostUrl(domain)}summary.json`))?.status() === 200
    await eventually('the domain is found and served', isServed, { everyMs: 1_000 })
    await page.goto(hostUrl(domain))
    await page.getByText('Acme status').first().waitFor()
    assert.equal((await page.goto(`${hostUrl(domain)}v1/checks`))?.status(), 404)
  })
})
