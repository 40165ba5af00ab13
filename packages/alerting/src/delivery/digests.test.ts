import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import type { DigestEvent } from '@sonde/schema/alerts/alert-event.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import {
  accepted,
  type DeliveryUnderTest,
  deliveryUnderTest,
  makeNotification,
  refused,
  tryAgain,
} from '../../testing/delivery-under-test.ts'

function digests({ sender }: DeliveryUnderTest): (DigestEvent & { at: number; id: string })[] {
  return sender.sent.flatMap(({ delivery: { event, notificationId }, at }) =>
    event.kind === 'digest' ? [{ ...event, at, id: notificationId }] : [],
  )
}

function alertsSent({ sender }: DeliveryUnderTest): string[] {
  return sender.sent.flatMap(({ delivery: { event, notificationId } }) =>
    event.kind === 'alert' ? [notificationId] : [],
  )
}

forOneEngine('budgets and digests', (engine) => {
  test('of a thousand alerts 60 go out one by one, and one digest names every other', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const other = await under.addChannel()
    const at = under.clock.now()
    const rows = Array.from({ length: 1_000 }, (_, index) =>
      makeNotification(channel, { at, checkName: `check ${index}` }),
    )
    await under.store.write((db) => insertNotifications(db, rows))
    const elsewhere = await under.raise(other)
    await under.drain()
    assert.deepEqual(
      new Set(alertsSent(under)),
      new Set([...rows.slice(0, 60).map(({ id }) => id), elsewhere.id]),
    )
    await under.until(at + 4 * secondMs)
    assert.equal(digests(under).length, 0)
    await under.until(at + 10 * secondMs)
    const [digest, ...more] = digests(under)
    assert.ok(digest)
    assert.deepEqual(
      [more.length, digest.at - at, digest.title],
      [0, 5 * secondMs, '940 alerts of 940 checks in one message'],
    )
    assert.deepEqual(
      digest.items.map(({ alertId, checkName }) => [alertId, checkName]),
      rows.slice(60).map(({ alertId }, index) => [alertId, `check ${index + 60}`]),
    )
    const held = (await under.rows()).filter(({ status }) => status === 'RATE_LIMITED')
    assert.equal(held.length, 940)
    for (const { isOpen, digestId, result, tries } of held) {
      assert.deepEqual(
        { isOpen, digestId, result, tries },
        { isOpen: false, digestId: digest.id, result: `sent with digest ${digest.id}`, tries: 0 },
      )
    }
  })

  test('alerts whose titles would burst a message go with the next digest', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel()
    const at = under.clock.now()
    const rows = Array.from({ length: 500 }, (_, index) =>
      makeNotification(channel, { at, checkName: `${index} ${'x'.repeat(200)}` }),
    )
    await under.store.write((db) => insertNotifications(db, rows))
    await under.drain()
    await under.until(at + 70 * secondMs)
    const items = digests(under).map((digest) => digest.items)
    assert.equal(items.length, 2)
    assert.deepEqual(
      items.flat().map(({ alertId }) => alertId),
      rows.slice(1).map(({ alertId }) => alertId),
    )
  })

  test('the budget is a sliding window of first tries, and a second digest waits for its minute', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 2 })
    const channel = await under.addChannel()
    const startedAt = under.clock.now()
    const raiseAt = async (second: number) => {
      await under.until(startedAt + second * secondMs)
      const { id } = await under.raise(channel)
      await under.drain()
      return id
    }
    const ids = [await raiseAt(0), await raiseAt(30), await raiseAt(59)]
    assert.deepEqual(alertsSent(under), ids.slice(0, 2))
    ids.push(await raiseAt(60), await raiseAt(80))
    assert.deepEqual(alertsSent(under), [ids[0], ids[1], ids[3]])
    assert.deepEqual(
      digests(under).map(({ at, items }) => [(at - startedAt) / secondMs, items.length]),
      [[64, 1]],
    )
    await under.until(startedAt + 5 * minuteMs)
    assert.deepEqual(
      digests(under).map(({ at, items }) => [(at - startedAt) / secondMs, items.length]),
      [
        [64, 1],
        [124, 1],
      ],
    )
  })

  test('a digest of one alert has the title of that alert', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel()
    const startedAt = under.clock.now()
    await under.raise(channel)
    await under.raise(channel)
    await under.drain()
    await under.until(startedAt + 5 * secondMs)
    const [digest, ...more] = digests(under)
    assert.deepEqual([digest?.items.length, more.length], [1, 0])
    assert.equal(digest?.title, digest?.items[0]?.title)
  })

  test('a recovery has no budget, but waits for the digest of the failure before it', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel()
    const startedAt = under.clock.now()
    await under.raise(channel)
    const checkId = randomUUID()
    const failure = await under.raise(channel, { checkId })
    const recovery = await under.raise(channel, { checkId, alertType: 'ALERT_RECOVERY' })
    const lone = await under.raise(channel, { alertType: 'ALERT_RECOVERY' })
    await under.drain()
    assert.equal((await under.row(failure.id)).status, 'RATE_LIMITED')
    assert.equal((await under.row(lone.id)).status, 'SUCCESS')
    const { status, tries } = await under.row(recovery.id)
    assert.deepEqual({ status, tries }, { status: 'IN_PROGRESS', tries: 0 })
    await under.until(startedAt + 5 * secondMs)
    const kinds = under.sender.sent.map(({ delivery: { event } }) => event.kind)
    assert.deepEqual(kinds, ['alert', 'alert', 'digest', 'alert'])
    assert.equal(alertsSent(under).at(-1), recovery.id)
  })

  test('texts have 10 and calls 5 in ten minutes, recoveries included', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const startedAt = under.clock.now()
    for (const [type, budget] of [
      ['SMS', 10],
      ['CALL', 5],
    ] as const) {
      const channel = await under.addChannel({ type, shownConfig: { number: '+4912345' } })
      const before = under.sender.sent.length
      for (let count = 0; count < budget + 2; count += 1) {
        await under.raise(channel, { alertType: count % 2 === 0 ? 'ALERT_FAILURE' : 'ALERT_RECOVERY' })
      }
      await under.drain()
      assert.equal(under.sender.sent.length - before, budget)
    }
    await under.until(startedAt + 20 * secondMs)
    assert.deepEqual(
      digests(under).map(({ items }) => items.length),
      [2, 2],
    )
  })

  test('every address of a channel gets a digest of its own alerts', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel({ type: 'EMAIL', shownConfig: { address: 'a@x.test, b@x.test' } })
    for (const target of ['a@x.test', 'b@x.test', 'a@x.test']) await under.raise(channel, { target })
    await under.drain()
    await under.until(under.clock.now() + 10 * secondMs)
    const targets = under.sender.sent.flatMap(({ delivery }) =>
      delivery.event.kind === 'digest' ? [[delivery.target, delivery.event.items.length]] : [],
    )
    assert.deepEqual(targets, [
      ['a@x.test', 1],
      ['b@x.test', 1],
    ])
  })

  test('while a digest is on its way no other is made: what comes meanwhile goes with the next', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel()
    const startedAt = under.clock.now()
    await under.raise(channel)
    await under.drain()
    under.sender.answer(() => (under.clock.now() < startedAt + 10 * minuteMs ? tryAgain : accepted))
    await under.raise(channel)
    await under.until(startedAt + 90 * secondMs, 5 * secondMs)
    await under.raise(channel)
    const late = await under.raise(channel)
    await under.until(startedAt + 9 * minuteMs, 10 * secondMs)
    assert.equal(new Set(digests(under).map(({ id }) => id)).size, 1)
    assert.equal((await under.row(late.id)).isOpen, true)
    await under.until(startedAt + 20 * minuteMs, 10 * secondMs)
    assert.equal(new Set(digests(under).map(({ id }) => id)).size, 2)
    assert.equal((await under.row(late.id)).isOpen, false)
    assert.equal((await under.row(late.id)).status, 'RATE_LIMITED')
  })

  test('when a digest is given up after a day, everything that it stood for has failed and what waits behind goes on', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel()
    await under.raise(channel)
    const checkId = randomUUID()
    const failure = await under.raise(channel, { checkId })
    const recovery = await under.raise(channel, { checkId, alertType: 'ALERT_RECOVERY' })
    await under.drain()
    under.sender.answer(({ event }) =>
      event.kind === 'alert' && event.alertType === 'ALERT_RECOVERY' ? accepted : tryAgain,
    )
    await under.until(under.clock.now() + 5 * secondMs)
    await under.until(under.clock.now() + 25 * hourMs, 15 * minuteMs)
    const row = await under.row(failure.id)
    assert.deepEqual([row.status, row.isOpen], ['FAILURE', false])
    assert.match(row.result ?? '', /^digest \S+ failed: 500 sorry$/)
    assert.equal((await under.row(recovery.id)).status, 'SUCCESS')
  })

  test('when a receiver takes alerts but no digest, its alerts go out one by one after the quick tries', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel()
    const startedAt = under.clock.now()
    under.sender.answer(({ event }) => (event.kind === 'digest' ? tryAgain : accepted))
    await under.raise(channel)
    const rows = [await under.raise(channel), await under.raise(channel)]
    await under.drain()
    await under.until(startedAt + 30 * secondMs)
    await under.raise(channel, { alertType: 'ALERT_RECOVERY' })
    await under.until(startedAt + 100 * secondMs, 5 * secondMs)
    for (const { id } of rows) assert.equal((await under.row(id)).isOpen, true)
    await under.until(startedAt + 105 * secondMs)
    for (const { id } of rows) assert.equal((await under.row(id)).status, 'SUCCESS')
    assert.equal((await under.channel(channel.id)).troubleSince, null)
  })

  test('when a digest is refused its alerts go out one by one, in order and whatever the budget', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel()
    under.sender.answer(({ event }) => (event.kind === 'digest' ? refused : accepted))
    await under.raise(channel)
    const checkId = randomUUID()
    const rows = [
      await under.raise(channel, { checkId }),
      await under.raise(channel, { checkId, alertType: 'ALERT_RECOVERY' }),
      await under.raise(channel, { checkId }),
      await under.raise(channel, { checkId, alertType: 'ALERT_RECOVERY' }),
    ]
    const others = [await under.raise(channel), await under.raise(channel)]
    await under.drain()
    await under.until(under.clock.now() + 2 * minuteMs, 5 * secondMs)
    const ids = new Set(rows.map(({ id }) => id))
    assert.deepEqual(
      alertsSent(under).filter((id) => ids.has(id)),
      rows.map(({ id }) => id),
    )
    for (const { id } of [...rows, ...others]) assert.equal((await under.row(id)).status, 'SUCCESS')
    assert.equal(digests(under).length, 1)
    assert.equal((await under.channel(channel.id)).troubleSince, null)
  })

  test('a refused text ends what it stood for: a hundred texts would be refused alike', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel({ type: 'CALL', shownConfig: { number: '+4912345' } })
    under.sender.answer(({ event }) => (event.kind === 'digest' ? refused : accepted))
    for (let count = 0; count < 7; count += 1) await under.raise(channel)
    await under.drain()
    await under.until(under.clock.now() + minuteMs, 5 * secondMs)
    assert.equal(alertsSent(under).length, 5)
    const failed = (await under.rows()).filter(({ status }) => status === 'FAILURE')
    assert.equal(failed.length, 3)
  })

  test('what waits behind an alert that is held back goes with its digest, in order', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 1 })
    const channel = await under.addChannel()
    const at = under.clock.now()
    const checks = Array.from({ length: 20 }, () => randomUUID())
    const types = [
      'ALERT_FAILURE',
      'ALERT_FAILURE_REMAIN',
      'ALERT_RECOVERY',
      'ALERT_FAILURE',
      'ALERT_RECOVERY',
    ] as const
    await under.raise(channel)
    await under.drain()
    for (const alertType of types) {
      const rows = checks.map((checkId) => makeNotification(channel, { at, checkId, alertType }))
      await under.store.write((db) => insertNotifications(db, rows))
    }
    await under.drain()
    await under.until(at + 5 * secondMs)
    const made = digests(under)
    assert.equal(made.length, 1)
    const items = made.flatMap((digest) => digest.items)
    for (const checkId of checks) {
      assert.deepEqual(
        items.filter((item) => item.checkId === checkId).map((item) => item.alertType),
        types.slice(0, -1),
      )
    }
    // The last recoveries have no budget, and come after.
    const recoveries = under.sender.sent.slice(2).map(({ delivery: { event } }) => event)
    assert.equal(recoveries.length, checks.length)
    for (const event of recoveries) assert.equal(event.kind === 'alert' && event.alertType, 'ALERT_RECOVERY')
    for (const { isOpen } of await under.rows()) assert.equal(isOpen, false)
  })

  test('texts and calls have their recoveries in the digest too', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel({ type: 'CALL', shownConfig: { number: '+4912345' } })
    const startedAt = under.clock.now()
    for (let count = 0; count < 5; count += 1) await under.raise(channel)
    const checkId = randomUUID()
    await under.raise(channel, { checkId })
    await under.raise(channel, { checkId, alertType: 'ALERT_RECOVERY' })
    await under.drain()
    await under.until(startedAt + minuteMs, 5 * secondMs)
    assert.deepEqual(
      digests(under).map(({ items }) => items.length),
      [2],
    )
    for (const { isOpen } of await under.rows()) assert.equal(isOpen, false)
  })

  test('PagerDuty and Opsgenie get every alert by itself: they keep one ticket per check', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 2 })
    for (const type of ['PAGERDUTY', 'OPSGENIE'] as const) {
      const channel = await under.addChannel({ type, shownConfig: {} })
      for (let count = 0; count < 6; count += 1) await under.raise(channel)
    }
    await under.drain()
    await under.until(under.clock.now() + minuteMs, 5 * secondMs)
    assert.equal(alertsSent(under).length, 12)
    assert.equal(digests(under).length, 0)
  })

  test('retries cost nothing of the budget', async (t) => {
    const under = await deliveryUnderTest(t, engine, { perMinute: 2 })
    const channel = await under.addChannel()
    const startedAt = under.clock.now()
    under.sender.answer(({ tryNumber }) => (tryNumber < 5 ? tryAgain : accepted))
    const first = await under.raise(channel)
    await under.until(startedAt + 30 * secondMs)
    const second = await under.raise(channel)
    await under.until(startedAt + 3 * minuteMs)
    for (const { id } of [first, second]) assert.equal((await under.row(id)).status, 'SUCCESS')
  })
})
