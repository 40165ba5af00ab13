import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { startChild } from '../../testing/child.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, makeCheck } from '../../testing/rows.ts'
import { deleteCheck, findCheck, insertCheck, listChecks } from '../checks/checks.ts'
import { StoreUnavailable, isUniqueViolation } from './failures.ts'
import { openStore } from './store.ts'

forEachEngine('write', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function countChecks(accountId: string): Promise<number> {
    return (await listChecks(opened.store.read, { accountId, limit: 0, offset: 0 })).total
  }

  test('of a hundred writes at once the one that throws is undone, and only that one', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const writes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        opened.store.write(async (db) => {
          await insertCheck(db, makeCheck(accountId, { config: { tags: ['x'] } }))
          if (index === 50) throw new Error('changed my mind')
          return index
        }),
      ),
    )
    const failures = writes.flatMap((write, index) =>
      write.status === 'rejected' ? [[index, write.reason]] : [],
    )
    assert.deepEqual(failures, [[50, new Error('changed my mind')]])
    assert.equal(await countChecks(accountId), 99)
  })

  test('a write that the database refuses does not disturb its neighbours', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const twin = makeCheck(accountId)
    const writes = await Promise.allSettled(
      [makeCheck(accountId), twin, twin, makeCheck(accountId)].map((check) =>
        opened.store.write((db) => insertCheck(db, check)),
      ),
    )
    const reasons = writes.flatMap((write) => (write.status === 'rejected' ? [write.reason] : []))
    assert.equal(reasons.length, 1)
    assert.ok(isUniqueViolation(reasons[0]))
    assert.equal(await countChecks(accountId), 3)
  })

  test('a write that fails alone leaves nothing behind', async () => {
    const { id: accountId } = await addAccount(opened.store)
    await assert.rejects(
      opened.store.write(async (db) => {
        await insertCheck(db, makeCheck(accountId))
        throw new Error('no')
      }),
      /^Error: no$/,
    )
    assert.equal(await countChecks(accountId), 0)
  })

  test('nobody reads what is not committed, and everybody reads it afterwards', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const check = makeCheck(accountId)
    const { promise: written, resolve: markWritten } = Promise.withResolvers<void>()
    const { promise: wasRead, resolve: markRead } = Promise.withResolvers<void>()
    const write = opened.store.write(async (db) => {
      await insertCheck(db, check)
      assert.deepEqual(await findCheck(db, check), check)
      markWritten()
      await wasRead
    })
    await written
    assert.equal(await findCheck(opened.store.read, check), null)
    markRead()
    await write
    assert.deepEqual(await findCheck(opened.store.read, check), check)
  })

  test('more writes than fit one batch are all done', async () => {
    const { id: accountId } = await addAccount(opened.store)
    // PostgreSQL has connections instead of batches, and whoever gets none within five seconds is refused.
    const writes = engine.name === 'sqlite' ? 1_200 : 120
    await Promise.all(
      Array.from({ length: writes }, () => opened.store.write((db) => insertCheck(db, makeCheck(accountId)))),
    )
    assert.equal(await countChecks(accountId), writes)
  })

  test('a store finishes its writes before it closes and refuses later ones', async () => {
    const { store, close } = await engine.open()
    const { id: accountId } = await addAccount(store)
    const check = makeCheck(accountId)
    const write = store.write(async (db) => {
      await insertCheck(db, check)
      return await deleteCheck(db, check)
    })
    await close()
    assert.equal(await write, true)
    await assert.rejects(
      store.write((db) => insertCheck(db, check)),
      StoreUnavailable,
    )
  })

  test('a program killed in the middle of its writes has lost none that it acknowledged', async (t) => {
    const place = await engine.createMigratedDatabase()
    t.after(place.remove)
    const open = () => openStore({ ...place, encryptionKey: null, clock: systemClock })
    const first = await open()
    const { id: accountId } = await addAccount(first)
    await first.close()

    const acknowledged: string[] = []
    const kills = some(`writes before a kill on ${engine.name}`, [100, 200, 300])
    for (const writes of kills) {
      const child = startChild('write-forever', [place.dataDir, place.databaseUrl ?? '', accountId])
      let seen = 0
      for await (const id of child.lines) {
        acknowledged.push(id)
        seen += 1
        if (seen === writes) child.process.kill('SIGKILL')
      }
    }
    const store = await open()
    t.after(() => store.close())
    const rows = await store.read.selectFrom('checks').select('id').execute()
    const stored = new Set(rows.map((row) => row.id))
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    )
    assert.ok(acknowledged.length >= kills.reduce((sum, writes) => sum + writes, 0))
  })
})
