// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test'
import { apiUnderTest } from '@sonde/api/testing/api-under-test.ts'
import { setCheckStatus } from '@sonde/api/testing/check-status.ts'
import { makeGroup } from '@sonde/api/testing/make-group.ts'
import { storeResult } from '@sonde/api/testing/store-result.ts'
import { makeHeartbeat, sendPing } from '@sonde/api/testing/monitors/write-heartbeat.ts'
import { makeMonitor } from '@sonde/api/testing/monitors/write-icmp.ts'
import { smallestUrl } from '@sonde/api/testing/monitors/write-url.ts'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { browserProgram } from '@sonde/ground/testing/browser-program.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { keepPicture } from './support/web/pictures.ts'
import { expectAccessible } from './support/web/web-visitor.ts'

/** How people come: by day and by night, with a large screen and the smallest telephone. */
const visits = {
  light: { colorScheme: 'light', viewport: { width: 1_280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1_280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 320, height: 640 } },
} as const satisfies Record<string, BrowserContextOptions>
const wallOfOffice: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 1_920, height: 1_080 } }

forOneEngine('a dashboard in a browser', (engine) => {
  const api = apiUnderTest(engine)
  let browser: Browser
  before(async () => {
    browser = await chromium.launch({ executablePath: browserProgram, args: ['--no-sandbox'] })
  })
  after(() => browser.close())

  async function makeDashboard(body: object): Promise<{ path: string; number: unknown; rawKey: unknown }> {
    const made = await api.call('POST', '/v1/dashboards', { body })
    assert.equal(made.status, 201, made.text)
    const path = `/dashboards/${made.textAt('dashboardId')}`
    return { path, number: made.at('id'), rawKey: made.at('keys.0.rawKey') }
  }

  async function makeChecks(): Promise<void> {
    const groupId = await makeGroup(api, { name: 'Checkout', tags: ['team:payments'] })
    const names = [
      'API',
      'Búsqueda de artículos 🔎',
      `Long-${'name'.repeat(40)}`,
      'متجر',
      'Shop front',
      'Unchecked',
    ]
    const statuses = ['passed', 'degraded', 'failed', 'passed', 'passed', null] as const
    const now = api.clock.now()
    for (const [index, name] of names.entries()) {
      const status = statuses[index] ?? null
      const body = {
        ...smallestUrl,
        name,
        tags: ['env:prod', `n${index}`],
        ...(index % 2 ? { groupId } : {}),
      }
      const made = await api.call('POST', '/v1/checks/url', { body })
      assert.equal(made.status, 201, made.text)
      if (status === null) continue
      const id = made.textAt('id')
      await setCheckStatus(api, id, status)
      for (let run = 0; run < 30; run += 1) {
        const startedAt = now - run * 2 * hourMs - 5 * minuteMs
        const verdict = status === 'failed' && run < 8 ? 'failed' : 'passed'
        const time = 120 + index * 40 + run * 7 * (index % 2 ? 1 : -1) + (status === 'degraded' ? 2_400 : 200)
        await storeResult(api, id, { startedAt, scheduledAt: startedAt, verdict, responseTime: time })
      }
    }
    const ping = await makeMonitor(api, { name: 'Edge router', tags: ['net'] })
    await setCheckStatus(api, ping, 'passed')
    await storeResult(api, ping)
    const beat = await makeHeartbeat(api, { name: 'Nightly backup' })
    await setCheckStatus(api, beat.id, 'passed')
    await sendPing(api, beat.pingToken)
  }

  async function look(path: string, name: string, options: BrowserContextOptions): Promise<void> {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const troubles: string[] = []
    page.on('console', (message) => {
      // A page that asks for a password says so with its status, which the browser takes for trouble.
      if (message.type() === 'error' && !message.text().includes('401')) troubles.push(message.text())
    })
    const origin = `http://127.0.0.1:${api.port}`
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) troubles.push(`asked for ${request.url()}`)
    })
    await page.goto(origin + path)
    await keepPicture(page, name)
    await expectAccessible(page, name)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= (page.viewportSize()?.width ?? 0), `${name} is ${width} px wide`)
    assert.deepEqual(troubles, [], name)
    await context.close()
  }

  /** A table that is wider than the telephone has a shade at the edge behind which it goes on, and only there. */
  async function requireShades(path: string): Promise<void> {
    const page = await browser.newPage({ ...visits.phone })
    await page.goto(`http://127.0.0.1:${api.port}${path}`)
    const table = page.getByRole('region', { name: 'All periods of API' })
    const edges = async () => {
      const box = await table.boundingBox()
      assert.ok(box)
      const strip = { y: box.y, width: 4, height: box.height }
      const left = await page.screenshot({ fullPage: true, clip: { ...strip, x: box.x } })
      const right = await page.screenshot({ fullPage: true, clip: { ...strip, x: box.x + box.width - 4 } })
      return { left, right }
    }
    await table.evaluate((element) =>
      element.querySelector('table')?.style.setProperty('visibility', 'hidden'),
    )
    const atStart = await edges()
    await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: 'instant' }))
    const atEnd = await edges()
    assert.ok(!atStart.right.equals(atEnd.right), 'the right edge shows whether the table goes on')
    assert.ok(!atStart.left.equals(atEnd.left), 'the left edge shows whether it has been left behind')
    await page.close()
  }

  test('is readable by day, by night and on a small telephone, for eyes and for screen readers', async () => {
    await makeChecks()
    const { path, number } = await makeDashboard({
      header: 'How the shop stands',
      description: 'Everything that customers touch.\nFigures are in UTC.',
      enableIncidents: true,
      checksPerPage: 6,
      sortByStatus: true,
      showCheckRunLinks: true,
      link: 'https://example.com/',
    })
    let incidentPath = ''
    for (const [name, impact, status] of [
      ['Payments are slow', 'MAJOR', 'IDENTIFIED'],
      ['New database', 'MAINTENANCE', 'MAINTENANCE'],
      ['Images were missing', 'MINOR', 'RESOLVED'],
    ]) {
      const body = {
        name,
        impact,
        dashboardId: number,
        incidentUpdates: [{ status, description: 'We know why.\nIt takes an hour.' }],
      }
      const told = await api.call('POST', '/v1/incidents', { body })
      assert.equal(told.status, 200)
      if (impact === 'MAJOR') incidentPath = `${path}/incidents/${told.textAt('id')}`
    }
    await look(incidentPath, 'phone-incident', visits.phone)
    for (const [name, options] of Object.entries(visits)) await look(path, name, options)
    await look(`${path}?page=2&range=7d`, 'light-page-2', visits.light)
    const expanded = await makeDashboard({ header: 'All periods', expandChecks: true, width: '960PX' })
    for (const [name, options] of Object.entries(visits))
      await look(expanded.path, `${name}-expanded`, options)
    await requireShades(expanded.path)
    const wall = await makeDashboard({ header: 'Wall of the office', layout: 'TILES', showReasons: true })
    await look(wall.path, 'wall', wallOfOffice)
    await look(wall.path, 'wall-phone', visits.phone)
    const empty = await makeDashboard({ header: 'Nothing yet', tags: ['no such tag'], showHeader: false })
    await look(empty.path, 'empty', visits.light)
  })

  test('works with the keyboard alone and without script', async () => {
    const { path } = await makeDashboard({ header: 'Keys' })
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${api.port}${path}`)
    const link = page.getByRole('link', { name: '7 days' })
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/range=7d/)
    assert.equal(await page.getByRole('link', { name: '7 days' }).getAttribute('aria-current'), 'true')
    await page.getByRole('link', { name: 'Pause' }).press('Enter')
    await page.waitForURL(/auto=off/)
    assert.equal(await page.getByText('Paused.').count(), 1)
    await context.close()
  })

  test('that is private opens with its password, and closes again', async () => {
    const { path, rawKey } = await makeDashboard({ header: 'Private shop', isPrivate: true })
    for (const [name, options] of Object.entries(visits)) await look(path, `${name}-sign-in`, options)
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${api.port}${path}`)
    await page.getByLabel('Password of the page').fill('wrong')
    await page.getByRole('button', { name: 'Show the page' }).click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /Wrong password/)
    await page.getByLabel('Password of the page').fill(String(rawKey))
    await page.getByRole('button', { name: 'Show the page' }).click()
    await page.getByRole('heading', { name: 'Private shop' }).waitFor()
    assert.equal((await page.getByText('Availability').count()) > 0, true)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password of the page').waitFor()
  })

  test('comes again by itself', async () => {
    const { path } = await makeDashboard({ header: 'Again', checksPerPage: 6 })
    const answer = await fetch(`http://127.0.0.1:${api.port}${path}`)
    assert.equal(answer.headers.get('refresh'), '60;url=?page=2')
  })
})
