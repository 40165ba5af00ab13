import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { addMember } from '@sonde/store/testing/rows.ts'
import {
  accepted,
  type DeliveryUnderTest,
  deliveryUnderTest,
  refused,
} from '../../testing/delivery-under-test.ts'

/** Channels by name, or by address, that were told something. */
function told({ sender }: DeliveryUnderTest): string[] {
  return sender.sent
    .flatMap(({ delivery: { event, config, target } }) =>
      event.kind === 'notice' ? [String(target ?? config['name'])] : [],
    )
    .toSorted()
}

function named(name: string) {
  return { shownConfig: { name } }
}

forEachEngine('a channel that takes nothing any more', (engine) => {
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
    assert.equal(notice.title, `Alerts no longer reach alert channel ${broken.id} (WEBHOOK broken)`)
    assert.match(notice.text, /was given up: no such address\./)
    assert.equal(notice.link, `http://sonde.test/alert-channels/${broken.id}`)
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

  test('without a mail server and another channel it is at least logged', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
    under.sender.answer(() => refused)
    await under.raise(await under.addChannel())
    await under.drain()
    assert.equal((await under.rows()).length, 1)
    assert.ok(under.log.told.some((line) => /nobody who could be told/.test(line)))
  })

  test('a notice that fails causes no notice, and does not hide the first alert that fails', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const broken = await under.addChannel(named('broken'))
    const alsoBroken = await under.addChannel(named('also broken'))
    await under.addChannel(named('good'))
    under.sender.answer(({ config }) => (config['name'] === 'good' ? accepted : refused))
    await under.raise(broken)
    await under.drain()
    assert.deepEqual(told(under), ['also broken', 'good'])
    assert.equal((await under.channel(alsoBroken.id)).troubleSince, null)
    await under.raise(alsoBroken)
    await under.drain()
    assert.deepEqual(told(under), ['also broken', 'good', 'good'])
  })
})
