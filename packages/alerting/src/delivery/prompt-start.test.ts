import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { accepted, deliveryUnderTest, tryAgain } from '../../testing/delivery-under-test.ts'

forEachEngine('how soon a program sends', (engine) => {
  test('what a receiver did not take from an earlier program is tried when the next one starts, once', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    under.sender.answer(() => tryAgain)
    const { id, createdAt } = await under.raise(channel)
    await under.drain()
    under.clock.advance(secondMs)
    await under.drain()
    assert.equal(under.sender.sent.length, 1, 'a program that goes on waits')
    await under.delivery.stop()

    const sent = Promise.withResolvers<void>()
    under.sender.answer(() => {
      sent.resolve()
      return accepted
    })
    const next = under.another()
    next.start()
    await sent.promise
    await next.stop()
    under.clock.advance(60 * secondMs)
    await under.another().workOnce()
    assert.deepEqual(
      under.sender.sent.map(({ delivery, at }) => [
        delivery.notificationId,
        delivery.tryNumber,
        at - createdAt,
      ]),
      [
        [id, 1, 0],
        [id, 2, secondMs],
      ],
    )
    assert.equal((await under.row(id)).status, 'SUCCESS')
  })

  test('no alert waits for the upkeep of the outbox', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const sent = Promise.withResolvers<void>()
    under.sender.answer(() => {
      sent.resolve()
      return accepted
    })
    await under.raise(await under.addChannel())
    let writes = 0
    const delivery = under.another({
      store: {
        ...under.store,
        async write(work) {
          writes += 1
          // The first are of the worker slot, of the start, and the claim itself.
          if (writes > 3) await sent.promise
          return await under.store.write(work)
        },
      },
    })
    delivery.start()
    await sent.promise
    await delivery.stop()
  })

  test('what is written while there is nothing to send is sent at once where the database tells of it, and with the next look elsewhere', async (t) => {
    const under = await deliveryUnderTest(t, engine)
    const channel = await under.addChannel()
    const sent = Promise.withResolvers<void>()
    under.sender.answer(() => {
      sent.resolve()
      return accepted
    })
    const { changes } = under.store
    if (changes === null) {
      const delivery = under.another()
      delivery.start()
      await under.raise(channel)
      await sent.promise
      return await delivery.stop()
    }
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    const waiting = { isBegun: false }
    const subscribe = (listener: () => void) => {
      waiting.isBegun = true
      return changes.subscribe(listener)
    }
    const delivery = under.another({ store: { ...under.store, changes: { ...changes, subscribe } } })
    delivery.start()
    while (!waiting.isBegun) {
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      t.mock.timers.tick(secondMs / 2)
    }
    // From here on no timer moves: the commit alone can be what wakes it.
    await under.raise(channel)
    await sent.promise
    t.mock.timers.reset()
    await delivery.stop()
  })
})
