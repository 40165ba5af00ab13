import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import {
  forgetLiveChangesBefore,
  newestLiveNumbers,
  noteLiveChanges,
  settledLiveNumber,
} from '@sonde/store/live/live-changes.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createLiveReader, type LiveReader } from './live-reader.ts'

forEachEngine('the reader of live changes', (engine) => {
  const note = (db: Db, at: number) =>
    noteLiveChanges(
      db,
      [{ type: 'check-changed', accountId: randomUUIDv7(), checkId: randomUUIDv7(), change: 'updated' }],
      at,
    )

  test('reads each change once, and nothing from before it began', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const reader = createLiveReader({ read: store.read, clock: createTestClock() })
    await store.write((db) => note(db, 1))
    await reader.begin()
    assert.deepEqual(await passed(reader), [])
    await store.write((db) => note(db, 2))
    assert.equal((await passed(reader)).length, 1)
    assert.deepEqual(await passed(reader), [])
  })

  test('a write that ends after a later one is not missed, and holds back what is safe to forget', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    // SQLite has one writer: no number can be overtaken there.
    if (engine.name === 'sqlite') return
    const clock = createTestClock()
    const reader = createLiveReader({ read: store.read, clock })
    await reader.begin()
    const [isNoted, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = store.write(async (db) => {
      await note(db, 1)
      isNoted.resolve()
      await mayEnd.promise
    })
    await isNoted.promise
    await store.write((db) => note(db, 2))
    assert.deepEqual(await passed(reader), [2])
    assert.equal(reader.passedUntil(), 0)
    assert.deepEqual(
      [await settledLiveNumber(store.read, 3), await settledLiveNumber(store.read, 60_000)],
      [0, 2],
    )
    mayEnd.resolve()
    await slow
    assert.equal(await settledLiveNumber(store.read, 3), 2)
    assert.deepEqual(await passed(reader), [1])
    assert.equal(reader.passedUntil(), 2)
  })

  test('a number that nobody ever shows is given up after half a minute', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    if (engine.name === 'sqlite') return
    const clock = createTestClock()
    const reader = createLiveReader({ read: store.read, clock })
    await reader.begin()
    const undone = store.write(async (db) => {
      await note(db, 1)
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    await store.write((db) => note(db, 2))
    await passed(reader)
    assert.equal(reader.passedUntil(), 0)
    clock.advance(30_001)
    await passed(reader)
    assert.equal(reader.passedUntil(), 2)
  })

  test('what was read and not passed is read again', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const reader = createLiveReader({ read: store.read, clock: createTestClock() })
    await reader.begin()
    await store.write((db) => note(db, 1))
    const [first, second] = [await reader.read(), await reader.read()]
    assert.deepEqual([first.rows.length, second], [1, first])
    assert.equal(reader.passedUntil(), 0)
    reader.pass(second)
    assert.equal(reader.passedUntil(), 1)
  })

  test('with more missing numbers than are looked for, it says that some may be lost once none can come any more', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const clock = createTestClock()
    const reader = createLiveReader({ read: store.read, clock })
    const noteAs = (no: number) =>
      store.write((db) => db.insertInto('live_changes').values({ no, at: 1, changes: '[]' }).execute())
    await noteAs(1)
    await reader.begin()
    await noteAs(700)
    assert.deepEqual(await passed(reader), [700])
    await noteAs(650)
    assert.deepEqual(await passed(reader), [])
    assert.equal(reader.passedUntil(), 1)
    clock.advance(30_001)
    const later = await reader.read()
    assert.deepEqual(later, { rows: [], isSomeLost: true })
    assert.equal((await reader.read()).isSomeLost, true)
    reader.pass(later)
    assert.equal((await reader.read()).isSomeLost, false)
    assert.equal(reader.passedUntil(), 700)
  })

  test('old changes are forgotten, but for the newest', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    for (const at of [1, 2, 3]) {
      await store.write((db) => note(db, at))
    }
    await store.write((db) => forgetLiveChangesBefore(db, 2))
    assert.equal((await newestLiveNumbers(store.read, 10)).length, 2)
    await store.write((db) => forgetLiveChangesBefore(db, 100))
    assert.equal((await newestLiveNumbers(store.read, 10)).length, 1)
  })
})

async function passed(reader: LiveReader): Promise<number[]> {
  const read = await reader.read()
  reader.pass(read)
  return read.rows.map(({ no }) => no)
}
