import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import type { IncidentSeverity, IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import { deleteIncident, findIncidentForUpdate } from '@sonde/store/status-pages/status-page-incidents.ts'
import { renameService, type ServiceRow } from '@sonde/store/status-pages/status-page-services.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { forOneEngine, type OpenedStore } from '@sonde/store/testing/engines.ts'
import { addAccount, addCheck } from '@sonde/store/testing/rows.ts'
import * as fc from 'fast-check'
import { hasXmllint, validateFeed } from '../testing/validate-feed.ts'
import { addPage, addService } from '../testing/status-pages.ts'
import { createFollowedServices } from './followed-services.ts'
import { loadPageView } from './page-view.ts'
import { createPublicAnswers, type PublicRequest } from './public-answers.ts'
import { openIncident, postUpdate } from './write-incident.ts'

const now = Date.UTC(2026, 3, 1, 12)
const origin = 'https://status.example.com'

forOneEngine('what a page answers', (engine) => {
  let opened: OpenedStore
  let store: Store
  before(async () => {
    opened = await engine.open()
    store = opened.store
  })
  after(() => opened.close())

  async function setUp(services = 1) {
    const accountId = (await addAccount(store)).id
    const made: ServiceRow[] = []
    for (let count = 0; count < services; count += 1) {
      made.push(await addService(store, accountId, `Service ${count}`))
    }
    const page = await addPage(store, accountId, { cards: [made] })
    const answers = createPublicAnswers({ read: store.read, coversCheck: () => false })
    const ask = (path = '', more: Partial<PublicRequest> = {}) =>
      answers.answer({
        page,
        path,
        basePath: `/status/${page.url}`,
        origin,
        now,
        isPrivate: false,
        canSubscribe: true,
        ifNoneMatch: undefined,
        acceptEncoding: undefined,
        ...more,
      })
    const text = async (path = '', more: Partial<PublicRequest> = {}) => {
      const answer = await ask(path, more)
      assert.ok(answer, `no answer at ${path}`)
      return String(answer.body)
    }
    return { accountId, services: made, page, ask, text }
  }

  function notifying(accountId: string, at: number) {
    return { accountId, at, publicUrl: origin, canMail: false }
  }

  async function incident(
    page: PageRow,
    services: readonly ServiceRow[],
    {
      from,
      to = null,
      name = 'Slow',
      severity = 'MAJOR',
      description = 'We look into it.',
    }: {
      from: number
      to?: number | null
      name?: string
      severity?: IncidentSeverity
      description?: string
    },
  ): Promise<string> {
    const told = notifying(page.accountId, now)
    return await store.write(async (db) => {
      const status: IncidentStatus = to === null || to > from ? 'INVESTIGATING' : 'RESOLVED'
      const { incident: row } = await openIncident(db, told, {
        name,
        severity,
        checkId: null,
        excludedPageIds: [],
        services,
        update: { status, description, publicAt: from, notifySubscribers: false },
      })
      if (to !== null && to > from) {
        await postUpdate(db, told, {
          incident: row,
          update: { status: 'RESOLVED', description: 'Done.', publicAt: to, notifySubscribers: false },
        })
      }
      return row.id
    })
  }

  test('uptimes are those that the raw rows give, second by second', async () => {
    const spans = fc.array(
      fc.record({
        from: fc.integer({ min: -100 * 86_400, max: -1 }),
        length: fc.oneof(fc.integer({ min: 0, max: 3_600 }), fc.integer({ min: 0, max: 1_000_000 })),
        open: fc.boolean(),
        services: fc.subarray([0, 1, 2], { minLength: 1 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(spans, async (incidents) => {
        const { page, services } = await setUp(3)
        for (const { id: serviceId } of services) {
          await addCheck(store, page.accountId, { config: { triggerIncident: { serviceId } } })
        }
        for (const { from, length, open, services: named } of incidents) {
          const to = Math.min(now, now + (from + length) * 1000)
          const about = services.filter((_, index) => named.includes(index))
          await incident(page, about, { from: now + from * 1000, to: open ? null : to })
        }
        const rows = await store.read
          .selectFrom('incident_services')
          .innerJoin('status_page_incidents', 'id', 'incident_id')
          .select(['service_id', 'started_at', 'ended_at'])
          .where('account_id', '=', page.accountId)
          .execute()
        const view = await loadPageView(store.read, page, {
          now,
          loadFollowed: createFollowedServices({ coversCheck: () => false }),
        })
        for (const service of view.cards.flatMap((card) => card.services)) {
          const seconds = new Uint8Array(7_776_000)
          const index = (at: number) => Math.max(0, 7_776_000 - (now - at) / 1000)
          for (const row of rows.filter((each) => each.service_id === service.id)) {
            seconds.fill(1, index(row.started_at), index(row.ended_at ?? now))
          }
          let down = 0
          // By index: the iterator of so many takes eight times as long.
          for (let at = 0; at < seconds.length; at += 1) down += seconds[at] ?? 0
          assert.ok(service.uptime)
          assert.equal(service.uptime.of - service.uptime.up, down * 1000)
        }
      }),
      { numRuns: 6 },
    )
  })

  test('every write that the page shows is shown at once', async () => {
    const { accountId, page, services, text } = await setUp(2)
    assert.match(await text(), /No open incidents/)
    const id = await incident(page, services, { from: now - hourMs, name: 'Card trouble' })
    assert.match(await text(), /Card trouble/)
    await store.write(async (db) => {
      const row = await findIncidentForUpdate(db, { accountId, id })
      assert.ok(row)
      await postUpdate(db, notifying(accountId, now), {
        incident: row,
        update: {
          status: 'IDENTIFIED',
          description: 'It is the cable.',
          publicAt: now,
          notifySubscribers: false,
        },
      })
    })
    assert.match(await text(), /It is the cable/)
    const [first] = services
    assert.ok(first)
    await store.write((db) => renameService(db, { ...first, name: 'Renamed', updatedAt: now }))
    assert.match(await text(), /Renamed/)
    await store.write((db) => deleteIncident(db, { accountId, id }))
    assert.doesNotMatch(await text(), /Card trouble/)
    await incident(page, services, { from: now - hourMs, name: 'Another' })
    assert.match(await text(), /Another/)
    const version = { ...page, name: 'New name', version: page.version + 1, updatedAt: now }
    assert.match(await text('', { page: version }), /New name/)
  })

  test('who has it already is told so; what is private is kept by nobody', async () => {
    const { page, services, ask } = await setUp()
    const answer = await ask()
    const tag = answer?.headers['etag']
    assert.ok(tag)
    assert.equal(answer.headers['cache-control'], 'public, max-age=5')
    const again = await ask('', { ifNoneMatch: `"other", ${tag}`, now: now + hourMs })
    assert.equal(again?.status, 304, 'also after it was rendered again to the same')
    assert.equal(again.body, null)
    await incident(page, services, { from: now - hourMs })
    assert.equal((await ask('', { ifNoneMatch: tag }))?.status, 200)
    const hidden = await ask('', { isPrivate: true, ifNoneMatch: '*' })
    assert.equal(hidden?.status, 200)
    assert.equal(hidden.headers['cache-control'], 'private, no-store')
    assert.equal(hidden.headers['etag'], undefined)
    assert.doesNotMatch(String(hidden.body), /feed\.rss/)
    for (const feed of ['feed.rss', 'feed.atom', 'slack.rss']) {
      assert.equal(await ask(feed, { isPrivate: true }), null)
    }
  })

  test('answers are packed as the visitor takes them', async () => {
    const { ask } = await setUp()
    const raw = await ask()
    assert.ok(raw?.body)
    assert.equal(raw.headers['content-encoding'], undefined)
    const gzip = await ask('', { acceptEncoding: 'gzip, deflate, br;q=0' })
    assert.equal(gzip?.headers['content-encoding'], 'gzip')
    assert.deepEqual(gunzipSync(gzip.body ?? ''), raw.body)
    const br = await ask('', { acceptEncoding: 'gzip, deflate, br, zstd' })
    assert.equal(br?.headers['content-encoding'], 'br')
    assert.deepEqual(brotliDecompressSync(br.body ?? ''), raw.body)
    assert.equal(br.headers['vary'], 'Accept-Encoding')
  })

  test('there is nothing where nothing is', async () => {
    const { ask, services, page } = await setUp()
    const other = await setUp()
    const id = await incident(page, services, { from: now - hourMs })
    for (const path of [
      'nothing',
      'incidents',
      'incidents/1',
      `incidents/${randomUUIDv7()}`,
      `maintenances/${id}`,
      'history/0',
      'history/2',
      '../summary.json',
      'incidents/%00',
    ]) {
      assert.equal(await ask(path), null, path)
    }
    assert.ok(await ask(`incidents/${id}`))
    assert.equal(await other.ask(`incidents/${id}`), null, 'on a page that does not show it')
  })

  test('an incident has a page of its own, however old it is', async () => {
    const { page, services, text } = await setUp()
    const span = { from: now - 200 * dayMs, to: now - 199 * dayMs, name: 'Long ago' }
    const id = await incident(page, services, span)
    assert.match(await text(`incidents/${id}`), /<h1[^]*Long ago[^]*Resolved[^]*Service 0[^]*Done\./)
    assert.doesNotMatch(await text('history'), /Long ago/)
    assert.doesNotMatch(await text('feed.rss'), /Long ago/)
  })

  test('what people write is text, never markup', async () => {
    const { page, services, text } = await setUp()
    const nasty = '<script>alert(1)</script>"\'&'
    const id = await incident(page, services, { from: now - hourMs, name: nasty, description: nasty })
    for (const path of ['', 'history', `incidents/${id}`]) {
      const html = await text(path, { page: { ...page, name: nasty, config: { description: nasty } } })
      assert.doesNotMatch(html, /<script/)
      assert.match(html, /&lt;script&gt;/)
    }
  })

  test('pictures may come from the hosts of the owner and from nowhere else; nothing else may come at all', async () => {
    const { page, ask } = await setUp()
    const config = {
      logo: 'https://cdn.example.com/a.svg',
      logoDark: 'https://dark.example.com:8443/b.svg',
      favicon: 'https://cdn.example.com/f.ico',
    }
    const policy = (await ask('', { page: { ...page, config } }))?.headers['content-security-policy'] ?? ''
    assert.match(policy, /img-src https:\/\/cdn\.example\.com https:\/\/dark\.example\.com:8443;/)
    assert.match(policy, /^default-src 'none'; style-src 'sha256-/)
    assert.doesNotMatch(policy, /unsafe|script|\*/)
    // As one may have been stored before such were refused.
    const old = {
      ...config,
      logo: "https://a.example;script-src'unsafe-inline'/l.svg",
      favicon: 'https://*/f',
    }
    const kept =
      (await ask('', { page: { ...page, version: 2, config: old } }))?.headers['content-security-policy'] ??
      ''
    assert.match(kept, /img-src https:\/\/dark\.example\.com:8443;/)
    assert.doesNotMatch(kept, /unsafe|script|\*/)
  })

  test('a page is rendered again when something is written, or begins or ends by itself, and else once a minute', async () => {
    const { page, services } = await setUp()
    let rendered = 0
    const answers = createPublicAnswers({
      read: store.read.withPlugin({
        transformQuery: ({ node }) => {
          if (JSON.stringify(node).includes('status_page_card_services')) rendered += 1
          return node
        },
        transformResult: async ({ result }) => result,
      }),
      coversCheck: () => false,
    })
    const visit = async (at: number) => {
      const earlier = rendered
      await answers.answer({
        page,
        path: '',
        basePath: '',
        origin,
        now: at,
        isPrivate: false,
        canSubscribe: false,
        ifNoneMatch: undefined,
        acceptEncoding: undefined,
      })
      return rendered > earlier
    }
    assert.equal(await visit(now), true)
    assert.equal(await visit(now + 59_999), false)
    assert.equal(await visit(now + 60_000), true)
    await incident(page, services, { from: now + 70_000 })
    assert.equal(await visit(now + 60_001), true, 'something was written')
    assert.equal(await visit(now + 69_999), false)
    assert.equal(await visit(now + 70_000), true, 'something became public')
    const midnight = now + 12 * hourMs
    assert.equal(await visit(midnight - 1_000), true)
    assert.equal(await visit(midnight - 1), false)
    assert.equal(await visit(midnight), true, 'another day')
  })

  test('links begin with where the page is', async () => {
    const { page, services, text } = await setUp()
    const id = await incident(page, services, { from: now - hourMs })
    const own = await text('', { basePath: '' })
    assert.match(own, new RegExp(`href="/incidents/${id}"`))
    assert.match(own, /action="\/subscribe"/)
    assert.doesNotMatch(own, /\/status\//)
    assert.match(await text(), new RegExp(`href="/status/${page.url}/incidents/${id}"`))
    assert.match(
      await text('feed.rss', { basePath: '' }),
      new RegExp(`<link>${origin}/incidents/${id}</link>`),
    )
    assert.doesNotMatch(await text('', { canSubscribe: false }), /<form/)
  })

  test('feeds have one valid item for each update, 50 at most, the latest first', async (context) => {
    const { page, services, text } = await setUp()
    for (let count = 0; count < 30; count += 1) {
      const from = now - (count + 1) * hourMs
      await incident(page, services, { from, to: from + 60_000, name: `Trouble ${count}` })
    }
    const [rss, slack, atom] = [await text('feed.rss'), await text('slack.rss'), await text('feed.atom')]
    for (const xml of [rss, slack]) assert.equal(xml.match(/<item>/g)?.length, 50)
    assert.equal(atom.match(/<entry>/g)?.length, 50)
    const guids = (xml: string) => [...xml.matchAll(/urn:uuid:[0-9a-f-]{36}/g)].map(String)
    assert.equal(new Set(guids(rss)).size, 50)
    assert.deepEqual(
      guids(rss),
      guids(await text('feed.rss', { now: now + hourMs, origin: 'https://b.example' })),
    )
    assert.ok(rss.indexOf('Trouble 0 (Resolved') < rss.indexOf('Trouble 0 (Investigating'))
    assert.ok(rss.indexOf('Trouble 0 (Investigating') < rss.indexOf('Trouble 1 (Resolved'))
    if (!hasXmllint()) return context.skip('xmllint is not installed')
    assert.equal(validateFeed(rss, 'rss.rng'), '')
    assert.equal(validateFeed(slack, 'rss.rng'), '')
    assert.equal(validateFeed(atom, 'atom.rng'), '')
  })

  test('a page with 50 services and 90 busy days weighs less than 50 kB', async () => {
    const { page, services, ask, text } = await setUp(50)
    for (let day = 0; day < 90; day += 1) {
      const from = now - day * dayMs - 6 * hourMs
      const about = services.filter((_, index) => (index * 7 + day) % 10 === 0)
      const severity = (['MINOR', 'MEDIUM', 'MAJOR', 'CRITICAL'] as const)[day % 4] ?? 'MINOR'
      await incident(page, about, { from, to: day < 3 ? null : from + hourMs, severity })
    }
    const answer = await ask()
    assert.ok((answer?.body?.length ?? Infinity) < 50_000, `${answer?.body?.length} bytes`)
    for (const path of ['history', 'summary.json', 'feed.rss', 'feed.atom']) {
      assert.ok((await text(path)).length < 50_000, path)
    }
  })

  test('a long history is read in pieces', async () => {
    const { page, services, text, ask } = await setUp()
    for (let count = 0; count < 101; count += 1) {
      await incident(page, services, {
        from: now - (count + 1) * hourMs,
        to: now - count * hourMs,
        name: `No ${count}.`,
      })
    }
    assert.match(await text('history'), /history\/2">Older/)
    assert.doesNotMatch(await text('history'), /No 100\./)
    assert.match(await text('history/2'), /No 100\.[^]*history">Newer/)
    assert.equal(await ask('history/3'), null)
  })
})
