import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine, type OpenedStore } from '../../testing/engines.ts'
import { addAccount } from '../../testing/rows.ts'
import { deleteOldAuditEntries, insertAuditEntry, listAuditEntries } from './audit-log.ts'

forEachEngine('entries of the audit log', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  test('that are too old are deleted step by step, and no other', async () => {
    const { store } = opened
    const { id: accountId } = await addAccount(store)
    const ages = Array.from({ length: 620 }, (_, index) => (index < 610 ? 1_000 + index : 9_000 + index))
    await store.write(async (db) => {
      for (const at of ages) {
        // One transaction has one connection.
        await insertAuditEntry(db, {
          accountId,
          at,
          action: 'UPDATE',
          entityType: 'CHECK',
          entityId: String(at),
          entityName: null,
          actorType: 'OPERATOR',
          userId: null,
          keyId: null,
          keyName: null,
          address: null,
          requestId: null,
          changes: [{ path: 'name', old: 'a', new: 'b' }],
        })
      }
    })
    assert.equal(await store.write((db) => deleteOldAuditEntries(db, 5_000)), true)
    assert.equal(await store.write((db) => deleteOldAuditEntries(db, 5_000)), false)
    const kept = await listAuditEntries(store.read, { accountId, beforeId: null, limit: 100 })
    assert.deepEqual(
      kept.map(({ at }) => at),
      ages.slice(610).toReversed(),
    )
    assert.equal(await store.write((db) => deleteOldAuditEntries(db, 5_000)), false)
  })
})
