import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { insertSnapshots } from '@sonde/store/checks/check-snapshots.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { addAccount, addCheck } from '@sonde/store/testing/rows.ts'
import { createSnapshotCache, snapshotKey } from './snapshot-cache.ts'

forEachEngine('snapshots that are kept in memory', (engine) => {
  test('are read once, those of several checks in one go, and given up when there is no room', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const { id: accountId } = await addAccount(store)
    const numbers: number[] = []
    for (const _ of [1, 2]) {
      const check = await addCheck(store, accountId)
      const no = await findCheckNumber(store.read, { accountId, checkId: check.id })
      assert.ok(no !== null)
      numbers.push(no)
      const content = { name: `Check ${no}`, config: '{"a":"ü"}', sealedSecrets: `v1.${no}` }
      const snapshot = { checkNo: no, snapshot: 1, ...content, createdAt: 1 }
      await store.write((db) => insertSnapshots(db, [snapshot]))
    }
    const [first = 0, second = 0] = numbers
    const keys = [
      { checkNo: first, snapshot: 1 },
      { checkNo: second, snapshot: 1 },
      { checkNo: first, snapshot: 2 },
    ]
    const cache = createSnapshotCache({ store })
    const found = await cache.of(keys)
    assert.deepEqual(
      [...found].toSorted(),
      [first, second]
        .map((no) => [
          snapshotKey({ checkNo: no, snapshot: 1 }),
          { name: `Check ${no}`, config: { a: 'ü' }, sealedSecrets: `v1.${no}` },
        ])
        .toSorted(),
    )
    const small = createSnapshotCache({ store }, { limitBytes: 300 })
    await small.of(keys)
    await store.write((db) => db.deleteFrom('check_snapshots').execute())
    assert.equal((await cache.of(keys)).size, 2)
    assert.equal((await small.of(keys)).size, 1)
    assert.equal((await createSnapshotCache({ store }).of(keys)).size, 0)
  })
})
