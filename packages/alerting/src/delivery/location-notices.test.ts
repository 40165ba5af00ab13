import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { insertLocationEvent, type LocationEvent } from '@sonde/store/locations/location-events.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addPrivateLocation } from '@sonde/store/testing/locations.ts'
import { addAccount, addMember } from '@sonde/store/testing/rows.ts'
import { type DeliveryUnderTest, deliveryUnderTest } from '../../testing/delivery-under-test.ts'
import { createLocationNotices } from './location-notices.ts'

function noticesOf(under: DeliveryUnderTest, canMail = true) {
  const { store, clock, log, delivery } = under
  return createLocationNotices({
    store,
    clock,
    log,
    canMail,
    publicUrl: () => 'http://sonde.test',
    wakeDelivery: delivery.wake,
  })
}

async function happen(under: DeliveryUnderTest, fields: Partial<LocationEvent> = {}): Promise<void> {
  const event: LocationEvent = {
    id: randomUUID(),
    accountId: under.accountId,
    privateLocationId: randomUUID(),
    location: 'office',
    kind: 'unavailable',
    detail: 'No agent of office has been connected for 10 minutes',
    at: under.clock.now(),
    ...fields,
  }
  await under.store.write((db) => insertLocationEvent(db, event))
}

async function mailsSent(under: DeliveryUnderTest): Promise<string[]> {
  await under.drain()
  return under.sender.sent.map(({ delivery: { target, event, channelType } }) => {
    assert.ok(event.kind === 'notice' && channelType === 'EMAIL')
    return `${target}: ${event.title}`
  })
}

forOneEngine('notices about locations', (engine) => {
  test('each owner and admin of the account gets one mail for each event, however often it is looked at', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { store, accountId } = under
    await addMember(store, accountId, { role: 'OWNER', email: 'owner@example.com' })
    await addMember(store, accountId, { role: 'ADMIN', email: 'admin@example.com' })
    await addMember(store, accountId, { role: 'ADMIN', email: 'nobody@first.invalid' })
    await addMember(store, accountId, { role: 'READ_RUN', email: 'reader@example.com' })
    const { id: elsewhere } = await addAccount(store, { createdAt: 2_000 })
    await addMember(store, elsewhere, { role: 'OWNER', email: 'other@example.com' })
    await happen(under)
    const [first, second] = [noticesOf(under), noticesOf(under)]
    await Promise.all([first.workOnce(), second.workOnce()])
    await first.workOnce()
    const unavailable = ['admin', 'owner'].map((who) => `${who}@example.com: Location office is unavailable`)
    assert.deepEqual((await mailsSent(under)).toSorted(), unavailable)
    under.clock.advance(1)
    await happen(under, { kind: 'available', detail: 'An agent is back' })
    await second.workOnce()
    assert.deepEqual((await mailsSent(under)).slice(2), [
      'admin@example.com: Location office is available again',
      'owner@example.com: Location office is available again',
    ])
  })

  test('a private location is told by its name, with its slug', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
    const { id } = await addPrivateLocation(under.store, {
      accountId: under.accountId,
      name: 'Office, north wing',
      slugName: 'office',
    })
    await happen(under, { privateLocationId: id })
    await noticesOf(under).workOnce()
    assert.deepEqual(await mailsSent(under), [
      'owner@example.com: Location Office, north wing (office) is unavailable',
    ])
  })

  test('a location that belongs to no account is a matter of the first one', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
    const { id: elsewhere } = await addAccount(under.store, { createdAt: 2_000 })
    await addMember(under.store, elsewhere, { role: 'OWNER', email: 'other@example.com' })
    await happen(under, { accountId: null, privateLocationId: null, location: 'eu-west-1', kind: 'errors' })
    await noticesOf(under).workOnce()
    assert.deepEqual(await mailsSent(under), ['owner@example.com: Location eu-west-1 cannot run checks'])
  })

  test('what is older than a day is not told any more', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
    await happen(under, { at: under.clock.now() - 24 * hourMs - 1 })
    await noticesOf(under).workOnce()
    assert.deepEqual(await mailsSent(under), [])
  })

  test('without a mail server each event is logged once, and mailed when there is one', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    await addMember(under.store, under.accountId, { role: 'OWNER', email: 'owner@example.com' })
    await happen(under)
    const silent = noticesOf(under, false)
    await silent.workOnce()
    await silent.workOnce()
    const lines = under.log.told.filter((line) => line.startsWith('SMTP_URL is not set'))
    assert.equal(lines.length, 1)
    assert.deepEqual(await mailsSent(under), [])
    await noticesOf(under).workOnce()
    assert.deepEqual(await mailsSent(under), ['owner@example.com: Location office is unavailable'])
  })

  test('an event that nobody can be told of is logged and done with', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    await happen(under)
    const notices = noticesOf(under)
    await notices.workOnce()
    await notices.workOnce()
    assert.equal(under.log.told.filter((line) => line.startsWith('nobody was notified')).length, 1)
  })
})
