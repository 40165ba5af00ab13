import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../../testing/api-under-test.ts'
import { setCheckStatus } from '../../../testing/check-status.ts'
import type { Answer } from '../../../testing/http-client.ts'
import { makeDashboard } from '../../../testing/make-dashboard.ts'
import { makeGroup } from '../../../testing/make-group.ts'
import { storeResult } from '../../../testing/store-result.ts'
import { makeHeartbeat, sendPing } from '../../../testing/monitors/write-heartbeat.ts'
import { smallestUrl } from '../../../testing/monitors/write-url.ts'

forEachEngine('the page of a dashboard', (engine) => {
  const api = apiUnderTest(engine, { dashboardDomain: 'dash.example.com' })

  const setUp = (body: object = {}) => makeDashboard(api, body)

  test('shows the activated checks by name, with status, tags and group', async () => {
    const { account, add, show } = await setUp()
    const groupId = await makeGroup(api, { name: 'Group <1>', tags: ['of-group'] }, { account })
    const failing = await add('Beta', { tags: ['x'], groupId })
    await setCheckStatus(api, failing, 'failed', account)
    await add('alpha')
    await add('Off', { activated: false })
    const page = await show()
    assert.equal(page.status, 200)
    assert.deepEqual(namesOf(page), ['alpha', 'Beta'])
    assert.match(page.text, /check__result--failure[^]*Failing/)
    assert.match(page.text, /No results yet/)
    assert.match(page.text, /· Group &lt;1&gt;/)
    assert.match(page.text, /check__tag">x<[^]*check__tag">of-group</)
    assert.match(page.text, /1 failing[^]*1 without results yet/)
    assert.match(page.text, /<time datetime="\d{4}-[^"]+Z">[^<]+ UTC<\/time>/)
  })

  test('SA 58: tags choose checks, any of them or all of them, and those of the group count', async () => {
    const { account, add, show, put } = await setUp({ tags: ['a', 'b'] })
    const groupId = await makeGroup(api, { tags: ['b'] }, { account })
    await add('has a', { tags: ['a'] })
    await add('has a and group b', { tags: ['a'], groupId })
    await add('has both', { tags: ['a', 'b'] })
    await add('has group b', { groupId })
    await add('has c', { tags: ['c'] })
    assert.deepEqual(namesOf(await show()), ['has a', 'has a and group b', 'has both', 'has group b'])
    await put({ useTagsAndOperator: true })
    assert.deepEqual(namesOf(await show()), ['has a and group b', 'has both'])
    await put({ tags: [] })
    assert.equal(namesOf(await show()).length, 5)
  })

  test('figures are those of the period, with the change since the equal one before', async () => {
    const { account, add, show } = await setUp()
    const made = await api.call('POST', '/v1/checks/url', { body: { ...smallestUrl, name: 'Web' }, account })
    const id = made.textAt('id')
    const ping = await add('Ping')
    const now = api.clock.now()
    const runs = [
      { at: now - 30 * 60_000, times: [100, 200, 300, 400], failed: 1 },
      { at: now - 90 * 60_000, times: [100, 100, 100, 100], failed: 0 },
    ]
    for (const { at, times, failed } of runs) {
      for (const [index, time] of times.entries()) {
        const verdict = index < failed ? 'failed' : 'passed'
        const startedAt = at + index * 60_000
        for (const checkId of [id, ping]) {
          const fields = {
            startedAt,
            scheduledAt: startedAt,
            responseTime: time,
            metrics: { packetLoss: 25 },
          }
          await storeResult(api, checkId, { ...fields, verdict })
        }
      }
    }
    const beat = await makeHeartbeat(api, { name: 'Job' }, { account })
    await sendPing(api, beat.pingToken)
    const page = await show('?range=1h')
    assert.match(page.text, /75\.00 %<span class="metric__of"> of 4 runs<\/span>/)
    assert.match(page.text, /100\.00 %<span class="metric__of"> of 1 event<\/span>/)
    assert.deepEqual(statsOf(page, 'Web'), [
      'Availability 75.00 % ▼ 25.00 pp worse',
      'P95 385 ms ▲ 285 % worse',
      'P99 397 ms ▲ 297 % worse',
    ])
    assert.deepEqual(statsOf(page, 'Ping'), [
      'Availability 75.00 % ▼ 25.00 pp worse',
      'Latency P95 385 ms ▲ 285 % worse',
      'Packet loss P95 25.00 % =  same',
    ])
    assert.deepEqual(statsOf(page, 'Job'), ['Availability 100.00 %'])
    assert.deepEqual(statsOf(await show('?range=24h'), 'Web').slice(0, 1), ['Availability 87.50 %'])
  })

  test('percentiles that are not wanted are not shown', async () => {
    const { account, show } = await setUp({ showP95: false, showP99: false })
    const made = await api.call('POST', '/v1/checks/url', { body: { ...smallestUrl, name: 'Web' }, account })
    await storeResult(api, made.textAt('id'))
    assert.deepEqual(statsOf(await show(), 'Web'), ['Availability 100.00 %'])
  })

  test('that there is no data is said once, and once for each period', async () => {
    const { account, show } = await setUp()
    const made = await api.call('POST', '/v1/checks/url', { body: { ...smallestUrl, name: 'Web' }, account })
    assert.equal((await show()).text.match(/No data/g)?.length, 1)
    assert.equal((await show(`?check=${made.textAt('id')}`)).text.match(/No data/g)?.length, 6)
  })

  test('a check shows all periods when asked for, or always', async () => {
    const { add, show, put } = await setUp()
    const [first, second] = [await add('one'), await add('two')]
    assert.doesNotMatch((await show()).text, /<table>/)
    const one = await show(`?check=${first}`)
    assert.equal(one.text.match(/<table>/g)?.length, 1)
    for (const words of ['1 hour', '3 hours', '24 hours', '7 days', '30 days']) {
      assert.ok(one.text.includes(`<th scope="row">${words}</th>`), words)
    }
    assert.match(one.text, new RegExp(`check=${second}`))
    await put({ expandChecks: true })
    assert.equal((await show()).text.match(/<table>/g)?.length, 2)
  })

  test('a new result is in the figures after a minute at the latest', async () => {
    const { add, show } = await setUp()
    const id = await add('Ping')
    assert.match((await show()).text, /No data/)
    await storeResult(api, id)
    api.clock.advance(61_000)
    assert.doesNotMatch((await show()).text, /No data/)
  })

  test('pages hold so many checks, turn by themselves, and come round', async () => {
    const { add, show, put } = await setUp({ checksPerPage: 2, paginationRate: 30 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) await add(name)
    const first = await show()
    assert.deepEqual(namesOf(first), ['a', 'b'])
    assert.equal(first.headers['refresh'], '30;url=?page=2')
    const last = await show('?page=3&range=7d')
    assert.deepEqual(namesOf(last), ['e'])
    assert.equal(last.headers['refresh'], '30;url=?range=7d')
    assert.deepEqual(namesOf(await show('?page=9')), ['a', 'b'])
    const paused = await show('?page=2&auto=off')
    assert.deepEqual(namesOf(paused), ['c', 'd'])
    assert.equal(paused.headers['refresh'], undefined)
    await put({ paginate: false, refreshRate: 300 })
    const whole = await show()
    assert.equal(namesOf(whole).length, 5)
    assert.equal(whole.headers['refresh'], '300;url=?')
  })

  test('names are in the order that people give them', async () => {
    const { add, show } = await setUp()
    for (const name of ['node 10', 'Node 2', 'node 1', 'Éclair', 'zebra']) await add(name)
    assert.deepEqual(namesOf(await show()), ['Éclair', 'node 1', 'Node 2', 'node 10', 'zebra'])
  })

  test('what a dashboard does not show is not asked for: such addresses are one and the same page', async () => {
    const { account, add, show } = await setUp({ checksPerPage: 1 })
    const [first, second] = [await add('a'), await add('b')]
    const page = await show()
    // Made anew, it would show the other status.
    await setCheckStatus(api, first, 'failed', account)
    for (const query of [
      '?page=3',
      '?page=999999',
      '?page=0',
      '?page=1e1',
      `?check=${second}`,
      '?check=00000000-0000-4000-8000-000000000000',
      '?check=x',
      '?range=2h',
      '?page=1&page=2',
      '?anything=1',
    ]) {
      assert.equal((await show(query)).text, page.text, query)
    }
    assert.notEqual((await show(`?check=${first}`)).text, page.text)
    assert.notEqual((await show('?page=2')).text, page.text)
  })

  test('a page is sent packed to whoever can unpack it, and not at all to whoever has it', async () => {
    const { add, show, put } = await setUp()
    await add('one')
    const whole = await show()
    const etag = String(whole.headers.etag)
    assert.equal(whole.headers.vary, 'Accept-Encoding')
    const known = await show('', { headers: { 'if-none-match': etag } })
    assert.equal(known.status, 304)
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { headers } = await show('', { headers: { 'accept-encoding': accepted } })
      assert.equal(headers['content-encoding'], encoding, accepted)
      assert.equal(headers.etag, etag)
      if (encoding !== undefined) {
        assert.ok(Number(headers['content-length']) < 0.5 * whole.text.length, accepted)
      }
    }
    await put({ isPrivate: true })
    assert.equal((await show('', { headers: { 'if-none-match': etag } })).status, 401)
  })

  test('the latest updates of an incident are on the page, and all of them on its own', async () => {
    const { account, number, path, show, put, rawKey } = await setUp({ enableIncidents: true })
    assert.equal(rawKey, undefined)
    const made = await api.call('POST', '/v1/incidents', {
      account,
      body: {
        name: 'Long <one>',
        impact: 'MAJOR',
        dashboardId: number,
        incidentUpdates: [{ status: 'INVESTIGATING', description: 'said 1' }],
      },
    })
    const id = made.textAt('id')
    const say = (description: string, status = 'MONITORING') => {
      api.clock.advance(6_000)
      return api.call('POST', `/v1/incidents/${id}/updates`, { account, body: { status, description } })
    }
    const told = ({ text }: Answer) => [...text.matchAll(/\bsaid \d/g)].map(([words]) => words)
    for (const count of [2, 3]) await say(`said ${count}`)
    const all = await show()
    assert.deepEqual(told(all), ['said 3', 'said 2', 'said 1'])
    assert.doesNotMatch(all.text, /earlier update/)
    await say('said 4')
    await say(`said 5 ${'é'.repeat(5_000)}`)
    const cut = await show()
    assert.deepEqual(told(cut), ['said 5', 'said 4', 'said 3'])
    assert.match(cut.text, new RegExp(`<a href="${path}/incidents/${id}">2 earlier updates<`))
    assert.ok(!cut.text.includes('é'.repeat(1_000)))
    const full = await show(`/incidents/${id}`)
    assert.equal(full.status, 200)
    assert.deepEqual(told(full), ['said 5', 'said 4', 'said 3', 'said 2', 'said 1'])
    assert.ok(full.text.includes('é'.repeat(5_000)))
    assert.match(full.text, /<h1 class="incident__title">Long &lt;one&gt;<\/h1>/)

    await say('said 6', 'RESOLVED')
    const past = await show()
    assert.deepEqual(told(past), ['said 6'])
    assert.match(past.text, /5 earlier updates/)

    const other = await setUp({ enableIncidents: true })
    assert.equal((await other.show(`/incidents/${id}`)).status, 404)
    await put({ isPrivate: true })
    assert.equal((await show(`/incidents/${id}`)).status, 401)
    await put({ isPrivate: false, enableIncidents: false })
    assert.equal((await show(`/incidents/${id}`)).status, 404)
  })

  test('what changes on the checks is on the page after five seconds at the latest', async () => {
    const { account, add, show } = await setUp()
    const id = await add('one')
    assert.match((await show()).text, /No results yet/)
    await setCheckStatus(api, id, 'failed', account)
    assert.match((await show('', { afterMs: 5_000 })).text, /Failing/)
  })

  test('sorted by status, the worst come first', async () => {
    const { account, add, show } = await setUp({ sortByStatus: true })
    for (const [name, status] of [
      ['a', 'passed'],
      ['b', 'degraded'],
      ['c', 'failed'],
      ['d', null],
    ] as const) {
      const id = await add(name)
      if (status !== null) await setCheckStatus(api, id, status, account)
    }
    assert.deepEqual(namesOf(await show()), ['c', 'b', 'a', 'd'])
  })

  test('every text of a user is text, and the policy allows exactly the styles of the page', async () => {
    const evil = '<script>alert(1)</script>"\''
    const { add, show } = await setUp({
      header: evil,
      description: evil,
      customCSS: `@import "x";.header{color:red;background:url(https://img.example.net/a.png)}</style>${evil}`,
      logo: 'https://logo.example.com/a.png?"><b>',
      favicon: 'https://icon.example.com/f.ico',
      link: 'https://example.com/',
      width: '960PX',
      showCheckRunLinks: true,
    })
    await add(evil, { tags: [evil] })
    const { text, headers } = await show()
    assert.doesNotMatch(text, /<script|<b>|@import/)
    assert.match(text, /dashboard--960px/)
    // Whoever follows a link from here has no key for the API.
    assert.doesNotMatch(text, /check-results/)
    const styles = [...text.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style = '']) => style)
    assert.equal(styles.length, 2)
    const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none'; style-src ${hashes.join(' ')}; img-src https://logo.example.com ` +
        "https://icon.example.com https:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
    )
  })

  test('without header, tags and group names, none of them is shown', async () => {
    const { account, add, show } = await setUp({ showHeader: false, hideTags: true, showGroupNames: false })
    const groupId = await makeGroup(api, { name: 'Crew' }, { account })
    await add('one', { tags: ['t'], groupId })
    const { text } = await show()
    assert.doesNotMatch(text, /class="header|<ul class="check__tags"|Crew/)
    assert.match(text, /<h1 class="unseen">Shop<\/h1>/)
  })

  test('incidents are shown only when they are switched on: what goes on above, what is over below', async () => {
    const { account, number, show, put } = await setUp()
    const tell = (name: string, fields: object, status = 'INVESTIGATING') =>
      api.call('POST', '/v1/incidents', {
        account,
        body: {
          name,
          impact: 'MAJOR',
          dashboardId: number,
          incidentUpdates: [{ status, description: `About ${name}` }],
          ...fields,
        },
      })
    await tell('Open <one>', {})
    await tell('Minor one', { impact: 'MINOR' })
    await tell('Planned', {
      impact: 'MAINTENANCE',
      startedAt: new Date(api.clock.now() + hourMs).toISOString(),
    })
    await tell('Over', {}, 'RESOLVED')
    assert.doesNotMatch((await show()).text, /<article/)
    await put({ enableIncidents: true })
    const { text } = await show()
    assert.match(text, /active-incident--major[^]*Open &lt;one&gt;/)
    assert.match(text, /active-incident--minor/)
    assert.match(text, /active-incident--maintenance[^]*Maintenance, planned/)
    assert.match(text, /Past incidents[^]*past-incident[^]*Over/)
    assert.ok(text.indexOf('Open &lt;one') < text.indexOf('Past incidents'))
  })
})

function namesOf({ text }: Answer): string[] {
  return [...text.matchAll(/<h3 class="check__name">([^<]*)/g)].map(([, name = '']) => name.trim())
}

/** What the page says about one check: name, value and change of each figure. */
function statsOf({ text }: Answer, name: string): string[] {
  const item = text
    .split('<li class="check ')
    .find((each) => each.includes(`<h3 class="check__name">${name}`))
  const metrics = [
    ...(item ?? '').matchAll(/<dt class="metric__name">(.*?)<\/dt><dd class="metric__value">(.*?)<\/dd>/g),
  ]
  return metrics.map(([, label = '', value = '']) => {
    const change = /metric__change--(\w+)"><span aria-hidden="true">(.*?)<\/span>/.exec(value)
    const shown = `${label} ${value.replace(/<[^]*$/, '')}`
    return change === null ? shown : `${shown} ${change[2]} ${change[1]}`
  })
}
