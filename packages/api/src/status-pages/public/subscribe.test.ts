import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { defaultAlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { createBudgets } from '@sonde/alerting/delivery/budgets.ts'
import { createDelivery } from '@sonde/alerting/delivery/create-delivery.ts'
import { createAlertSender } from '@sonde/alerting/delivery/sender.ts'
import { startMailServer } from '@sonde/alerting/testing/mail-server.ts'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { waitingMails } from '@sonde/status-pages/testing/status-pages.ts'
import { forEachEngine, forOneEngine } from '@sonde/store/testing/engines.ts'
import { forgetUnconfirmed } from '@sonde/store/status-pages/subscriber-confirmations.ts'
import { type ApiUnderTest, apiUnderTest, publicUrl } from '../../../testing/api-under-test.ts'
import { visitorOf } from '../../../testing/public-pages.ts'
import { everyMeans } from '../../../testing/stand-in-sender.ts'
import { statusPageCalls } from '../../../testing/status-pages.ts'

function pagesOf(api: ApiUnderTest) {
  const { makeService, makePage } = statusPageCalls(api)
  return {
    async newPage(): Promise<{ id: string; home: string; service: string }> {
      const service = await makeService()
      const page = await makePage([service], { name: 'Acme <&>' })
      return { id: page.textAt('id'), home: `/status/${page.textAt('url')}`, service }
    },
    async listed(id: string) {
      const { body } = await api.call('GET', `/v1/status-pages/${id}/subscriptions`)
      assert.ok(Array.isArray(body))
      return body.map(({ address, status }) => [address, status])
    },
    mailsTo: async (address: string) =>
      (await waitingMails(api.store, api.accountId)).filter(({ target }) => target === address),
  }
}

forEachEngine('subscribing at once at a page', (engine) => {
  const api = apiUnderTest(engine)
  const { newPage, listed, mailsTo } = pagesOf(api)
  const { send } = visitorOf(api)

  test('an address is one subscription and one mail', async () => {
    const { id, home } = await newPage()
    const at = { email: 'race@example.net' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(`${home}/subscribe`, at)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.deepEqual(await listed(id), [['race@example.net', 'PENDING']])
    assert.equal((await mailsTo('race@example.net')).length, 1)
  })
})

forOneEngine('subscribing at a page', (engine) => {
  const api = apiUnderTest(engine)
  const { makeIncident, subscribe } = statusPageCalls(api)
  const { newPage, listed, mailsTo } = pagesOf(api)
  const { open, send } = visitorOf(api)
  const linkIn = (text: string) => /\/status\/\S+\/confirm\/[0-9a-f]{64}/.exec(text)?.[0] ?? ''

  test('an address is asked once, confirmed by the button and not by opening the link, and then mailed', async () => {
    const { id, home, service } = await newPage()
    const asked = await send(`${home}/subscribe`, { email: ' Ada@Example.net ' })
    assert.equal(asked.status, 200, asked.text)
    assert.match(asked.text, /sent a mail with a link to ada@example\.net/)
    assert.deepEqual(await listed(id), [['ada@example.net', 'PENDING']])
    const [mail, ...more] = await mailsTo('ada@example.net')
    assert.deepEqual(more, [])
    assert.ok(mail)
    assert.equal(mail.mail.subject, '[Acme <&>] Please confirm your subscription')
    const link = linkIn(mail.mail.text)
    assert.ok(mail.mail.text.includes(`${publicUrl}${link}`), mail.mail.text)

    await makeIncident([service], { notifySubscribers: true })
    assert.equal((await mailsTo('ada@example.net')).length, 1)

    const opened = await open(link)
    assert.equal(opened.status, 200)
    assert.match(opened.text, /<form method="post">/)
    assert.match(opened.text, /Send updates about Acme &lt;&amp;&gt; to ada@example\.net\?/)
    assert.deepEqual(await listed(id), [['ada@example.net', 'PENDING']])

    for (const again of [await send(link, ''), await send(link, ''), await open(link)]) {
      assert.equal(again.status, 200)
      assert.match(again.text, /You are subscribed/)
    }
    assert.deepEqual(await listed(id), [['ada@example.net', 'VERIFIED']])
    await makeIncident([service], { notifySubscribers: true })
    assert.equal((await mailsTo('ada@example.net')).length, 2)
  })

  test('the answer is the same for a new, an asked and a confirmed address, and none of them is mailed twice', async () => {
    const { id, home } = await newPage()
    await subscribe(id, ['known@example.net'])
    const answers = []
    for (const email of ['fresh@example.net', 'fresh@example.net', 'known@example.net']) {
      const answer = await send(`${home}/subscribe`, { email })
      answers.push([answer.status, answer.text.replace(email, 'x')])
    }
    assert.deepEqual(answers[1], answers[0])
    assert.deepEqual(answers[2], answers[0])
    assert.equal((await mailsTo('fresh@example.net')).length, 1)
    assert.deepEqual(await mailsTo('known@example.net'), [])
  })

  test('the answer takes the same time for a new and for a confirmed address', async () => {
    const { id, home } = await newPage()
    await subscribe(id, ['known@example.net'])
    const took = async (email: string) => {
      const begun = performance.now()
      await send(`${home}/subscribe`, { email })
      return performance.now() - begun
    }
    await took('warm@example.net')
    const times = [await took('timed@example.net'), await took('known@example.net')]
    for (const ms of times) assert.ok(ms >= 145, `answered after ${ms} ms`)
  })

  test('one address is asked again after an hour, the earlier link is dead then, and five times a day at most', async () => {
    const { home } = await newPage()
    const ask = () => send(`${home}/subscribe`, { email: 'again@example.net' })
    await ask()
    const first = linkIn((await mailsTo('again@example.net'))[0]?.mail.text ?? '')
    api.clock.advance(hourMs - 10_000)
    await ask()
    assert.equal((await mailsTo('again@example.net')).length, 1)
    api.clock.advance(hourMs)
    await ask()
    const mails = await mailsTo('again@example.net')
    assert.equal(mails.length, 2)
    assert.equal((await open(first)).status, 404)
    assert.equal((await open(linkIn(mails[1]?.mail.text ?? ''))).status, 200)
    for (let page = 0; page < 5; page += 1) {
      const other = await newPage()
      const answer = await send(`${other.home}/subscribe`, { email: 'again@example.net' })
      assert.equal(answer.status, 200)
    }
    // Three tries at the first page and two at others.
    assert.equal((await mailsTo('again@example.net')).length, 4)
  })

  test('a link is good for 7 days; who did not confirm is forgotten then, and only they are', async () => {
    const { id, home } = await newPage()
    await send(`${home}/subscribe`, { email: 'slow@example.net' })
    await send(`${home}/subscribe`, { email: 'quick@example.net' })
    const link = linkIn((await mailsTo('slow@example.net'))[0]?.mail.text ?? '')
    await send(linkIn((await mailsTo('quick@example.net'))[0]?.mail.text ?? ''), '')
    api.clock.advance(7 * dayMs - 60_000)
    const forget = () => api.store.write((db) => forgetUnconfirmed(db, api.clock.now()))
    await forget()
    assert.equal((await listed(id)).length, 2)
    assert.equal((await open(link)).status, 200)
    api.clock.advance(61_000)
    assert.equal((await open(link)).status, 404)
    assert.equal((await send(link, '')).status, 404)
    await forget()
    assert.deepEqual(await listed(id), [['quick@example.net', 'VERIFIED']])
  })

  test('what is no address, or would be two or another header, is refused and mails nobody', async () => {
    const { id, home } = await newPage()
    for (const email of [
      '',
      'no address',
      'a@example.net\r\nBcc: b@example.net',
      'a@example.net%0aBcc: b@example.net',
      'a@example.net, b@example.net',
      'a@example.net b@example.net',
      '<a@example.net>',
      `${'a'.repeat(320)}@example.net`,
      'a@example.net\0',
    ]) {
      const answer = await send(`${home}/subscribe`, { email })
      assert.equal(answer.status, 400, JSON.stringify(email))
      assert.match(answer.text, /not an e-mail address/)
    }
    assert.deepEqual(await listed(id), [])
    assert.equal((await send(`${home}/subscribe`, `email=${'a'.repeat(17_000)}`)).status, 413)
    const json = { headers: { 'content-type': 'application/json' } }
    assert.equal((await send(`${home}/subscribe`, '{"email":"a@example.net"}', json)).status, 415)
    assert.equal((await send('/status/no-such-page/subscribe', { email: 'a@example.net' })).status, 404)
  })

  test('a form of another site is refused', async () => {
    const { id, home } = await newPage()
    const email = { email: 'victim@example.net' }
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
      assert.equal((await send(`${home}/subscribe`, email, { headers: { origin } })).status, 403, origin)
    }
    assert.deepEqual(await listed(id), [])
    const origin = `http://127.0.0.1:${api.port}`
    const host = `127.0.0.1:${api.port}`
    assert.equal((await send(`${home}/subscribe`, email, { headers: { origin, host } })).status, 200)
  })

  test('one visitor asks at most 20 times an hour', async () => {
    const { home } = await newPage()
    const statuses = []
    for (let n = 0; n < 21; n += 1) {
      statuses.push((await send(`${home}/subscribe`, { email: 'nobody' })).status)
    }
    assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([400]))
    const refused = await send(`${home}/subscribe`, { email: 'late@example.net' })
    assert.equal(refused.status, 429)
    assert.match(refused.text, /Try again in \d+ minutes/)
    assert.ok(Number(refused.headers['retry-after']) > 3_000)
  })

  test('mails reach a real mail server once, with the headers that end a subscription', async (t) => {
    const { home, service } = await newPage()
    const server = await startMailServer(t)
    const deliver = deliveryTo(t, server.url)
    await deliver()
    server.mails.length = 0
    await send(`${home}/subscribe`, { email: 'real@example.net' })
    await deliver()
    await deliver()
    assert.deepEqual(
      server.mails.map(({ to }) => to),
      [['real@example.net']],
    )
    const mail = await server.mails[0]?.mail
    const unsubscribe = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    assert.match(unsubscribe, /^<https:\/\/sonde\.example\.net\/status\/\S+\/unsubscribe\/[0-9a-f]{64}>$/)
    await send(linkIn(mail?.text ?? ''), '')
    await makeIncident([service], { notifySubscribers: true })
    await deliver()
    assert.equal(server.mails.length, 2)
    const click = unsubscribe.slice(1 + publicUrl.length, -1)
    assert.equal((await send(click, 'List-Unsubscribe=One-Click')).status, 200)
    await makeIncident([service], { notifySubscribers: true })
    await deliver()
    assert.equal(server.mails.length, 2)
  })

  function deliveryTo(t: TestContext, url: string): () => Promise<void> {
    const { clock, store } = api
    const ignore = () => {}
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
    const settings = { ...everyMeans, smtp: { url, from: 'sonde@example.net' } }
    const delivery = createDelivery({
      store,
      clock,
      log,
      sender: createAlertSender({ settings, log, clock, publicUrl: () => publicUrl }),
      budgets: createBudgets(60),
      claimMs: 30_000,
      canMail: true,
      publicUrl: () => publicUrl,
      loadChannel: async () => null,
      variablesFor: async () => new Map(),
    })
    t.after(() => delivery.stop())
    return async () => {
      for (;;) {
        if ((await delivery.workOnce()) === 0) return
      }
    }
  }
})

forOneEngine('a page of a server without mail settings', (engine) => {
  const api = apiUnderTest(engine, { alerting: defaultAlertingSettings })
  const { makePage, subscribe } = statusPageCalls(api)
  const { open, send } = visitorOf(api)

  test('has no form, says so to whoever sends one, and asks nobody', async () => {
    const page = await makePage([])
    const home = `/status/${page.textAt('url')}`
    assert.doesNotMatch((await open(home)).text, /\/subscribe"/)
    const answer = await send(`${home}/subscribe`, { email: 'ada@example.net' })
    assert.equal(answer.status, 503)
    assert.match(answer.text, /cannot send mail/)
    await subscribe(page.textAt('id'), ['bulk@example.net'], false)
    assert.deepEqual(await waitingMails(api.store, api.accountId), [])
  })
})
