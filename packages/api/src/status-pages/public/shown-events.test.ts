import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../../testing/api-under-test.ts'
import type { Answer } from '../../../testing/http-client.ts'
import { statusPageCalls } from '../../../testing/status-pages.ts'

const anybody = { key: null, account: null, afterMs: 0 }

forOneEngine('events on a status page', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService, makePage, makeIncident, post } = statusPageCalls(api)
  const iso = (at: number) => new Date(at).toISOString()

  async function setUp() {
    const service = await makeService()
    const page = await makePage([service])
    const see = async (path = ''): Promise<Answer> => {
      const answer = await api.call('GET', `/status/${page.textAt('url')}${path}`, anybody)
      assert.equal(answer.status, 200, `${path}: ${answer.text}`)
      return answer
    }
    const sectionOf = async (title: string, path = '') =>
      new RegExp(`<section aria-label="${title}">([^]*?)</section>`).exec((await see(path)).text)?.[1] ?? ''
    return { service, page, see, sectionOf }
  }

  async function happened(
    service: string,
    body: { name: string; severity?: string },
    from: number,
    to?: number,
  ) {
    const id = (await makeIncident([service], { publicIncidentUpdateDate: iso(from) }, body)).textAt('id')
    if (to === undefined) return id
    assert.equal((await post(id, { status: 'RESOLVED', publicIncidentUpdateDate: iso(to) })).status, 200)
    return id
  }

  async function plan(page: Answer, name: string, from: number, visibility: object = {}): Promise<void> {
    const made = await api.call('POST', '/v1/maintenance-windows', {
      body: {
        name,
        startsAt: iso(from),
        endsAt: iso(from + 30 * minuteMs),
        statusPageVisibility: {
          enabled: true,
          statusPageIds: [page.textAt('id')],
          affectAllServices: true,
          ...visibility,
        },
      },
    })
    assert.equal(made.status, 201, made.text)
  }

  test('a bar leads to its day, with what happened on it', async () => {
    const { service, page, see } = await setUp()
    const midnight = Math.floor(api.clock.now() / dayMs) * dayMs
    const dayOf = (at: number) => iso(at).slice(0, 10)
    const [from, to] = [midnight - 2 * dayMs - 60 * minuteMs, midnight - 2 * dayMs + 60 * minuteMs]
    const id = await happened(service, { name: 'Slow <b>', severity: 'MAJOR' }, from, to)
    const whole = (await see()).text
    assert.match(whole, new RegExp(`<a href="\\?day=${dayOf(to)}" tabindex=-1><rect x=87><title>`))
    assert.match(
      whole,
      new RegExp(`Incidents on [^<]* to <a href="\\?day=${dayOf(to)}">[^<]*</a> \\(major\\)`),
    )
    assert.match(whole, /45 days ago/)
    for (const at of [from, to]) {
      const { text } = await see(`?day=${dayOf(at)}`)
      assert.match(text, new RegExp(`incidents/${id}">Slow &lt;b&gt;`))
      assert.match(text, /1 service affected[^]*Major incident/)
    }
    const quiet = (await see(`?day=${dayOf(midnight - dayMs)}`)).text
    assert.match(quiet, /0 services affected[^]*No incidents or maintenance/)
    assert.match(quiet, new RegExp(`href="\\?day=${dayOf(to)}"[^]*href="\\?day=${dayOf(midnight)}"`))
    const path = `/status/${page.textAt('url')}`
    for (const day of [dayOf(midnight + dayMs), dayOf(midnight - 90 * dayMs), '20', '2026-3-1', '']) {
      assert.equal((await api.call('GET', `${path}?day=${day}`, anybody)).status, 404, day)
    }
    assert.equal((await see('/summary.json?day=20')).status, 200)
  })

  test('the worst open incident comes first, however old it is and however many there are', async () => {
    const { service, see, sectionOf } = await setUp()
    const now = api.clock.now()
    await happened(service, { name: 'The old critical one', severity: 'CRITICAL' }, now - 50 * dayMs)
    for (let n = 0; n < 25; n += 1) {
      await happened(service, { name: `Minor ${n}.`, severity: 'MINOR' }, now - (30 - n) * minuteMs)
    }
    const section = await sectionOf('Open incidents')
    assert.ok(section.indexOf('The old critical one') !== -1)
    assert.ok(section.indexOf('The old critical one') < section.indexOf('Minor 24.'))
    assert.ok(section.indexOf('Minor 24.') < section.indexOf('Minor 20.'), 'of equally bad ones the newest')
    const summary = await see('/summary.json')
    assert.equal(summary.at('incidents.0.severity'), 'CRITICAL')
    assert.equal(summary.at('incidents.0.updates.0.description'), 'We look into it.')
  })

  test('the last seven days tell what ended in them, not what began in them', async () => {
    const { service, sectionOf } = await setUp()
    const now = api.clock.now()
    await happened(service, { name: 'Just over' }, now - 20 * dayMs, now - 60 * minuteMs)
    await happened(service, { name: 'Long over' }, now - 20 * dayMs, now - 8 * dayMs)
    const section = await sectionOf('Past events')
    assert.match(section, /Just over/)
    assert.doesNotMatch(section, /Long over/)
  })

  test('all maintenance to come is one link away, the next one first', async () => {
    const { page, see, sectionOf } = await setUp()
    const now = api.clock.now()
    for (let n = 1; n <= 12; n += 1) await plan(page, `Work ${n}.`, now + n * dayMs)
    const section = await sectionOf('Upcoming maintenance')
    const link = `/status/${page.textAt('url')}/upcoming`
    assert.match(section, new RegExp(`Work 10\\.[^]*<a href="${link}">2 more</a>`))
    const all = (await see('/upcoming')).text
    assert.ok(all.indexOf('Work 1.') < all.indexOf('Work 11.') && all.includes('Work 12.'))
    assert.equal((await api.call('GET', `${link}/2`, anybody)).status, 404)
  })

  test('maintenance that waits for a hand, and had none until its end, is no longer to come', async () => {
    const { page, see, sectionOf } = await setUp()
    const from = api.clock.now() + dayMs
    await plan(page, 'By hand', from, { autoStart: false })
    assert.match(await sectionOf('Upcoming maintenance'), /By hand/)
    api.clock.set(from + 10 * minuteMs)
    assert.match(await sectionOf('Upcoming maintenance'), /By hand/)
    api.clock.set(from + 31 * minuteMs)
    assert.equal(await sectionOf('Upcoming maintenance'), '')
    assert.deepEqual((await see('/summary.json')).at('maintenances'), [])
  })

  test('an update dated ahead does nothing before it is public: not on the page, in its lists or its uptime', async () => {
    const { service, see, sectionOf } = await setUp()
    const start = api.clock.now()
    const id = await happened(service, { name: 'Over and out' }, start - 40 * minuteMs, start - 20 * minuteMs)
    const before = await see('/summary.json')
    // Somebody opens it again, in four minutes.
    const again = iso(start + 4 * minuteMs)
    await post(id, { status: 'INVESTIGATING', description: 'Again.', publicIncidentUpdateDate: again })
    const quiet = await see('/summary.json')
    assert.equal(quiet.at('page.state'), 'NOT_MONITORED')
    assert.deepEqual(quiet.at('cards'), before.at('cards'))
    assert.deepEqual(quiet.at('incidents'), [])
    assert.match(await sectionOf('Past events'), /Over and out[^]*Resolved/)
    assert.match((await see('/history')).text, /Resolved/)
    const alone = (await see(`/incidents/${id}`)).text
    assert.match(alone, /<dt>Status<\/dt><dd>Resolved/)
    assert.doesNotMatch(alone, /Again\./)
    for (const feed of ['/feed.rss', '/feed.atom']) assert.doesNotMatch((await see(feed)).text, /Again\./)

    api.clock.set(start + 4 * minuteMs)
    const loud = await see('/summary.json')
    assert.equal(loud.at('page.state'), 'MAJOR')
    assert.equal(loud.at('incidents.0.status'), 'INVESTIGATING')
    assert.match((await see(`/incidents/${id}`)).text, /Again\./)
    // And that it is over, likewise.
    const end = start + 8 * minuteMs
    await post(id, { status: 'RESOLVED', description: 'Done.', publicIncidentUpdateDate: iso(end) })
    assert.equal((await see('/summary.json')).at('incidents.0.status'), 'INVESTIGATING')
    assert.match(await sectionOf('Open incidents'), /Major · Investigating/)
    api.clock.set(end)
    assert.equal((await see('/summary.json')).at('page.state'), 'NOT_MONITORED')
  })

  test('an incident dated ahead as a whole is not there yet', async () => {
    const { service, see, page } = await setUp()
    const start = api.clock.now()
    const id = await happened(service, { name: 'Soon' }, start + 3 * minuteMs)
    assert.doesNotMatch((await see()).text, /Soon/)
    const alone = await api.call('GET', `/status/${page.textAt('url')}/incidents/${id}`, anybody)
    assert.equal(alone.status, 404)
    api.clock.set(start + 3 * minuteMs)
    assert.match((await see()).text, /Soon/)
  })

  test('every update of an incident can be read, however many there are', async () => {
    const { service, see, page } = await setUp()
    const now = api.clock.now()
    const id = await happened(service, { name: 'A long story' }, now - 10 * dayMs)
    for (let n = 1; n <= 104; n += 1) {
      const publicIncidentUpdateDate = iso(now - 5 * dayMs + n * minuteMs)
      await post(id, { status: 'MONITORING', description: `Chapter ${n}.`, publicIncidentUpdateDate })
    }
    const first = (await see(`/incidents/${id}`)).text
    assert.match(first, /Chapter 104\.[^]*Chapter 5\.[^]*\/2">Older/)
    assert.doesNotMatch(first, /Chapter 4\./)
    const second = (await see(`/incidents/${id}/2`)).text
    assert.match(second, /Chapter 4\.[^]*We look into it\.[^]*">Newer/)
    const third = await api.call('GET', `/status/${page.textAt('url')}/incidents/${id}/3`, anybody)
    assert.equal(third.status, 404)
  })
})
