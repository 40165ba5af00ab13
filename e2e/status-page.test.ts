// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { suite, test, type TestContext } from 'node:test'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { browserProgram } from '@sonde/ground/testing/browser-program.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { freePort } from './support/free-port.ts'
import { startServer, temporaryFolder } from './support/server-process.ts'
import { keepPicture } from './support/web/pictures.ts'
import { expectAccessible } from './support/web/web-visitor.ts'

/** How people come: by day and by night, with a large screen and the smallest telephone. */
const visits = {
  light: { colorScheme: 'light', viewport: { width: 1_100, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1_100, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 320, height: 640 } },
} as const satisfies Record<string, BrowserContextOptions>

async function setUp(t: TestContext) {
  const server = await startServer(t, {
    ...credentialSettings(someCredentials),
    SONDE_DATA_DIR: temporaryFolder(t),
    SONDE_EMBEDDED_AGENT: 'off',
    // Nobody listens there: the form to subscribe is shown, and no mail leaves.
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    SMTP_FROM: 'status@example.com',
  })
  const browser = await chromium.launch({ executablePath: browserProgram, args: ['--no-sandbox'] })
  t.after(() => browser.close())
  const send = async (path: string, body: object): Promise<string> => {
    const answer = await call(server.address, someCredentials, 'POST', path, body)
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return isRecord(answer.body) ? String(answer.body['id']) : ''
  }
  const makeServices = (names: readonly string[]) =>
    Promise.all(names.map((name) => send('/v1/status-pages/services', { name })))
  return { server, browser, send, makeServices }
}

/** A page whose every request that is not its own, and every complaint of the browser, is written down. */
async function open(browser: Browser, url: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) troubles.push(`asked for ${request.url()}`)
  })
  const answer = await page.goto(url)
  assert.equal(answer?.status(), 200, url)
  return { page, troubles, close: () => context.close() }
}

async function assertFits(page: Page, where: string): Promise<void> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= (page.viewportSize()?.width ?? 0), `${where} is ${width} px wide`)
}

const skip = existsSync(browserProgram) ? false : 'Chromium is not installed'

suite('a status page in a browser', { skip }, () => {
  test('is readable for everybody, whatever it shows', async (t) => {
    const { server, browser, send, makeServices } = await setUp(t)
    const iso = (fromNow: number) => new Date(Date.now() + fromNow).toISOString()
    const makePage = (url: string, serviceIds: readonly string[], more: object = {}) =>
      send('/v1/status-pages', {
        name: 'Acme status',
        url,
        cards:
          serviceIds.length === 0 ? [] : [{ name: 'Everything', services: serviceIds.map((id) => ({ id })) }],
        ...more,
      })

    await makePage('empty', [])
    await makePage('calm', await makeServices(['Shop', 'Payments']), {
      description: 'Live state of what we run for you.',
    })

    const busy = await makeServices(['Checkout', 'Payments', 'Webhooks', 'Search'])
    const busyId = await makePage('busy', busy)
    const [checkout, payments, webhooks] = busy
    const incident = await send('/v1/status-pages/incidents', {
      name: 'Some cards are refused',
      severity: 'CRITICAL',
      services: [{ id: checkout }, { id: payments }],
      incidentUpdates: [{ description: 'We look into it.', publicIncidentUpdateDate: iso(-2 * hourMs) }],
    })
    await send(`/v1/status-pages/incidents/${incident}/incident-updates`, {
      status: 'IDENTIFIED',
      description: 'One bank answers with errors.\nMost payments go through again.',
    })
    await send('/v1/status-pages/incidents', {
      name: 'Webhooks came late',
      severity: 'MINOR',
      services: [{ id: webhooks }],
      incidentUpdates: [
        { status: 'RESOLVED', description: 'Over.', publicIncidentUpdateDate: iso(-2 * dayMs) },
      ],
    })
    const visibility = { enabled: true, statusPageIds: [busyId], serviceIds: [webhooks] }
    for (const [name, from] of [
      ['New switches', -hourMs],
      ['Database upgrade', dayMs],
    ] as const) {
      await send('/v1/maintenance-windows', {
        name,
        description: 'Short breaks are possible.',
        startsAt: iso(from),
        endsAt: iso(from + 3 * hourMs),
        statusPageVisibility: visibility,
      })
    }

    const many = await makeServices(Array.from({ length: 50 }, (_, index) => `Service ${index}`))
    await makePage('many', many)
    for (let day = 1; day < 90; day += 3) {
      const id = await send('/v1/status-pages/incidents', {
        name: `Incident ${day}`,
        severity: ['MINOR', 'MEDIUM', 'MAJOR', 'CRITICAL'][day % 4],
        services: many.filter((_, index) => (index + day) % 7 === 0).map((service) => ({ id: service })),
        incidentUpdates: [{ description: 'd', publicIncidentUpdateDate: iso(-day * dayMs) }],
      })
      await send(`/v1/status-pages/incidents/${id}/incident-updates`, {
        status: 'RESOLVED',
        description: 'd',
        publicIncidentUpdateDate: iso(-day * dayMs + hourMs),
      })
    }

    const odd = await makeServices([
      'x'.repeat(250),
      'A service whose name has many words because somebody wanted to be very exact about it',
      'לוח מחוונים ודוחות',
      '🚀 Emoji 👩‍👩‍👧',
      '<b>&amp;</b>',
    ])
    await makePage('odd', odd, { name: 'Ü'.repeat(120), description: 'w'.repeat(500) })
    await send('/v1/status-pages/incidents', {
      name: 'y'.repeat(255),
      severity: 'MEDIUM',
      services: odd.map((id) => ({ id })),
      incidentUpdates: [{ description: `אנחנו בודקים. ${'z'.repeat(2_000)}` }],
    })

    const paths = ['empty', 'calm', 'busy', 'many', 'odd', 'busy/history', `busy/incidents/${incident}`]
    for (const path of paths) {
      for (const [name, options] of some(`visits to ${path.replace(incident, '')}`, Object.entries(visits))) {
        const where = `${path} (${name})`
        const { page, troubles, close } = await open(browser, `${server.address}/status/${path}`, options)
        await assertFits(page, where)
        await expectAccessible(page, where)
        await keepPicture(page, `${path.replaceAll('/', '-').slice(0, 20)}-${name}`)
        assert.deepEqual(troubles, [], where)
        await close()
      }
    }

    const { page, close } = await open(browser, `${server.address}/status/busy`, visits.light)
    assert.equal(await page.locator('h1').textContent(), 'Checkout and Payments have a critical incident')
    const row = page.locator('li', { hasText: 'Webhooks' }).first()
    assert.match(String(await row.textContent()), /Maintenance until .*UTC/)
    // Nothing monitors these services: nobody knows how long they were up.
    assert.doesNotMatch(String(await page.locator('main').textContent()), /% uptime/)
    assert.match(String(await page.locator('article').first().textContent()), /Critical · Identified/)
    assert.equal(await page.locator('time').first().getAttribute('datetime').then(Boolean), true)
    await close()
  })

  test('is used without a mouse and without scripts', async (t) => {
    const { server, browser, send, makeServices } = await setUp(t)
    const [service] = await makeServices(['Shop'])
    await send('/v1/status-pages', {
      name: 'Acme status',
      url: 'acme',
      cards: [{ name: 'All', services: [{ id: service }] }],
    })
    const incident = await send('/v1/status-pages/incidents', {
      name: 'Slow',
      severity: 'MAJOR',
      services: [{ id: service }],
      incidentUpdates: [{ description: 'We look into it.' }],
    })
    const { page, close } = await open(browser, `${server.address}/status/acme`, {
      ...visits.light,
      javaScriptEnabled: false,
    })
    const reached: string[] = []
    const focused = page.locator(':focus')
    for (let presses = 0; presses < 16; presses += 1) {
      await page.keyboard.press('Tab')
      if ((await focused.count()) === 0) break
      const href = (await focused.getAttribute('href')) ?? (await focused.getAttribute('name')) ?? 'button'
      reached.push(href)
    }
    // The page says which day it is: midnight may lie between.
    const day = reached.find((href) => href.startsWith('?day=')) ?? 'no link to a day'
    assert.deepEqual(reached.slice(0, 8), [
      '#main',
      '/status/acme',
      '/status/acme#subscribe',
      `/status/acme/incidents/${incident}`,
      day,
      '/status/acme/history',
      'email',
      'button',
    ])
    await page.locator('article a').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/incidents/${incident}`)
    assert.match(
      String(await page.locator('main').textContent()),
      /Slow[^]*Investigating[^]*We look into it\./,
    )
    await page.getByRole('link', { name: 'Back to the current status' }).click()
    await page.waitForURL('**/status/acme')
    // A bar leads to its day, also by the pointer: the last one is today.
    const bars = page.locator('svg.b').first()
    const box = await bars.boundingBox()
    assert.ok(box)
    await bars.click({ position: { x: box.width - 2, y: box.height / 2 } })
    await page.waitForURL(`**/status/acme${day}`)
    assert.match(String(await page.locator('main').textContent()), /1 service affected[^]*Shop[^]*Slow/)
    await page.getByRole('link', { name: 'Back to the current status' }).click()
    await page.waitForURL('**/status/acme')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    const posted = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    assert.ok((await posted).status() < 400)
    await close()
  })

  test('looks as its owner wants it', async (t) => {
    const { server, browser, send } = await setUp(t)
    const colors = Object.fromEntries(
      [
        'bodyBackgroundColor',
        'headerBackgroundColor',
        'headerFontColor',
        'titleFontColor',
        'bodyFontColor',
        'bodyFontColorMuted',
        'navigationFontColor',
        'linkFontColor',
        'cardBackgroundColor',
        'borderColor',
        'primaryButtonBackgroundColor',
        'primaryButtonFontColor',
      ].map((key) => [key, '#123456']),
    )
    const themeColors = { light: colors, dark: { ...colors, bodyBackgroundColor: '#abc' } }
    const background = (page: Page) =>
      page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    for (const [defaultTheme, byDay, byNight] of [
      ['AUTO', 'rgb(18, 52, 86)', 'rgb(170, 187, 204)'],
      ['LIGHT', 'rgb(18, 52, 86)', 'rgb(18, 52, 86)'],
      ['DARK', 'rgb(170, 187, 204)', 'rgb(170, 187, 204)'],
    ] as const) {
      const url = `look-${defaultTheme.toLowerCase()}`
      const redirectTo = 'https://example.com/home'
      await send('/v1/status-pages', { name: 'Look', url, cards: [], defaultTheme, themeColors, redirectTo })
      for (const [options, expected] of [
        [visits.light, byDay],
        [visits.dark, byNight],
      ] as const) {
        const { page, close } = await open(browser, `${server.address}/status/${url}`, options)
        assert.equal(await background(page), expected, defaultTheme)
        assert.equal(await page.locator('header a').first().getAttribute('href'), redirectTo)
        await close()
      }
    }
  })
})
