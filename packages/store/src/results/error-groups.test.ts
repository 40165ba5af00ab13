import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { forEachEngine, type TestEngine } from '../../testing/engines.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { deleteCheck } from '../checks/checks.ts'
import {
  archiveErrorGroup,
  deleteOldErrorGroups,
  findErrorGroup,
  joinErrorGroups,
  listErrorGroups,
} from './error-groups.ts'

async function storeUnderTest(t: TestContext, engine: TestEngine) {
  const { store, close } = await engine.open()
  t.after(close)
  const { id: accountId } = await addAccount(store)
  const { id: checkId } = await addCheck(store, accountId)
  const fail = async (at: number, errorHash = 'hash', ofCheck = checkId) => {
    const result = { checkNo: 1, scheduledAt: at, origin: 'a', attempt: 1 }
    const event = { accountId, checkId: ofCheck, result, errorHash, raw: `raw ${at}`, cleaned: 'cleaned', at }
    await store.write((db) => joinErrorGroups(db, [event]))
  }
  const list = async (ofCheck: string | null = checkId) =>
    (await listErrorGroups(store.read, { accountId, checkId: ofCheck, limit: 10, offset: 0 })).rows
  return { store, accountId, checkId, fail, list }
}

forEachEngine('stored error groups', (engine) => {
  test('SA 57: archived until the next event is over with the next event', async (t) => {
    const { store, accountId, fail, list } = await storeUnderTest(t, engine)
    await fail(1_000)
    const [group] = await list()
    assert.ok(group !== undefined)
    await store.write((db) => archiveErrorGroup(db, { ...group, isArchivedUntilNextEvent: true }))
    assert.deepEqual(await list(), [])
    assert.equal(
      (await findErrorGroup(store.read, { accountId, id: group.id }))?.isArchivedUntilNextEvent,
      true,
    )
    await fail(2_000)
    assert.deepEqual(await list(), [{ ...group, lastSeenAt: 2_000 }])
  })

  test('archived for ever is in no list, and still collects', async (t) => {
    const { store, accountId, fail, list } = await storeUnderTest(t, engine)
    await fail(1_000)
    const [group] = await list()
    assert.ok(group !== undefined)
    await store.write((db) => archiveErrorGroup(db, { ...group, isArchivedForEver: true }))
    await fail(2_000)
    assert.deepEqual([await list(), await list(null)], [[], []])
    assert.equal((await findErrorGroup(store.read, { accountId, id: group.id }))?.lastSeenAt, 2_000)
  })

  test('an event that comes late does not move the last one back', async (t) => {
    const { fail, list } = await storeUnderTest(t, engine)
    await fail(2_000)
    await fail(1_000)
    assert.equal((await list())[0]?.lastSeenAt, 2_000)
  })

  test('the latest failure comes first, by check and by account, and no other account sees it', async (t) => {
    const { store, accountId, checkId, fail, list } = await storeUnderTest(t, engine)
    const other = await addCheck(store, accountId)
    await fail(1_000, 'one')
    await fail(3_000, 'two', other.id)
    await fail(2_000, 'three')
    const hashes = async (of: string | null) => (await list(of)).map(({ errorHash }) => errorHash)
    assert.deepEqual(await hashes(null), ['two', 'three', 'one'])
    assert.deepEqual(await hashes(checkId), ['three', 'one'])
    const page = { accountId, checkId: null, limit: 1, offset: 1 }
    const { rows, total } = await listErrorGroups(store.read, page)
    assert.deepEqual([rows.map(({ errorHash }) => errorHash), total], [['three'], 3])
    const stranger = { ...page, accountId: randomUUID() }
    assert.deepEqual(await listErrorGroups(store.read, stranger), { rows: [], total: 0 })
  })

  test('groups go with their check, and when nothing has joined them for long', async (t) => {
    const { store, accountId, checkId, fail, list } = await storeUnderTest(t, engine)
    await fail(1_000, 'old')
    await fail(1_000, 'kept')
    await fail(5_000, 'new')
    const kept = (await list()).find(({ errorHash }) => errorHash === 'kept')
    assert.ok(kept !== undefined)
    await store.write((db) => archiveErrorGroup(db, { ...kept, isArchivedForEver: true }))
    assert.equal(await store.write((db) => deleteOldErrorGroups(db, 2_000)), false)
    const stored = async () =>
      (await store.read.selectFrom('error_groups').select('error_hash').execute()).map(
        (row) => row.error_hash,
      )
    assert.deepEqual((await stored()).toSorted(), ['kept', 'new'])
    await store.write((db) => deleteCheck(db, { accountId, id: checkId }))
    assert.deepEqual(await stored(), [])
  })
})
