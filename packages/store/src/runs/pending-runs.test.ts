import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forEachEngine } from '../../testing/engines.ts'
import { deletePendingRuns, listPendingRuns, upsertPendingRuns } from './pending-runs.ts'

forEachEngine('pending runs', (engine) => {
  test('a run waits once, its next attempt takes its place, and a deleted one is gone', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const [first, second] = [randomUUID(), randomUUID()]
    const run = (runId: string, dueAt: number, text: string) => ({ runId, checkNo: 1, dueAt, run: text })
    await store.write((db) => upsertPendingRuns(db, [run(first, 20, 'a'), run(second, 10, 'b')]))
    assert.deepEqual(await listPendingRuns(store.read), [run(second, 10, 'b'), run(first, 20, 'a')])
    await store.write((db) => upsertPendingRuns(db, [run(second, 30, '{"attempt":2}')]))
    assert.deepEqual(await listPendingRuns(store.read), [
      run(first, 20, 'a'),
      run(second, 30, '{"attempt":2}'),
    ])
    await store.write(async (db) => {
      await deletePendingRuns(db, [first, randomUUID()])
      await deletePendingRuns(db, [])
      await upsertPendingRuns(db, [])
    })
    assert.deepEqual(await listPendingRuns(store.read), [run(second, 30, '{"attempt":2}')])
  })
})
