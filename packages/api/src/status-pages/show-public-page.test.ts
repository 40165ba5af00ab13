import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { cardOf, statusPageCalls } from '../../testing/status-pages.ts'

const anybody = { key: null, account: null }
const hourMs = 60 * 60 * 1000

forEachEngine('the plain public page', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService, makePage, makeIncident, post } = statusPageCalls(api)
  const open = (url: string) => api.call('GET', `/status/${url}`, anybody)
  const iso = (hours: number) => new Date(api.clock.now() + hours * hourMs).toISOString()

  async function makeWindow(hours: number, fields: object, visibility: object) {
    const body = {
      name: 'Upgrade',
      startsAt: iso(hours),
      endsAt: iso(hours + 2),
      ...fields,
      statusPageVisibility: { enabled: true, ...visibility },
    }
    const made = await api.call('POST', '/v1/maintenance-windows', { body })
    assert.equal(made.status, 201, made.text)
  }

  test('anybody sees services, open incidents with their latest update, and maintenance', async () => {
    const payments = await makeService('Payments <b>')
    const hidden = await makeService('Internal')
    const page = await makePage([], {
      name: 'Acme & sons',
      description: 'How we are doing',
      cards: [cardOf('Shop', [payments])],
    })
    const url = page.textAt('url')
    const incident = await makeIncident([payments, hidden], { description: 'First.' }, { name: 'Slow' })
    await post(incident.textAt('id'), { status: 'IDENTIFIED', description: 'Second.\n<script>' })
    const over = await makeIncident([payments], {}, { name: 'Over' })
    await post(over.textAt('id'), { status: 'RESOLVED', description: 'Done.' })
    await makeIncident([hidden], {}, { name: 'Not of this page' })
    const pageIds = { statusPageIds: [page.textAt('id')] }
    const shown = { ...pageIds, serviceIds: [payments] }
    const fields = { name: 'New disks', timezone: 'Europe/Paris', description: 'Short breaks.' }
    await makeWindow(1, fields, shown)
    await makeWindow(-1, { name: 'Under way' }, { ...pageIds, affectAllServices: true })
    await makeWindow(1, { name: 'Secret' }, { ...shown, enabled: false })

    const answer = await open(url.toUpperCase())
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'public, max-age=30')
    assert.doesNotMatch(String(answer.headers['content-security-policy']), /unsafe|script-src/)
    for (const part of [
      '<h1>Acme &#38; sons</h1>',
      'How we are doing',
      '<li>Payments &#60;b&#62;</li>',
      '<h3>Slow</h3>',
      'Second.<br>&#60;script&#62;',
      'Affects: Payments &#60;b&#62;</p>',
      '<h3>New disks</h3>',
      'Short breaks.',
      'Europe/Paris',
      '<h3>Under way</h3>',
      'In progress',
    ]) {
      assert.ok(answer.text.includes(part), `${part} in ${answer.text}`)
    }
    for (const part of ['First.', 'Over', 'Internal', 'Not of this page', 'Secret', api.accountId]) {
      assert.ok(!answer.text.includes(part), part)
    }
  })

  test('an open incident stays visible behind any number of newer ones that are over', async () => {
    const service = await makeService()
    const page = await makePage([service])
    await makeIncident([service], {}, { name: 'Old and open' })
    for (let count = 0; count < 51; count++) {
      await makeIncident([service], { status: 'RESOLVED' }, { name: 'Over' })
    }
    assert.match((await open(page.textAt('url'))).text, /Old and open/)
  })

  test('without an incident it says so', async () => {
    const page = await makePage([await makeService()])
    const { text } = await open(page.textAt('url'))
    assert.match(text, /No open incidents\./)
    assert.doesNotMatch(text, /Maintenance/)
  })

  for (const url of ['nowhere', '%00', 'a'.repeat(64), "'--"]) {
    test(`there is no page at ${url.slice(0, 10)}, and the answer is a page that says so`, async () => {
      const answer = await open(url)
      assert.equal(answer.status, 404)
      assert.match(answer.text, /There is no such page/)
      assert.equal(answer.headers['cache-control'], 'no-store')
    })
  }
})
