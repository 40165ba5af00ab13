import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { StoreUnavailable } from '@sonde/store/engine/failures.ts'
import { claimingWorkerSlots } from '@sonde/store/notifications/notification-claims.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import {
  accepted,
  type DeliveryUnderTest,
  deliveryUnderTest,
  makeNotification,
  tryAgain,
} from '../../testing/delivery-under-test.ts'
import { createBudgets } from './budgets.ts'
import { createDelivery, type NotificationDelivery } from './create-delivery.ts'
import type { TryOutcome } from './delivery.ts'

/** Channels named "dead" with alerts, and one that takes messages. */
async function addDeadChannels(under: DeliveryUnderTest, count: number, alertsEach: number) {
  const at = under.clock.now()
  for (let index = 0; index < count; index += 1) {
    const channel = await under.addChannel({ shownConfig: { name: 'dead' } })
    const rows = Array.from({ length: alertsEach }, () => makeNotification(channel, { at }))
    await under.store.write((db) => insertNotifications(db, rows))
  }
  return await under.addChannel({ shownConfig: { name: 'healthy' } })
}

/** Hangs, as a receiver does that never answers, until it is broken off or the test ends. */
function hang(signal: AbortSignal): Promise<TryOutcome> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')))
  })
}

/** A program whose writes fail when the test says so. */
function withStore(
  under: DeliveryUnderTest,
  write: DeliveryUnderTest['store']['write'],
): NotificationDelivery {
  return createDelivery({
    ...under,
    store: { ...under.store, write },
    budgets: createBudgets(60),
    claimMs: 600,
    canMail: false,
    publicUrl: () => '',
    loadChannel: async () => ({ type: 'WEBHOOK', config: {} }),
    variablesFor: async () => new Map(),
  })
}

forOneEngine('sends in flight', (engine) => {
  test('channels that failed have half of the sends in flight at most: an alert of another goes out at once', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const healthy = await addDeadChannels(under, 80, 2)
    under.sender.answer(() => tryAgain)
    await under.drain()
    const { promise: answer, resolve } = Promise.withResolvers<TryOutcome>()
    under.sender.answer(({ config }) => (config['name'] === 'dead' ? answer : accepted))
    under.clock.advance(20 * secondMs)
    const before = under.sender.sent.length
    const ofDead = under.delivery.workOnce()
    while (under.sender.sent.length < before + 32) await new Promise(setImmediate)
    assert.equal(await under.delivery.workOnce(), 0)
    const { id } = await under.raise(healthy)
    assert.equal(await under.delivery.workOnce(), 1)
    assert.equal((await under.row(id)).status, 'SUCCESS')
    resolve(tryAgain)
    assert.equal(await ofDead, 32)
  })

  test('channels that hang with their first alerts hold up another for less than one of their tries', async (t) => {
    const under = await deliveryUnderTest(t, engine, { claimMs: 15_000 })
    const healthy = await addDeadChannels(under, 70, 1)
    const { promise: healthySent, resolve } = Promise.withResolvers<void>()
    let givenUp = 0
    under.sender.answer(({ config }, signal) => {
      if (config['name'] === 'dead') return hang(signal).finally(() => givenUp++)
      resolve()
      return accepted
    })
    under.delivery.start()
    while (under.sender.sent.length < 64) await new Promise(setImmediate)
    await under.raise(healthy)
    under.delivery.wake()
    await healthySent
    assert.equal(givenUp, 0, 'it waited until one of the tries was given up')
  })

  test('what was sent while the database is away for long is written down when it is back, and not sent again', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    let failures = 0
    const { promise: lastFailure, resolve: fail } = Promise.withResolvers<void>()
    const delivery = withStore(under, async (work) => {
      if (failures === 0) return await under.store.write(work)
      failures -= 1
      if (failures === 1) fail()
      throw new StoreUnavailable('unplugged')
    })
    under.sender.answer(() => {
      // Together longer than a try may take.
      failures = 3
      return accepted
    })
    const tried = delivery.workOnce()
    await lastFailure
    under.clock.advance(60 * secondMs)
    assert.equal(await under.another().workOnce(), 0)
    await tried
    await delivery.stop()
    assert.equal((await under.row(id)).status, 'SUCCESS')
    assert.equal(under.sender.sent.length, 1)
  })

  test('a claim that was written though the program heard of a failure is found by the program itself', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    let fails = false
    const delivery = withStore(under, async (work) => {
      const result = await under.store.write(work)
      if (fails && Array.isArray(result)) throw new StoreUnavailable('the connection ended with the commit')
      return result
    })
    await delivery.workOnce().catch(() => assert.fail('nothing fails yet'))
    const other = await under.raise(await under.addChannel())
    fails = true
    await assert.rejects(delivery.workOnce(), StoreUnavailable)
    assert.equal((await claimingWorkerSlots(under.store.read)).length, 1)
    fails = false
    assert.equal(await delivery.workOnce(), 1)
    await delivery.stop()
    for (const raised of [id, other.id]) assert.equal((await under.row(raised)).status, 'SUCCESS')
  })

  test('a worker slot whose old claims could not be freed is not kept', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    const gone = await under.store.takeWorkerSlot()
    assert.ok(gone)
    await under.store.write((db) =>
      db
        .updateTable('notifications')
        .set({ claimed_by: gone.number, next_try_at: Number.MAX_SAFE_INTEGER, tries: 1 })
        .where('id', '=', id)
        .execute(),
    )
    await gone.release()
    let fails = true
    const delivery = withStore(under, async (work) => {
      if (fails) throw new StoreUnavailable('unplugged')
      return await under.store.write(work)
    })
    await assert.rejects(delivery.workOnce(), StoreUnavailable)
    fails = false
    assert.equal(await delivery.workOnce(), 1)
    await delivery.stop()
    assert.equal((await under.row(id)).status, 'SUCCESS')
  })
})
