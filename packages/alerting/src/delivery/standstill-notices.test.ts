import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { StoreUnavailable } from '@sonde/store/engine/failures.ts'
import type { WriteTrouble } from '@sonde/store/engine/write-watch.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addAccount, addMember } from '@sonde/store/testing/rows.ts'
import { accepted, deliveryUnderTest, tryAgain } from '../../testing/delivery-under-test.ts'
import { createStandstillNotices } from './standstill-notices.ts'

forOneEngine('notices about a standstill', (engine) => {
  test('operators are told once when nothing could be written for a minute, and once when it is over', async (t) => {
    const { store, clock, log, sender, accountId } = await deliveryUnderTest(t, engine)
    await addMember(store, accountId, { role: 'OWNER', email: 'owner@example.com' })
    await addMember(store, accountId, { role: 'READ_WRITE', email: 'member@example.com' })
    const { id: elsewhere } = await addAccount(store, { createdAt: 2_000 })
    await addMember(store, elsewhere, { role: 'OWNER', email: 'other@example.com' })
    let trouble: WriteTrouble | null = null
    const notices = createStandstillNotices({
      store: { read: store.read, writeTrouble: () => trouble },
      clock,
      log,
      sender,
      canMail: true,
      publicUrl: () => 'http://sonde.test',
    })
    const titles = () =>
      sender.sent.map(({ delivery: { target, event } }) => [
        target,
        event.kind === 'notice' ? event.title : null,
      ])
    await notices.workOnce()
    trouble = { reason: 'the disk is full', sinceMs: minuteMs - 1 }
    await notices.workOnce()
    assert.deepEqual([titles(), log.told], [[], []])

    const stands = ['owner@example.com', 'Sonde has stopped running checks: its database cannot be written']
    trouble = { ...trouble, sinceMs: minuteMs }
    sender.answer(() => tryAgain)
    await notices.workOnce()
    assert.deepEqual(titles(), [stands])
    assert.deepEqual(log.told, ['scheduling has stopped: the database cannot be written'])
    sender.answer(() => accepted)
    clock.advance(5 * secondMs)
    await notices.workOnce()
    await notices.workOnce()
    assert.deepEqual(titles(), [stands, stands], 'it was tried again, and sent once')
    const [, { delivery } = sender.sent[0] ?? assert.fail()] = sender.sent
    assert.ok(delivery.event.kind === 'notice')
    assert.match(
      delivery.event.text,
      /^Since [A-Z][a-z]+ [0-9]+, 2026, [0-9:]+ UTC the server at http:\/\/sonde\.test .*: the disk is full\./,
    )

    trouble = null
    await notices.workOnce()
    await notices.workOnce()
    assert.deepEqual(titles().slice(2), [['owner@example.com', 'Sonde is running checks again']])
  })

  test('who is to be told is known when the database does not answer at all', async (t) => {
    const { store, clock, log, sender, accountId } = await deliveryUnderTest(t, engine)
    await addMember(store, accountId, { role: 'OWNER', email: 'owner@example.com' })
    let isAway = false
    const notices = createStandstillNotices({
      store: {
        get read() {
          if (isAway) throw new StoreUnavailable('away')
          return store.read
        },
        writeTrouble: () => (isAway ? { reason: 'the database cannot be reached', sinceMs: minuteMs } : null),
      },
      clock,
      log,
      sender,
      canMail: true,
      publicUrl: () => 'http://sonde.test',
    })
    await notices.workOnce()
    isAway = true
    clock.advance(60 * minuteMs)
    await notices.workOnce()
    assert.equal(sender.sent.length, 1)
  })
})
