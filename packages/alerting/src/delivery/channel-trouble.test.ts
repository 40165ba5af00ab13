import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import type { NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addMember } from '@sonde/store/testing/rows.ts'
import {
  accepted,
  type DeliveryUnderTest,
  deliveryUnderTest,
  refused,
  tryAgain,
} from '../../testing/delivery-under-test.ts'

/** Channels by name, or by address, that were told something. */
function told({ sender }: DeliveryUnderTest): string[] {
  return sender.sent
    .flatMap(({ delivery: { event, config, target } }) =>
      event.kind === 'notice' ? [String(target ?? config['name'])] : [],
    )
    .toSorted()
}

function notices({ sender }: DeliveryUnderTest, to?: string): NoticeEvent[] {
  return sender.sent.flatMap(({ delivery: { event, target } }) =>
    event.kind === 'notice' && (to === undefined || target === to) ? [event] : [],
  )
}

function named(name: string) {
  return { shownConfig: { name } }
}

forOneEngine('a channel that takes nothing any more', (engine) => {
  test('is told once, on every other channel that is there for failures and works', async (t) => {
    const under = await deliveryUnderTest(t, engine, { canMail: true })
    await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
    const broken = await under.addChannel(named('broken'))
    await under.addChannel(named('good'))
    await under.addChannel({ type: 'EMAIL', shownConfig: { address: 'a@x.test,b@x.test' } })
    await under.addChannel({ ...named('only recoveries'), sendFailure: false })
    await under.addChannel({ ...named('in trouble itself'), troubleSince: 5 })
    under.sender.answer(({ config }) => (config['name'] === 'broken' ? refused : accepted))
    await under.raise(broken)
    await under.raise(broken)
    await under.drain()
    assert.deepEqual(told(under), ['a@x.test', 'b@x.test', 'good'])
    assert.equal((await under.channel(broken.id)).troubleSince, under.clock.now())
    const notice = under.sender.sent.find(({ delivery }) => delivery.event.kind === 'notice')?.delivery.event
    assert.ok(notice?.kind === 'notice')
    assert.equal(notice.title, 'Alerts no longer reach the alert channel broken (Webhook)')
    assert.equal(
      notice.text,
      [
        'A message to the alert channel broken (Webhook) could not be delivered: no such address.',
        `Not delivered: alert "Gateway: ALERT_FAILURE" of check "Gateway", raised at Apr 1, 2026, 10:00 UTC; ` +
          'first attempt at Apr 1, 2026, 10:00 UTC.',
        'Alerts to this channel are lost until it works again: check its settings and send a test. This notice is sent once.',
      ].join('\n'),
    )
    assert.equal(notice.link, `http://sonde.test/accounts/${broken.accountId}/alert-channels/${broken.id}`)
  })

  test('is told again after it has worked meanwhile', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel(named('moody'))
    await under.addChannel(named('good'))
    for (const outcome of [refused, refused, accepted, refused]) {
      under.sender.answer(({ config }) => (config['name'] === 'moody' ? outcome : accepted))
      await under.raise(channel)
      await under.drain()
      const isInTrouble = (await under.channel(channel.id)).troubleSince !== null
      assert.equal(isInTrouble, outcome === refused)
    }
    assert.deepEqual(told(under), ['good', 'good'])
  })

  test('without another channel, owners and admins get a mail, except at addresses that lead nowhere', async (t) => {
    const under = await deliveryUnderTest(t, engine, { canMail: true })
    for (const [role, email] of [
      ['OWNER', 'owner@example.com'],
      ['ADMIN', 'admin@example.com'],
      ['ADMIN', 'first@setup.invalid'],
      ['READ_WRITE', 'writer@example.com'],
    ] as const) {
      await addMember(under.store, under.accountId, { role, email })
    }
    const broken = await under.addChannel(named('broken'))
    under.sender.answer(({ config }) => (config['name'] === 'broken' ? refused : accepted))
    await under.raise(broken)
    await under.drain()
    assert.deepEqual(told(under), ['admin@example.com', 'owner@example.com'])
    const mail = under.sender.sent.find(({ delivery }) => delivery.event.kind === 'notice')?.delivery
    assert.deepEqual([mail?.channelType, mail?.config], ['EMAIL', {}])
  })

  test('while nobody can be told it is logged each time, and told as soon as somebody can be', async (t) => {
    const under = await deliveryUnderTest(t, engine, { canMail: true })
    const broken = await under.addChannel(named('broken'))
    under.sender.answer(({ config }) => (config['name'] === 'broken' ? refused : accepted))
    for (const times of [1, 2]) {
      await under.raise(broken)
      await under.drain()
      assert.equal(under.log.told.filter((line) => /no other channel to notify/.test(line)).length, times)
      assert.equal((await under.channel(broken.id)).troubleSince, null)
    }
    assert.equal((await under.rows()).length, 2)
    await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
    await under.raise(broken)
    await under.raise(broken)
    await under.drain()
    assert.deepEqual(told(under), ['owner@example.com'])
    assert.notEqual((await under.channel(broken.id)).troubleSince, null)
  })

  test('is told after six quick tries, and not a second time when the message is given up a day later', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const broken = await under.addChannel(named('broken'))
    await under.addChannel(named('good'))
    under.sender.answer(({ config }) => (config['name'] === 'broken' ? tryAgain : accepted))
    const { id, createdAt } = await under.raise(broken)
    await under.drain()
    await under.until(createdAt + 99 * secondMs)
    assert.deepEqual(told(under), [])
    await under.until(createdAt + 100 * secondMs)
    assert.deepEqual(told(under), ['good'])
    const [notice] = notices(under)
    assert.equal(
      notice?.text,
      [
        'A message to the alert channel broken (Webhook) could not be delivered in 6 attempts since ' +
          'Apr 1, 2026, 10:00 UTC: 500 sorry.',
        'Not delivered yet: alert "Gateway: ALERT_FAILURE" of check "Gateway", raised at Apr 1, 2026, 10:00 UTC.',
        'Sonde retries for up to 24 hours; nothing is lost until then. Check the settings of the channel and send a test. This notice is sent once.',
      ].join('\n'),
    )
    while ((await under.row(id)).isOpen) {
      under.clock.advance(30 * minuteMs)
      await under.drain()
    }
    assert.deepEqual(told(under), ['good'])
    assert.ok(under.log.told.includes('an alert could not be delivered, and is not retried'))
  })

  test('that takes other messages is not told of again with every later try of the same one', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const picky = await under.addChannel(named('picky'))
    await under.addChannel(named('good'))
    under.sender.answer(({ event }) =>
      event.kind === 'alert' && event.check.name === 'Bad' ? tryAgain : accepted,
    )
    const { createdAt } = await under.raise(picky, { checkName: 'Bad' })
    await under.drain()
    await under.until(createdAt + 2 * minuteMs)
    for (let hour = 0; hour < 25; hour += 1) {
      await under.raise(picky)
      under.clock.advance(hourMs)
      await under.drain()
    }
    assert.deepEqual(told(under), ['good'])
    assert.equal((await under.channel(picky.id)).troubleSince, null)
  })

  test('that nobody could be told of is told of with a later try of the same message', async (t) => {
    const under = await deliveryUnderTest(t, engine, { canMail: true })
    const broken = await under.addChannel(named('broken'))
    under.sender.answer(({ config }) => (config['name'] === 'broken' ? tryAgain : accepted))
    const { createdAt } = await under.raise(broken)
    await under.drain()
    await under.until(createdAt + 3 * minuteMs)
    await addMember(under.store, under.accountId, { role: 'ADMIN', email: 'admin@example.com' })
    await under.until(createdAt + 4 * minuteMs)
    assert.deepEqual(told(under), ['admin@example.com'])
    assert.equal(under.log.told.filter((line) => /no other channel to notify/.test(line)).length, 1)
  })

  for (const outcome of [refused, tryAgain]) {
    test(`two dead channels (${outcome.kind}) reach the owner, who hears once of each`, async (t) => {
      const under = await deliveryUnderTest(t, engine, { canMail: true })
      await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
      const [a, b] = [await under.addChannel(named('a')), await under.addChannel(named('b'))]
      under.sender.answer(({ target }) => (target === null ? outcome : accepted))
      for (const channel of [a, b, a]) await under.raise(channel)
      await under.drain()
      await under.until(under.clock.now() + 10 * minuteMs, 5 * secondMs)
      const mails = notices(under, 'owner@example.com').map(({ title }) => title)
      assert.deepEqual(mails.toSorted(), [
        'Alerts no longer reach the alert channel a (Webhook)',
        'Alerts no longer reach the alert channel b (Webhook)',
      ])
      for (const { id } of [a, b]) assert.notEqual((await under.channel(id)).troubleSince, null)
    })
  }

  for (const outcome of [refused, tryAgain]) {
    test(`many dead channels (${outcome.kind}) are told once each, where somebody takes it`, async (t) => {
      const under = await deliveryUnderTest(t, engine)
      await under.addChannel(named('good'))
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
      const dead: AlertChannelRow[] = []
      for (const name of names) dead.push(await under.addChannel(named(name)))
      under.sender.answer(({ config }) => (config['name'] === 'good' ? accepted : outcome))
      for (const channel of dead) await under.raise(channel)
      await under.drain()
      await under.until(under.clock.now() + 5 * minuteMs, 5 * secondMs)
      assert.deepEqual(told(under), Array<string>(names.length).fill('good'))
      assert.deepEqual(
        notices(under)
          .flatMap(({ aboutChannelId }) => aboutChannelId ?? [])
          .toSorted((a, b) => a - b),
        dead.map(({ id }) => id),
      )
      assert.equal((await under.rows()).length, 2 * names.length)
    })

    test(`many dead channels (${outcome.kind}) and nobody else: each notice waits at one of them`, async (t) => {
      const under = await deliveryUnderTest(t, engine)
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
      const dead: AlertChannelRow[] = []
      for (const name of names) dead.push(await under.addChannel(named(name)))
      under.sender.answer(() => outcome)
      for (const channel of dead) await under.raise(channel)
      await under.until(under.clock.now() + 2 * minuteMs)
      const rows = await under.rows()
      assert.equal(rows.filter(({ headline }) => headline.kind === 'notice').length, names.length - 1)
    })
  }

  test('a channel that fails with one message and has taken others since is told', async (t) => {
    const under = await deliveryUnderTest(t, engine, { canMail: true })
    await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
    const broken = await under.addChannel(named('broken'))
    const picky = await under.addChannel(named('picky'))
    under.sender.answer(({ config, event }) => {
      if (config['name'] === 'broken') return refused
      return event.kind === 'alert' && event.check.name === 'Bad' ? tryAgain : accepted
    })
    await under.raise(picky, { checkName: 'Bad' })
    await under.drain()
    under.clock.advance(secondMs)
    await under.raise(picky)
    await under.drain()
    await under.raise(broken)
    await under.drain()
    assert.deepEqual(told(under), ['picky'])
  })

  test('a channel that only failed to take the notice is in trouble too, and is told of', async (t) => {
    const under = await deliveryUnderTest(t, engine, { canMail: true })
    await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
    const broken = await under.addChannel(named('broken'))
    const alsoBroken = await under.addChannel(named('also broken'))
    await under.addChannel(named('good'))
    under.sender.answer(({ config }) => (String(config['name']).endsWith('broken') ? refused : accepted))
    await under.raise(broken)
    await under.drain()
    assert.deepEqual(told(under), ['also broken', 'good', 'good', 'owner@example.com'])
    assert.notEqual((await under.channel(alsoBroken.id)).troubleSince, null)
    const [mail] = notices(under, 'owner@example.com')
    assert.equal(mail?.aboutChannelId, broken.id)
    const ofSecond = notices(under).find(({ aboutChannelId }) => aboutChannelId === alsoBroken.id)
    assert.match(ofSecond?.text ?? '', /Not delivered: notice "Alerts no longer reach the alert channel /)
    await under.raise(alsoBroken)
    await under.drain()
    assert.equal(told(under).length, 4)
  })

  test('a notice that reaches nobody is logged, and does not count as told', async (t) => {
    const under = await deliveryUnderTest(t, engine, { canMail: true })
    const [a, b] = [await under.addChannel(named('a')), await under.addChannel(named('b'))]
    under.sender.answer(({ target }) => (target === null ? refused : accepted))
    await under.raise(a)
    await under.drain()
    assert.ok(under.log.told.includes('a notice could not be delivered to anybody'))
    for (const { id } of [a, b]) assert.equal((await under.channel(id)).troubleSince, null)
    await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
    await under.raise(a)
    await under.drain()
    assert.equal(notices(under, 'owner@example.com').length, 2)
  })

  test('a mail about it that no admin takes is logged, and does not count as told', async (t) => {
    const under = await deliveryUnderTest(t, engine, { canMail: true })
    for (const name of ['one', 'two']) {
      await addMember(under.store, under.accountId, { role: 'ADMIN', email: `${name}@example.com` })
    }
    const broken = await under.addChannel(named('broken'))
    under.sender.answer(({ target }) => (target === 'two@example.com' ? accepted : refused))
    await under.raise(broken)
    await under.drain()
    assert.notEqual((await under.channel(broken.id)).troubleSince, null)
    under.sender.answer(() => refused)
    const other = await under.addChannel({ ...named('other'), sendFailure: false })
    await under.raise(other)
    await under.drain()
    assert.equal((await under.channel(other.id)).troubleSince, null)
    assert.equal(
      under.log.told.filter((line) => line === 'a notice could not be delivered to anybody').length,
      1,
    )
  })

  test('a digest that is not taken names its checks', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const broken = await under.addChannel(named('broken'))
    await under.addChannel(named('good'))
    under.sender.answer(({ config, event }) =>
      config['name'] === 'broken' && event.kind === 'digest' ? tryAgain : accepted,
    )
    for (let check = 0; check < 8; check += 1) await under.raise(broken, { checkName: `Check ${check}` })
    await under.drain()
    await under.until(under.clock.now() + 3 * minuteMs)
    assert.match(
      notices(under)[0]?.text ?? '',
      /Not delivered yet: digest "7 alerts of 7 checks in one message" of [A-Z][a-z]+ [0-9]+, [0-9]{4}, [0-9:]+ UTC, with "Check \d"(, "Check \d"){4} and 2 more\./,
    )
  })

  test('what was delivered, tried again and given up is counted', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const outcomes = [accepted, tryAgain, tryAgain, accepted, refused]
    under.sender.answer(() => outcomes.shift() ?? accepted)
    for (let alert = 0; alert < 3; alert += 1) {
      await under.raise(channel)
      await under.drain()
      await under.until(under.clock.now() + minuteMs)
    }
    assert.deepEqual(under.delivery.stats(), { delivered: 2, retried: 2, givenUp: 1 })
  })
})
