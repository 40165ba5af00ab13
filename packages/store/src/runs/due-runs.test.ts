import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { countDueRuns, hourOf, reopenHours } from './due-runs.ts'

test('an hour begins on the hour', () => {
  assert.deepEqual([0, 1, hourMs - 1, hourMs, 1_775_044_799_999].map(hourOf), [
    0,
    0,
    0,
    hourMs,
    1_775_041_200_000,
  ])
})

forEachEngine('due runs', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function rowsOf(checkNo: number) {
    const rows = await opened.store.read
      .selectFrom('hourly_rollups')
      .select(['hour', 'location', 'due', 'runs', 'computed_at'])
      .where('check_no', '=', checkNo)
      .orderBy('hour')
      .orderBy('location')
      .execute()
    return rows.map((row) => ({ ...row }))
  }

  test('counts add up, in one write and over many, also from several writers at once', async () => {
    const due = { checkNo: 1, hour: hourMs, location: 'a' }
    const counts = [
      { ...due, count: 1 },
      { ...due, count: 2 },
      { ...due, location: 'b', count: 5 },
      { ...due, hour: 0, count: 7 },
    ]
    await Promise.all(Array.from({ length: 10 }, () => opened.store.write((db) => countDueRuns(db, counts))))
    await opened.store.write((db) => countDueRuns(db, []))
    const expected = [
      { hour: 0, location: 'a', due: 70 },
      { hour: hourMs, location: 'a', due: 30 },
      { hour: hourMs, location: 'b', due: 50 },
    ]
    assert.deepEqual(
      await rowsOf(1),
      expected.map((row) => ({ ...row, runs: 0, computed_at: null })),
    )
  })

  test('counting again does not open an hour that was computed; a result does, and keeps its figures', async () => {
    const key = { checkNo: 2, hour: hourMs, location: 'a' }
    await opened.store.write(async (db) => {
      await countDueRuns(db, [{ ...key, count: 3 }])
      await db
        .updateTable('hourly_rollups')
        .set({ computed_at: 9, runs: 3 })
        .where('check_no', '=', 2)
        .execute()
      await countDueRuns(db, [{ ...key, count: 1 }])
    })
    assert.deepEqual(await rowsOf(2), [{ hour: hourMs, location: 'a', due: 4, runs: 3, computed_at: 9 }])
    await opened.store.write((db) => reopenHours(db, [key, key]))
    assert.deepEqual(await rowsOf(2), [{ hour: hourMs, location: 'a', due: 4, runs: 3, computed_at: null }])
  })

  test('an hour without anything due is made when a result of it comes', async () => {
    await opened.store.write((db) => reopenHours(db, [{ checkNo: 3, hour: 0, location: 'a' }]))
    assert.deepEqual(await rowsOf(3), [{ hour: 0, location: 'a', due: 0, runs: 0, computed_at: null }])
  })
})
