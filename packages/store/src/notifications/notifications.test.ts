import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { forEachEngine, type TestEngine } from '../../testing/engines.ts'
import { addAccount } from '../../testing/rows.ts'
import { insertCheckAlerts, listCheckAlerts } from '../alerts/check-alerts.ts'
import { hasLimitedRows } from './notification-budgets.ts'
import {
  type ClaimRequest,
  claimNotifications,
  claimingWorkerSlots,
  endNotification,
  nextTryAt,
  postponeNotification,
  voidClaims,
} from './notification-claims.ts'
import { rescheduleAfterClockStep, wakeLanes, wakeStrandedRows } from './notification-lanes.ts'
import { deleteOldAlerts, deleteOldNotifications } from './notification-retention.ts'
import {
  dropNotificationsOf,
  insertNotifications,
  insertSentNotification,
  listNotifications,
  type NewNotification,
} from './notifications.ts'

const now = Date.UTC(2026, 3, 1)

async function openWithAccount(t: TestContext, engine: TestEngine) {
  const { store, close } = await engine.open()
  t.after(close)
  const { id: accountId } = await addAccount(store)
  const insert = async (...rows: Partial<NewNotification>[]) => {
    const complete = rows.map((fields) => makeRow(accountId, fields))
    await store.write((db) => insertNotifications(db, complete))
    return complete.map(({ id }) => id)
  }
  const claim = (fields: Partial<ClaimRequest> = {}) =>
    store.write((db) => claimNotifications(db, { ...request, ...fields }))
  const claimIds = async (fields: Partial<ClaimRequest> = {}) => (await claim(fields)).map(({ id }) => id)
  const list = async (fields: Partial<Parameters<typeof listNotifications>[1]> = {}) =>
    await listNotifications(store.read, {
      accountId,
      from: 0,
      to: now * 2,
      limit: 1_000,
      offset: 0,
      ...fields,
    })
  return { store, accountId, insert, claim, claimIds, list }
}

const request: ClaimRequest = {
  workerSlot: 1,
  now,
  atMost: 64,
  perChannel: 4,
  failing: { channels: new Set(), atMost: 32 },
  except: [],
  budgetOf: () => ({ count: 1_000, windowMs: 60_000 }),
}

function makeRow(accountId: string, fields: Partial<NewNotification>): NewNotification {
  return {
    id: randomUUID(),
    accountId,
    lane: randomUUID(),
    channelId: 1,
    channelType: 'WEBHOOK' as ChannelType,
    target: null,
    shownConfig: { url: '***' },
    checkId: null,
    checkType: null,
    alertId: null,
    resultId: null,
    event: { kind: 'notice', title: 'a', text: 'b', link: null, raisedAt: 1 },
    isExempt: true,
    createdAt: now,
    ...fields,
  }
}

forEachEngine('the outbox', (engine) => {
  test('of a lane only the oldest open row is claimed, and the next one when that has ended', async (t) => {
    const { store, insert, claim, claimIds } = await openWithAccount(t, engine)
    const [first, second] = await insert({ lane: 'a' }, { lane: 'a' })
    const [third] = await insert({ lane: 'a' })
    for (const id of [first, second, third]) {
      const [claimed, ...more] = await claim()
      assert.ok(claimed)
      assert.deepEqual([claimed.id, more.length], [id, 0])
      assert.deepEqual(await claimIds(), [])
      const ended = { status: 'SUCCESS', result: '', at: now } as const
      assert.equal(await store.write((db) => endNotification(db, claimed, ended)), true)
    }
    assert.equal(await nextTryAt(store.read), null)
  })

  test('a claim counts a try, and its row is due for nobody, at no time, until its program is gone', async (t) => {
    const { store, insert, claimIds, list } = await openWithAccount(t, engine)
    const [id, follower] = await insert({ lane: 'a' }, { lane: 'a' })
    assert.deepEqual(await claimIds(), [id])
    for (const workerSlot of [1, 2]) {
      for (const at of [now - 48 * hourMs, now, now + 30_000, now + 48 * hourMs]) {
        await store.write(async (db) => {
          await wakeStrandedRows(db, at)
          await wakeLanes(db, ['a'], at)
          await rescheduleAfterClockStep(db, { now: at, untriedMs: 0, triedMs: 0 })
        })
        assert.deepEqual(await claimIds({ now: at, workerSlot }), [])
      }
    }
    assert.deepEqual(await claimingWorkerSlots(store.read), [1])
    assert.equal(await store.write((db) => voidClaims(db, 2, { now })), 0)
    assert.equal(await store.write((db) => voidClaims(db, 1, { now, except: [id ?? ''] })), 0)
    assert.equal(await store.write((db) => voidClaims(db, 1, { now: now + 31_000 })), 1)
    assert.deepEqual(await claimingWorkerSlots(store.read), [])
    assert.deepEqual(await claimIds({ now: now + 31_000, workerSlot: 3, except: [id ?? ''] }), [])
    assert.deepEqual(await claimIds({ now: now + 31_000, workerSlot: 3 }), [id])
    const row = (await list()).rows.find((listed) => listed.id === id)
    assert.deepEqual([row?.tries, row?.firstTryAt, row?.lastTryAt], [2, now, now + 31_000])
    assert.ok(follower)
  })

  // With no row open nobody looks for programs that are gone, nor for digests that are due.
  test('what is claimed and what waits for a digest stays open', async (t) => {
    const { store, insert, claim, claimIds } = await openWithAccount(t, engine)
    const [first] = await insert({ isExempt: false }, { isExempt: false })
    const budgetOf = () => ({ count: 1, windowMs: 60_000 })
    const [claimed] = await claim({ budgetOf })
    assert.ok(claimed)
    assert.equal(claimed.id, first)
    assert.equal(await hasLimitedRows(store.read), true)
    const ended = { status: 'SUCCESS', result: '', at: now } as const
    await store.write((db) => endNotification(db, claimed, ended))
    assert.deepEqual(await claimIds({ budgetOf }), [])
    assert.notEqual(await nextTryAt(store.read), null)

    const { store: other, insert: insertThere, claimIds: claimThere } = await openWithAccount(t, engine)
    const [alone] = await insertThere({})
    assert.deepEqual(await claimThere(), [alone])
    assert.notEqual(await nextTryAt(other.read), null)
  })

  test('whoever has a row no longer writes nothing, and whoever still has it may, though its claim is void', async (t) => {
    const { store, insert, claim, list } = await openWithAccount(t, engine)
    await insert({})
    const [old] = await claim()
    await store.write((db) => voidClaims(db, 1, { now }))
    const [current] = await claim({ now: now + 30_000, workerSlot: 2 })
    assert.ok(old && current)
    const ended = { status: 'FAILURE', result: 'late', at: now } as const
    assert.equal(await store.write((db) => endNotification(db, old, ended)), false)
    assert.equal(
      await store.write((db) => postponeNotification(db, old, { result: 'late', until: 1 })),
      false,
    )
    await store.write((db) => voidClaims(db, 2, { now }))
    const sent = { status: 'SUCCESS', result: 'in time', at: now } as const
    assert.equal(await store.write((db) => endNotification(db, current, sent)), true)
    assert.deepEqual(
      (await list()).rows.map(({ status, result }) => [status, result]),
      [['SUCCESS', 'in time']],
    )
  })

  test('at most four of a channel are claimed, by all programs together, and channels take turns', async (t) => {
    const { insert, claim } = await openWithAccount(t, engine)
    await insert(...Array.from({ length: 100 }, () => ({ channelId: 1 })))
    await insert(
      ...Array.from({ length: 10 }, () => ({ channelId: 2 })),
      { channelId: 3 },
      { channelId: null },
    )
    const channels = async (fields: Partial<ClaimRequest>) =>
      (await claim(fields)).map(({ channelId }) => String(channelId)).toSorted()
    assert.deepEqual(await channels({ atMost: 5 }), ['1', '1', '2', '3', 'null'])
    assert.deepEqual(await channels({ workerSlot: 2, atMost: 3 }), ['1', '2', '2'])
    assert.deepEqual(await channels({ workerSlot: 2 }), ['1', '2'])
    assert.deepEqual(await channels({ workerSlot: 1 }), [])
  })

  test('a row written while the one before it is being ended is not forgotten', async (t) => {
    const { store, insert, claim } = await openWithAccount(t, engine)
    for (let round = 0; round < 30; round += 1) {
      await insert({ lane: `lane ${round}` })
      const [claimed] = await claim()
      assert.ok(claimed)
      const ended = { status: 'SUCCESS', result: '', at: now } as const
      const [isEnded, [follower]] = await Promise.all([
        store.write((db) => endNotification(db, claimed, ended)),
        insert({ lane: `lane ${round}` }),
      ])
      const [next, ...more] = await claim()
      assert.ok(next)
      assert.deepEqual([isEnded, next.id, more.length], [true, follower, 0])
      await store.write((db) => endNotification(db, next, ended))
    }
  })

  test('two programs that claim at once never get the same row', async (t) => {
    const { insert, claimIds } = await openWithAccount(t, engine)
    const ids = await insert(...Array.from({ length: 40 }, (_, index) => ({ channelId: index + 1 })))
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) => claimIds({ workerSlot: index + 1, atMost: 10 })),
    )
    assert.deepEqual(claims.flat().toSorted(), ids.toSorted())
  })

  test('rows that nobody would wake are found again', async (t) => {
    const { store, insert, claim, claimIds } = await openWithAccount(t, engine)
    const [, orphan] = await insert({ lane: 'a' }, { lane: 'a' })
    const [first] = await claim()
    assert.ok(first)
    await store.write((db) => db.deleteFrom('notifications').where('id', '=', first.id).execute())
    const [far] = await insert({ lane: 'b', createdAt: now + hourMs / 4 })
    const [near] = await insert({ lane: 'c', createdAt: now + 1_000 }, { lane: 'c' })
    const [early, late] = await insert({ lane: 'd' }, { lane: 'e' })
    for (const tried of await claim()) {
      const until = now + (tried.id === early ? hourMs / 4 : hourMs)
      await store.write((db) => postponeNotification(db, tried, { result: '', until }))
    }
    assert.deepEqual(await claimIds(), [])
    await store.write(async (db) => {
      await wakeStrandedRows(db, now)
      await rescheduleAfterClockStep(db, { now, untriedMs: 60_000, triedMs: hourMs / 2 })
    })
    assert.deepEqual((await claimIds()).toSorted(), [orphan, far, late].toSorted())
    assert.deepEqual(await claimIds({ now: now + 1_000 }), [near])
  })

  test('failing channels have a part of the capacity, after those that take messages', async (t) => {
    const { insert, claim } = await openWithAccount(t, engine)
    await insert(...Array.from({ length: 200 }, (_, index) => ({ channelId: index + 1 })))
    const [healthy] = await insert({ channelId: 1_000, createdAt: now + 1 })
    const channels = new Set(Array.from({ length: 200 }, (_, index) => index + 1))
    const few = await claim({ now: now + 1, atMost: 3, failing: { channels, atMost: 2 } })
    assert.equal(few.length, 3)
    assert.ok(few.some(({ id }) => id === healthy))
    const [second] = await insert({ channelId: 1_000, createdAt: now + 1 })
    const none = await claim({ now: now + 1, failing: { channels, atMost: 0 } })
    assert.deepEqual(
      none.map(({ id }) => id),
      [second],
    )
  })

  test('a page is newest first, within its window, with the number of all', async (t) => {
    const { store, insert, list } = await openWithAccount(t, engine)
    const ids = await insert(
      { createdAt: now, channelId: 7 },
      { createdAt: now + 1 },
      { createdAt: now + 1 },
      { createdAt: now + 2 },
    )
    const { id: elsewhere } = await addAccount(store)
    await store.write((db) => insertNotifications(db, [makeRow(elsewhere, {})]))
    const idsOf = async (fields: Parameters<typeof list>[0]) => {
      const { rows, total } = await list(fields)
      return [rows.map(({ id }) => ids.indexOf(id)), total]
    }
    assert.deepEqual(await idsOf({}), [[3, 2, 1, 0], 4])
    assert.deepEqual(await idsOf({ limit: 2, offset: 1 }), [[2, 1], 4])
    assert.deepEqual(await idsOf({ from: now + 1, to: now + 2 }), [[2, 1], 2])
    assert.deepEqual(await idsOf({ channelId: 7 }), [[0], 1])
    assert.deepEqual(await idsOf({ onlyFailures: true }), [[], 0])
    assert.deepEqual(await idsOf({ accountId: 'no id' }), [[], 0])
    await store.write((db) => dropNotificationsOf(db, [7], now + 5))
    const { rows } = await list({ onlyFailures: true })
    assert.deepEqual(
      rows.map(({ id, isOpen, result, endedAt }) => [ids.indexOf(id), isOpen, result, endedAt]),
      [[0, false, 'channel deleted', now + 5]],
    )
  })

  test('a message that was sent at once is listed and never claimed', async (t) => {
    const { store, accountId, claimIds, list } = await openWithAccount(t, engine)
    const row = makeRow(accountId, {})
    const sent = { status: 'SUCCESS', result: 'ok', at: now + 5 } as const
    await store.write((db) => insertSentNotification(db, row, sent))
    assert.deepEqual(await claimIds(), [])
    const [listed] = (await list()).rows
    assert.deepEqual(
      [listed?.status, listed?.isOpen, listed?.lastTryAt, listed?.endedAt],
      ['SUCCESS', false, now, now + 5],
    )
  })

  test('old rows are deleted in steps, and never one for which something is to be done', async (t) => {
    const { store, accountId, insert, list } = await openWithAccount(t, engine)
    const sent = { status: 'SUCCESS', result: 'ok', at: now } as const
    await store.write(async (db) => {
      for (let count = 0; count < 600; count += 1) {
        await insertSentNotification(db, makeRow(accountId, { createdAt: now - 10 }), sent)
      }
      await insertSentNotification(db, makeRow(accountId, { createdAt: now }), sent)
    })
    const [open] = await insert({ createdAt: now - 10 })
    const step = () => store.write((db) => deleteOldNotifications(db, now))
    assert.deepEqual([await step(), (await list()).total], [true, 102])
    assert.deepEqual([await step(), (await list()).total], [false, 2])
    assert.equal((await list()).rows[1]?.id, open)
  })

  test('old alerts are deleted in steps', async (t) => {
    const { store, accountId } = await openWithAccount(t, engine)
    const alert = (createdAt: number) => ({
      id: randomUUID(),
      accountId,
      checkId: randomUUID(),
      checkType: 'ICMP' as const,
      name: 'Gateway',
      alertType: 'ALERT_FAILURE' as const,
      episodeId: randomUUID(),
      episodeSince: createdAt,
      reminderSequence: 0,
      runLocation: null,
      responseTime: null,
      error: null,
      statusCode: null,
      resultId: null,
      dueAt: createdAt,
      startedAt: createdAt,
      judgedAt: createdAt,
      nobodyCause: null,
      createdAt,
    })
    const rows = [...Array.from({ length: 600 }, () => alert(now - 1)), alert(now)]
    await store.write((db) => insertCheckAlerts(db, rows))
    const left = async () =>
      (await listCheckAlerts(store.read, { accountId, from: 0, to: now + 1, limit: 1, offset: 0 })).total
    const step = () => store.write((db) => deleteOldAlerts(db, now))
    assert.deepEqual([await step(), await left()], [true, 101])
    assert.deepEqual([await step(), await left()], [false, 1])
  })
})
