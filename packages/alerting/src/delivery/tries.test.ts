import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { deleteChannel } from '@sonde/store/alerts/alert-channels.ts'
import { StoreUnavailable } from '@sonde/store/engine/failures.ts'
import { dropNotificationsOf } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { accepted, deliveryUnderTest, refused, tryAgain } from '../../testing/delivery-under-test.ts'
import { createDelivery } from './create-delivery.ts'
import { createBudgets } from './budgets.ts'

forOneEngine('tries of a notification', (engine) => {
  test('what is accepted is sent once and closed', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const { id } = await under.raise(channel)
    await under.drain()
    under.clock.advance(hourMs)
    await under.drain()
    assert.equal(under.sender.sent.length, 1)
    const row = await under.row(id)
    const { status, isOpen, tries, result, firstTryAt, endedAt } = row
    assert.deepEqual(
      { status, isOpen, tries, result, firstTryAt, endedAt },
      {
        status: 'SUCCESS',
        isOpen: false,
        tries: 1,
        result: 'ok',
        firstTryAt: row.createdAt,
        endedAt: row.createdAt,
      },
    )
  })

  test('alerting case 46: six quick tries 20 s apart with the same id; then it stays in progress with slow tries', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    under.sender.answer(({ tryNumber }) => ({ ...tryAgain, result: `500 number ${tryNumber}` }))
    const { id, createdAt } = await under.raise(channel)
    await under.drain()
    await under.until(createdAt + 3 * minuteMs)
    assert.deepEqual(
      under.sender.sent.map(({ at }) => (at - createdAt) / secondMs),
      [0, 20, 40, 60, 80, 100],
    )
    assert.deepEqual(new Set(under.sender.sent.map(({ delivery }) => delivery.notificationId)), new Set([id]))
    assert.equal(
      new Set(
        under.sender.sent.map(({ delivery }) => JSON.stringify([delivery.event, delivery.event.raisedAt])),
      ).size,
      1,
    )
    const { status, isOpen, result } = await under.row(id)
    assert.deepEqual(
      { status, isOpen, result },
      { status: 'IN_PROGRESS', isOpen: true, result: '500 number 6' },
    )
  })

  test('slow tries come after 2, 5, 10, 20 and then every 30 minutes, and end after 24 hours', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    under.sender.answer(() => tryAgain)
    const { id, createdAt } = await under.raise(channel)
    for (;;) {
      await under.drain()
      if (!(await under.row(id)).isOpen) break
      const isHalfHourly =
        under.sender.sent.length >= 10 && under.sender.sent.at(-1)?.at === under.clock.now()
      // Whoever tries too early is seen a minute before the next try, and whoever tries too late a minute after it.
      const slowStepMs = isHalfHourly ? 29 * minuteMs : minuteMs
      under.clock.advance(under.clock.now() < createdAt + 2 * minuteMs ? 20 * secondMs : slowStepMs)
    }
    const minutes = under.sender.sent.map(({ at }) => (at - createdAt) / minuteMs)
    const waits = minutes.slice(6).map((at, index) => Math.round(at - (minutes[index + 5] ?? 0)))
    assert.deepEqual(waits.slice(0, 6), [2, 5, 10, 20, 30, 30])
    assert.ok(waits.slice(4).every((wait) => wait === 30))
    const last = under.sender.sent.at(-1)?.at ?? 0
    assert.ok(last <= createdAt + 24 * hourMs && last > createdAt + 23 * hourMs)
    assert.deepEqual([(await under.row(id)).status, under.clock.now() - last], ['FAILURE', 0])
  })

  test('a refusal is final at once', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    under.sender.answer(() => refused)
    await under.drain()
    under.clock.advance(hourMs)
    await under.drain()
    const { status, tries, result } = await under.row(id)
    assert.deepEqual({ status, tries, result }, { status: 'FAILURE', tries: 1, result: 'no such address' })
  })

  test('a receiver that asks for a longer wait gets it, up to 120 s', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const asked = [5, 60, 3_600]
    under.sender.answer(({ tryNumber }) => {
      const seconds = asked[tryNumber - 1]
      return seconds === undefined ? accepted : { ...tryAgain, retryAfterMs: seconds * secondMs }
    })
    const { createdAt } = await under.raise(channel)
    await under.drain()
    await under.until(createdAt + 5 * minuteMs)
    assert.deepEqual(
      under.sender.sent.map(({ at }) => (at - createdAt) / secondMs),
      [0, 20, 80, 200],
    )
  })

  test('alerting case 47: a hanging try ends, and meanwhile other channels are served', async (t) => {
    const under = await deliveryUnderTest(t, engine, { claimMs: 600 })
    const slow = await under.addChannel({ shownConfig: { name: 'slow' } })
    const quick = await under.addChannel({ shownConfig: { name: 'quick' } })
    const { promise: quickSent, resolve } = Promise.withResolvers<void>()
    under.sender.answer(({ config }) => {
      if (config['name'] === 'slow') return new Promise(() => {})
      resolve()
      return accepted
    })
    const hanging = await under.raise(slow)
    under.delivery.start()
    const other = await under.raise(quick)
    under.delivery.wake()
    await quickSent
    // It ignores the signal: the worker goes on without it.
    for (;;) {
      const { result } = await under.row(hanging.id)
      if (result !== null) {
        assert.equal(result, 'no response within 0.4 s')
        break
      }
      await new Promise(setImmediate)
    }
    await under.delivery.stop()
    assert.equal((await under.row(other.id)).status, 'SUCCESS')
    assert.equal((await under.row(hanging.id)).status, 'IN_PROGRESS')
  })

  test('alerting case 48: a recovery goes out only after the failure before it is final', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const checkId = randomUUID()
    under.sender.answer(({ tryNumber }) => (tryNumber < 4 ? tryAgain : accepted))
    const failure = await under.raise(channel, { checkId })
    await under.drain()
    await under.until(failure.createdAt + 45 * secondMs)
    const recovery = await under.raise(channel, { checkId, alertType: 'ALERT_RECOVERY' })
    const otherCheck = await under.raise(channel)
    await under.until(failure.createdAt + 50 * secondMs)
    assert.deepEqual(
      under.sender.sent.map(({ delivery }) => delivery.notificationId),
      [failure.id, failure.id, failure.id, otherCheck.id],
    )
    assert.equal((await under.row(recovery.id)).status, 'IN_PROGRESS')
    under.sender.answer(() => accepted)
    await under.until(failure.createdAt + 60 * secondMs)
    assert.deepEqual(
      under.sender.sent.slice(4).map(({ delivery }) => delivery.notificationId),
      [failure.id, recovery.id],
    )
  })

  test('a recovery goes out after a failure that was given up', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const checkId = randomUUID()
    under.sender.answer(({ event }) =>
      event.kind === 'alert' && event.alertType === 'ALERT_FAILURE' ? refused : accepted,
    )
    await under.raise(channel, { checkId })
    const recovery = await under.raise(channel, { checkId, alertType: 'ALERT_RECOVERY' })
    await under.drain()
    assert.equal((await under.row(recovery.id)).status, 'SUCCESS')
  })

  test('a row that waited for days behind others still has its quick tries', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const checkId = randomUUID()
    const first = await under.raise(channel, { checkId })
    const second = await under.raise(channel, { checkId, alertType: 'ALERT_RECOVERY' })
    under.sender.answer(({ notificationId }) => (notificationId === first.id ? refused : tryAgain))
    under.clock.advance(30 * hourMs)
    await under.drain()
    await under.until(second.createdAt + 30 * hourMs + 3 * minuteMs)
    const { status, tries } = await under.row(second.id)
    assert.deepEqual({ status, tries }, { status: 'FAILURE', tries: 6 })
  })

  test('a receiver that is away for ten minutes gets every transition, in order', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const checkIds = Array.from({ length: 10 }, () => randomUUID())
    const raised = new Map<string, string[]>(checkIds.map((id) => [id, []]))
    const startedAt = under.clock.now()
    const isAway = () => under.clock.now() < startedAt + 10 * minuteMs
    under.sender.answer(() => (isAway() ? tryAgain : accepted))
    for (let minute = 0; minute < 12; minute += 1) {
      for (const checkId of checkIds) {
        const alertType = minute % 2 === 0 ? 'ALERT_FAILURE' : 'ALERT_RECOVERY'
        const { id } = await under.raise(channel, { checkId, alertType })
        raised.get(checkId)?.push(id)
      }
      await under.until(startedAt + (minute + 1) * minuteMs)
    }
    await under.until(startedAt + 60 * minuteMs, 20 * secondMs)
    const received = under.sender.sent.filter(({ at }) => at >= startedAt + 10 * minuteMs)
    for (const [checkId, ids] of raised) {
      const ofCheck = received.filter(
        ({ delivery: { event } }) => event.kind === 'alert' && event.check.id === checkId,
      )
      assert.deepEqual(
        ofCheck.map(({ delivery }) => delivery.notificationId),
        ids,
      )
    }
    assert.ok((await under.rows()).every(({ status, isOpen }) => status === 'SUCCESS' && !isOpen))
  })

  test('a sender that throws costs a try and nothing else', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    under.sender.answer(({ tryNumber }) => {
      if (tryNumber === 1) throw new Error('a bug')
      return accepted
    })
    await under.drain()
    assert.equal((await under.row(id)).result, 'a bug')
    under.clock.advance(20 * secondMs)
    await under.drain()
    assert.equal((await under.row(id)).status, 'SUCCESS')
  })

  test('a result is cut to 4 KB between characters and stored whatever it holds', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    under.sender.answer(() => ({ kind: 'accepted', result: `\u0000\uD800${'ä'.repeat(5_000)}` }))
    await under.drain()
    const { result } = await under.row(id)
    assert.ok(Buffer.byteLength(result ?? '') <= 4_096 && Buffer.byteLength(result ?? '') > 4_090)
    assert.match(result ?? '', /^\uFFFDä+$/)
  })

  test('nothing is sent to a channel that is gone', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const [channel, other] = [await under.addChannel(), await under.addChannel()]
    const dropped = await under.raise(channel)
    const { accountId } = under
    await under.store.write(async (db) => {
      await dropNotificationsOf(db, [channel.id], under.clock.now())
      await deleteChannel(db, { accountId, id: channel.id })
    })
    const late = await under.raise(channel)
    const kept = await under.raise(other)
    await under.drain()
    assert.deepEqual(
      under.sender.sent.map(({ delivery }) => delivery.notificationId),
      [kept.id],
    )
    for (const { id } of [dropped, late]) {
      const { status, isOpen, result } = await under.row(id)
      assert.deepEqual(
        { status, isOpen, result },
        { status: 'FAILURE', isOpen: false, result: 'channel deleted' },
      )
    }
    assert.equal((await under.rows()).length, 3, 'there is no notice about it')
  })

  test('a database that is away for a while ends nothing: what was sent is written down when it is back', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    let failures = 0
    const failing = createDelivery({
      ...under,
      store: {
        ...under.store,
        async write(work) {
          if (failures === 0) return await under.store.write(work)
          failures -= 1
          throw new StoreUnavailable('unplugged')
        },
      },
      budgets: createBudgets(60),
      claimMs: 30_000,
      canMail: false,
      publicUrl: () => '',
      loadChannel: async () => ({ type: 'WEBHOOK', config: {} }),
      variablesFor: async () => new Map(),
    })
    under.sender.answer(() => {
      failures = 2
      return accepted
    })
    await failing.workOnce()
    await failing.stop()
    assert.equal((await under.row(id)).status, 'SUCCESS')
    assert.equal(under.sender.sent.length, 1)
  })

  test('a clock that is set back by a day delays nothing for longer than the next search', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const { id } = await under.raise(await under.addChannel())
    under.sender.answer(({ tryNumber }) => (tryNumber === 1 ? tryAgain : accepted))
    await under.drain()
    under.clock.advance(-24 * hourMs)
    const restarted = under.another()
    await restarted.workOnce()
    assert.equal((await under.row(id)).status, 'SUCCESS')
  })
})
