import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { openAutoIncident } from '@sonde/status-pages/auto-incidents.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import type { Answer } from '../../testing/http-client.ts'
import { smallestUrl } from '../../testing/monitors/write-url.ts'
import { cardOf, statusPageCalls } from '../../testing/status-pages.ts'

const anybody = { key: null, account: null, afterMs: 0 }

forOneEngine('uptime on a status page', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService, makeWatchedService, makePage, makeIncident, post, mailed, subscribe } =
    statusPageCalls(api)
  const iso = (at: number) => new Date(at).toISOString()
  const summaryOf = (page: Answer) => api.call('GET', `/status/${page.textAt('url')}/summary.json`, anybody)
  const htmlOf = async (page: Answer, path = '') =>
    (await api.call('GET', `/status/${page.textAt('url')}${path}`, anybody)).text

  /** On a page of its own, with what it shows of the service. */
  async function setUp() {
    const service = await makeWatchedService()
    const page = await makePage([service])
    // Days before either existed are in no percentage.
    api.clock.advance(90 * dayMs)
    const uptime = async () => {
      const shown = (await summaryOf(page)).at('cards.0.services.0.uptime')
      assert.equal(typeof shown, 'number')
      const text = Number(shown).toFixed(2)
      assert.match(await htmlOf(page), new RegExp(`${text.replace('.', '\\.')} %</b> uptime`))
      return text
    }
    return { service, page, uptime }
  }

  /** An incident that was told afterwards. */
  async function backfill(service: string, from: number, to: number): Promise<string> {
    const made = await makeIncident([service], { publicIncidentUpdateDate: iso(from) })
    const id = made.textAt('id')
    const end = { status: 'RESOLVED', publicIncidentUpdateDate: iso(to) }
    assert.equal((await post(id, end)).status, 200)
    return id
  }

  const durationOf = async (id: string) =>
    (await api.call('GET', `/v1/status-pages/incidents/${id}`)).at('duration')

  test('SA 34: a day of incident is 98.89, a second 99.99, none 100.00', async () => {
    const [none, second, day] = [await setUp(), await setUp(), await setUp()]
    const from = api.clock.now() - 5 * dayMs
    await backfill(second.service, from, from + 1_000)
    await backfill(day.service, from, from + dayMs)
    assert.equal(await none.uptime(), '100.00')
    assert.equal(await second.uptime(), '99.99')
    assert.equal(await day.uptime(), '98.89')
  })

  test('of a service that nothing monitors no uptime is told, neither without incidents nor with reported ones', async () => {
    const [calm, troubled, watched] = [
      await makeService('Calm'),
      await makeService('Troubled'),
      await makeWatchedService('Watched'),
    ]
    const cards = [cardOf('Nobody looks', [calm, troubled]), cardOf('Mixed', [calm, watched])]
    const page = await makePage([], { cards })
    api.clock.advance(90 * dayMs)
    const from = api.clock.now() - 5 * dayMs
    await backfill(troubled, from, from + dayMs)
    const summary = await summaryOf(page)
    const shown = (path: string) =>
      ['state', 'uptime', 'measuredDays'].map((field) => summary.at(`${path}.${field}`))
    assert.deepEqual(shown('cards.0.services.0'), ['NOT_MONITORED', null, 0])
    assert.deepEqual(shown('cards.0.services.1'), ['NOT_MONITORED', null, 0])
    assert.deepEqual([summary.at('cards.0.uptime'), summary.at('cards.1.uptime')], [null, 100])
    const html = await htmlOf(page)
    const [nobodyLooks = '', mixed = ''] = html.split('>Mixed<')
    assert.doesNotMatch(nobodyLooks, /% *(<\/b>)? uptime/)
    assert.match(nobodyLooks, /Calm<[^]*No incidents reported[^]*Troubled<[^]*Incidents on /)
    assert.match(mixed, /100\.00 % uptime, of 1 service/)
  })

  test('days before the first check that opens its incidents are in no percentage', async () => {
    const service = await makeService()
    const page = await makePage([service])
    api.clock.advance(80 * dayMs)
    const triggerIncident = { serviceId: service, severity: 'MAJOR', name: 'n', description: 'd' }
    const body = {
      ...smallestUrl,
      frequency: 1_440,
      triggerIncident: { ...triggerIncident, notifySubscribers: false },
    }
    const check = await api.call('POST', '/v1/checks/url', { body })
    assert.equal(check.status, 201, check.text)
    api.clock.advance(2 * dayMs)
    const summary = await summaryOf(page)
    assert.deepEqual(
      ['state', 'uptime', 'measuredDays'].map((field) => summary.at(`cards.0.services.0.${field}`)),
      ['OPERATIONAL', 100, 2],
    )
    // The page is not kept as it was: a check that is switched off monitors nothing.
    const path = `/v1/checks/url/${check.textAt('id')}`
    assert.equal((await api.call('PUT', path, { body: { ...body, activated: false } })).status, 200)
    assert.equal((await summaryOf(page)).at('cards.0.services.0.uptime'), null)
  })

  test('SA 35: the gap before an incident was opened again counts; resolving it twice changes nothing', async () => {
    const { service, uptime } = await setUp()
    const ten = api.clock.now() - dayMs
    const id = await backfill(service, ten, ten + 30 * minuteMs)
    const at = (minutes: number, status: string) =>
      post(id, { status, publicIncidentUpdateDate: iso(ten + minutes * minuteMs) })
    await at(60, 'INVESTIGATING')
    await at(90, 'RESOLVED')
    assert.equal(await durationOf(id), 5_400)
    assert.equal(await uptime(), '99.93')
    await at(120, 'RESOLVED')
    assert.equal(await durationOf(id), 5_400)
    assert.equal(await uptime(), '99.93')
  })

  async function overlapping(service: string, ten: number): Promise<void> {
    await backfill(service, ten, ten + 60 * minuteMs)
    await backfill(service, ten + 30 * minuteMs, ten + 90 * minuteMs)
  }

  test('SA 36: two incidents at once count once', async () => {
    const { service, uptime } = await setUp()
    await overlapping(service, api.clock.now() - dayMs)
    assert.equal(await uptime(), '99.93')
  })

  for (const [showAffectedServices, expected] of [
    [true, '99.95'],
    [false, '99.93'],
  ] as const) {
    test(`SA 37: published maintenance ${showAffectedServices ? 'is taken off' : 'that names no service is not taken off'}`, async () => {
      const { service, page, uptime } = await setUp()
      const ten = api.clock.now() + dayMs
      const made = await api.call('POST', '/v1/maintenance-windows', {
        body: {
          name: 'Upgrade',
          startsAt: iso(ten),
          endsAt: iso(ten + 30 * minuteMs),
          statusPageVisibility: {
            enabled: true,
            showAffectedServices,
            statusPageIds: [page.textAt('id')],
            serviceIds: [service],
          },
        },
      })
      assert.equal(made.status, 201, made.text)
      const upcoming = await htmlOf(page)
      assert.match(upcoming, /Upcoming maintenance[^]*Upgrade/)
      assert.equal(/Concerns/.test(upcoming), showAffectedServices)

      api.clock.set(ten + minuteMs)
      const active = await summaryOf(page)
      assert.equal(active.at('page.state'), 'MAINTENANCE')
      assert.equal(
        active.at('cards.0.services.0.state'),
        showAffectedServices ? 'MAINTENANCE' : 'OPERATIONAL',
      )
      assert.deepEqual(active.at('maintenances.0.services'), showAffectedServices ? ['Payments'] : [])
      assert.match(await htmlOf(page), /Maintenance in progress[^]*Upgrade/)

      api.clock.set(ten + 120 * minuteMs)
      await overlapping(service, ten)
      assert.equal(await uptime(), expected)
      const over = await htmlOf(page)
      assert.match(over, /The last 7 days[^]*Upgrade[^]*Completed/)
      const id = /maintenances\/([0-9a-f-]{36})/.exec(over)?.[1] ?? ''
      const detail = await htmlOf(page, `/maintenances/${id}`)
      assert.match(detail, /<h1[^]*Upgrade/)
      assert.equal(detail.includes('Payments'), showAffectedServices)
    })
  }

  test('SA 38: a card shows the mean of what was not rounded', async () => {
    const [up, down] = [await makeWatchedService('Up'), await makeWatchedService('Down')]
    const page = await makePage([], { cards: [cardOf('Both', [up, down])] })
    api.clock.advance(90 * dayMs)
    const from = api.clock.now() - 5 * dayMs
    await backfill(down, from, from + dayMs)
    const summary = await summaryOf(page)
    assert.equal(summary.at('cards.0.uptime'), 99.44)
    assert.match(await htmlOf(page), />Both<[^]*?99\.44 % uptime/)
  })

  test('SA 39: only the last 90 days count', async () => {
    const [five, all] = [await setUp(), await setUp()]
    const ago = (days: number) => api.clock.now() - days * dayMs
    await backfill(five.service, ago(95), ago(85))
    await makeIncident([all.service], { publicIncidentUpdateDate: iso(ago(100)) })
    assert.equal(await five.uptime(), '94.44')
    assert.equal(await all.uptime(), '0.00')
    assert.equal((await summaryOf(all.page)).at('page.state'), 'MAJOR')
  })

  test('SA 40: an incident that was over when it was told is listed, takes no time, and sends no mail', async () => {
    const { service, page, uptime } = await setUp()
    await subscribe(page.textAt('id'), ['ada@example.com'])
    const before = (await mailed()).length
    const made = await makeIncident(
      [service],
      { status: 'RESOLVED', publicIncidentUpdateDate: iso(api.clock.now() - dayMs) },
      { name: 'It was short' },
    )
    assert.equal(await durationOf(made.textAt('id')), 0)
    assert.equal(await uptime(), '100.00')
    assert.match(await htmlOf(page), /The last 7 days[^]*It was short/)
    assert.equal((await summaryOf(page)).at('page.state'), 'OPERATIONAL')
    assert.equal((await mailed()).length, before)
  })

  test('SA 46: an automatic incident is not on the page that excludes it, and counts on the other alone', async () => {
    const service = await makeWatchedService()
    const [x, y] = [await makePage([service]), await makePage([service])]
    api.clock.advance(89 * dayMs)
    const id = await api.store.write((db) =>
      openAutoIncident(db, {
        accountId: api.accountId,
        checkId: randomUUID(),
        trigger: {
          serviceId: service,
          severity: 'CRITICAL',
          name: 'Payments are down',
          description: 'd',
          notifySubscribers: false,
        },
        excludedPageIds: [x.textAt('id')],
        at: api.clock.now(),
        publicUrl: 'http://127.0.0.1',
        canMail: false,
      }),
    )
    assert.ok(id)
    api.clock.advance(dayMs)
    const [onX, onY] = [await summaryOf(x), await summaryOf(y)]
    assert.deepEqual([onX.at('page.state'), onY.at('page.state')], ['OPERATIONAL', 'CRITICAL'])
    assert.deepEqual([onX.at('incidents.0'), onY.at('incidents.0.id')], [undefined, id])
    assert.equal(onX.at('cards.0.services.0.uptime'), 100)
    assert.equal(onY.at('cards.0.services.0.uptime'), 98.89)
    for (const path of ['', '/history', '/feed.rss', '/feed.atom', '/slack.rss']) {
      assert.doesNotMatch(await htmlOf(x, path), /Payments are down/, path)
      assert.match(await htmlOf(y, path), /Payments are down/, path)
    }
    assert.match(await htmlOf(y), /Opened automatically by monitoring/)
    const detail = (page: Answer) => api.call('GET', `/status/${page.textAt('url')}/incidents/${id}`, anybody)
    assert.equal((await detail(x)).status, 404)
    assert.equal((await detail(y)).status, 200)
  })

  test('anybody sees services, open incidents with what was said, and maintenance, as text', async () => {
    const payments = await makeService('Payments <b>')
    const hidden = await makeService('Internal')
    const page = await makePage([], {
      name: 'Acme & sons',
      description: 'How we are doing',
      cards: [cardOf('Shop', [payments])],
    })
    const incident = await makeIncident([payments, hidden], { description: 'First.' }, { name: 'Slow' })
    await post(incident.textAt('id'), { status: 'IDENTIFIED', description: 'Second.\n<script>' })
    await makeIncident([hidden], {}, { name: 'Not of this page' })
    const answer = await api.call('GET', `/status/${page.textAt('url').toUpperCase()}`, anybody)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'public, max-age=5')
    assert.doesNotMatch(String(answer.headers['content-security-policy']), /unsafe|script-src/)
    for (const part of [
      'Acme &amp; sons',
      'How we are doing',
      'Payments &lt;b&gt;</span>',
      'Second.<br>&lt;script&gt;',
      'First.',
      'Identified',
      'Affects <bdi>Payments &lt;b&gt;</bdi></p>',
    ]) {
      assert.ok(answer.text.includes(part), `${part} in ${answer.text}`)
    }
    for (const part of ['Internal', 'Not of this page', api.accountId]) {
      assert.ok(!answer.text.includes(part), part)
    }
    const tag = String(answer.headers['etag'])
    const url = `/status/${page.textAt('url')}`
    const again = await api.call('GET', url, { ...anybody, headers: { 'if-none-match': tag } })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
  })

  test('an open incident stays visible behind any number of newer ones that are over', async () => {
    const { service, page } = await setUp()
    await makeIncident([service], {}, { name: 'Old and open' })
    for (let count = 0; count < 51; count++) {
      await makeIncident([service], { status: 'RESOLVED' }, { name: 'Over' })
    }
    assert.match(await htmlOf(page), /Open incidents[^]*Old and open/)
  })

  for (const url of ['nowhere', '%00', 'a'.repeat(64), "'--"]) {
    test(`there is no page at ${url.slice(0, 10)}, and the answer is a page that says so`, async () => {
      const answer = await api.call('GET', `/status/${url}`, anybody)
      assert.equal(answer.status, 404)
      assert.match(answer.text, /Page not found/)
      assert.equal(answer.headers['cache-control'], 'no-store')
    })
  }
})
