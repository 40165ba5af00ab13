import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forEachEngine } from '../../testing/engines.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { findSnapshot, insertSnapshots, snapshotsOf } from './check-snapshots.ts'
import { deleteCheck } from './checks.ts'
import { findScheduled, schedulePage, type ScheduledRow } from './scheduled-checks.ts'

forEachEngine('scheduled checks', (engine) => {
  test('the checks of all accounts come page by page, each once, with what their schedule remembers', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const accounts = [await addAccount(store), await addAccount(store)]
    const checks = []
    for (let index = 0; index < 7; index += 1) {
      checks.push(await addCheck(store, accounts[index % 2]?.id ?? '', { name: `Check ${index}` }))
    }
    const [gone] = checks
    assert.ok(gone !== undefined)
    await store.write((db) => deleteCheck(db, gone))
    const seen: ScheduledRow[] = []
    for (;;) {
      const page = await schedulePage(store.read, { after: seen.at(-1)?.no ?? 0, limit: 3 })
      seen.push(...page)
      if (page.length < 3) break
    }
    assert.deepEqual(
      seen.map(({ check }) => check),
      checks.slice(1),
    )
    for (const row of seen) {
      assert.deepEqual(
        [row.lastOrigin, row.snapshot, row.snapshotName, row.snapshotConfig],
        [null, 0, null, null],
      )
      assert.deepEqual(await findScheduled(store.read, row.check.id), row)
    }
    assert.equal(await findScheduled(store.read, gone.id), null)
    assert.equal(await findScheduled(store.read, randomUUID()), null)
  })

  test('the newest snapshot is the current one, older ones stay, and a late write of an older one changes nothing', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const check = await addCheck(store, (await addAccount(store)).id)
    const no = (await findScheduled(store.read, check.id))?.no ?? 0
    const snapshot = (number: number, name: string, config: object) => ({
      checkNo: no,
      snapshot: number,
      name,
      config: JSON.stringify(config),
      sealedSecrets: null,
      createdAt: 5,
    })
    await store.write((db) => insertSnapshots(db, [snapshot(1, 'Old', { a: 1 })]))
    await store.write((db) => insertSnapshots(db, [snapshot(2, 'New "name"', { b: ['ü'] })]))
    await store.write((db) => insertSnapshots(db, [snapshot(1, 'Old', { a: 1 })]))
    await store.write((db) => insertSnapshots(db, []))
    const found = await findScheduled(store.read, check.id)
    assert.deepEqual(
      [found?.snapshot, found?.snapshotName, found?.snapshotConfig],
      [2, 'New "name"', '{"b":["ü"]}'],
    )
    assert.deepEqual(
      await snapshotsOf(store.read, no, [1, 2, 2, 3]),
      new Map([
        [1, { checkNo: no, snapshot: 1, name: 'Old', config: { a: 1 } }],
        [2, { checkNo: no, snapshot: 2, name: 'New "name"', config: { b: ['ü'] } }],
      ]),
    )
    assert.deepEqual(await snapshotsOf(store.read, no, []), new Map())
    assert.equal(await findSnapshot(store.read, { checkNo: no, snapshot: 3 }), null)
  })
})
