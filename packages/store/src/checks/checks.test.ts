// Order is part of what is tested here.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, addCheck, makeCheck } from '../../testing/rows.ts'
import {
  type CheckPage,
  type CheckUpdate,
  deleteCheck,
  findCheck,
  findCheckForUpdate,
  insertCheck,
  listChecks,
} from './checks.ts'
import { updateCheck } from './update-checks.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../engine/failures.ts'

forEachEngine('checks', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function change(
    key: { accountId: string; id: string },
    update: Partial<CheckUpdate>,
  ): Promise<boolean> {
    return await opened.store.write(async (db) => {
      const check = await findCheckForUpdate(db, key)
      return check !== null && (await updateCheck(db, check, { ...check, ...update }))
    })
  }

  async function listNames(accountId: string, filter: Partial<CheckPage>) {
    const { rows, total } = await listChecks(opened.store.read, {
      accountId,
      limit: 100,
      offset: 0,
      ...filter,
    })
    assert.equal(total, rows.length)
    return rows.map((check) => check.name)
  }

  test('a check comes back as it was stored, with the fields of its config in their order', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const check = await addCheck(opened.store, accountId, {
      activated: false,
      muted: true,
      status: 'degraded',
      groupId: 9_007_199_254_740_991,
      frequency: null,
      frequencyOffset: 59,
      config: { tags: ['ü', '"'], zeta: 1, alpha: { b: [true, null, '\u0000'], a: 0.1 } },
      sealedConfig: 'v1.x.y',
      updatedAt: 1_763_000_000_000,
    })
    const found = await findCheck(opened.store.read, check)
    assert.deepEqual(found, check)
    assert.equal(JSON.stringify(found?.config), JSON.stringify(check.config))
    assert.deepEqual(await opened.store.write((db) => findCheckForUpdate(db, check)), check)
  })

  test('a check is found in its own account only', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id: strange } = await addAccount(opened.store)
    const { id } = await addCheck(opened.store, accountId)
    assert.equal((await findCheck(opened.store.read, { accountId, id: id.toUpperCase() }))?.id, id)
    assert.equal(await findCheck(opened.store.read, { accountId: strange, id }), null)
    assert.equal(await findCheck(opened.store.read, { accountId, id: randomUUID() }), null)
    assert.equal(await findCheck(opened.store.read, { accountId, id: 'nonsense' }), null)
    assert.equal(await change({ accountId: strange, id }, { name: 'stolen' }), false)
    assert.equal(await opened.store.write((db) => deleteCheck(db, { accountId: strange, id })), false)
    assert.equal((await findCheck(opened.store.read, { accountId, id }))?.name, 'Gateway')
  })

  test('an id is used once, and the account must exist', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id } = await addCheck(opened.store, accountId)
    await assert.rejects(addCheck(opened.store, accountId, { id }), isUniqueViolation)
    await assert.rejects(addCheck(opened.store, randomUUID()), isForeignKeyViolation)
  })

  test('an update replaces the content and keeps what belongs to the check itself', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const check = await addCheck(opened.store, accountId, { status: 'passed' })
    const update: CheckUpdate = {
      name: 'Router',
      activated: false,
      muted: true,
      groupId: 7,
      frequency: 5,
      frequencyOffset: 3,
      config: { tags: ['new'], request: { hostname: 'example.com' } },
      sealedConfig: 'v1.a.b',
      sealedSecrets: 'v1.c.d',
      updatedAt: 2_000,
    }
    assert.equal(await change(check, update), true)
    assert.deepEqual(await findCheck(opened.store.read, check), { ...check, ...update })
    assert.deepEqual(await listNames(accountId, { search: 'rout', tags: ['new'] }), ['Router'])
  })

  test('an update of a check that is gone says so', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const ghost = makeCheck(accountId)
    assert.equal(await opened.store.write((db) => updateCheck(db, ghost, ghost)), false)
  })

  test('updates of one check at once follow one after the other, and none is lost', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const check = await addCheck(opened.store, accountId, { config: { counter: 0 } })
    await Promise.all(
      Array.from({ length: 30 }, () =>
        opened.store.write(async (db) => {
          const current = await findCheckForUpdate(db, check)
          assert.ok(current)
          const config = { counter: Number(current.config['counter']) + 1 }
          await updateCheck(db, current, { ...current, config })
        }),
      ),
    )
    assert.deepEqual((await findCheck(opened.store.read, check))?.config, { counter: 30 })
  })

  test('a check is found by the tags it has now', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const check = await addCheck(opened.store, accountId, { config: { tags: ['keep', 'drop', 'keep'] } })
    await change(check, { config: { tags: ['keep', 'add', 'add'] } })
    assert.deepEqual(await listNames(accountId, { tags: ['drop'] }), [])
    assert.deepEqual(await listNames(accountId, { tags: ['keep'] }), ['Gateway'])
    assert.deepEqual(await listNames(accountId, { tags: ['add'] }), ['Gateway'])
    await change(check, { config: {} })
    assert.deepEqual(await listNames(accountId, { tags: ['keep', 'add'] }), [])
  })

  test('a deleted check is gone with its tags', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const check = await addCheck(opened.store, accountId, { config: { tags: ['a'] } })
    const remove = () => opened.store.write((db) => deleteCheck(db, check))
    assert.equal(await remove(), true)
    assert.equal(await remove(), false)
    assert.equal(await findCheck(opened.store.read, check), null)
    assert.deepEqual(
      await opened.store.read.selectFrom('check_tags').selectAll().where('check_id', '=', check.id).execute(),
      [],
    )
  })

  test('checks go with their account', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const check = await addCheck(opened.store, accountId, { config: { tags: ['a'] } })
    await opened.store.write((db) => db.deleteFrom('accounts').where('id', '=', accountId).execute())
    assert.equal(await findCheck(opened.store.read, check), null)
  })

  test('pages go from the newest check to the oldest, each check once, with the total on every page', async () => {
    const { id: accountId } = await addAccount(opened.store)
    await addCheck(opened.store, (await addAccount(opened.store)).id)
    const checks = [1, 2, 2, 2, 3].map((createdAt, index) =>
      makeCheck(accountId, { createdAt, name: `check ${index}` }),
    )
    await opened.store.write(async (db) => {
      for (const check of checks) await insertCheck(db, check)
    })
    const expected = checks
      .toSorted((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1))
      .map((check) => check.id)
    const list = (limit: number, offset: number) =>
      listChecks(opened.store.read, { accountId, limit, offset })
    for (const offset of [0, 2, 4, 5, 50]) {
      const { rows, total } = await list(2, offset)
      assert.deepEqual(
        rows.map((check) => check.id),
        expected.slice(offset, offset + 2),
      )
      assert.equal(total, 5)
    }
    const all = await list(5, 0)
    assert.deepEqual(
      all.rows.map((check) => check.id),
      expected,
    )
    assert.deepEqual(await list(0, 0), { rows: [], total: 5 })
    assert.deepEqual(await listChecks(opened.store.read, { accountId: 'nonsense', limit: 5, offset: 0 }), {
      rows: [],
      total: 0,
    })
  })

  test('a list by several tags has each check once, newest first, and counts it once', async () => {
    const { id: accountId } = await addAccount(opened.store)
    for (const [index, tags] of [['a', 'b'], ['b'], ['a', 'b', 'c'], ['c']].entries()) {
      await addCheck(opened.store, accountId, { name: `${index}`, createdAt: index, config: { tags } })
    }
    const list = (tags: string[], offset: number) =>
      listChecks(opened.store.read, { accountId, tags, limit: 2, offset })
    const names = ({ rows, total }: Awaited<ReturnType<typeof list>>) => [
      rows.map((check) => check.name),
      total,
    ]
    assert.deepEqual(names(await list(['a', 'b'], 0)), [['2', '1'], 3])
    assert.deepEqual(names(await list(['a', 'b'], 2)), [['0'], 3])
    assert.deepEqual(names(await list(['b'], 0)), [['2', '1'], 3])
    assert.deepEqual(names(await list(['none'], 0)), [[], 0])
    assert.deepEqual(names(await list([], 0)), [['3', '2'], 4])
  })

  test('filters are joined by and', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const add = (name: string, fields: Parameters<typeof addCheck>[2]) =>
      addCheck(opened.store, accountId, { name, ...fields })
    await add('ÄPFEL 50%_off', { config: { tags: ['fruit'] }, status: 'failed', createdAt: 3 })
    await add('ﬁsh 50 off', { config: { tags: ['fish', 'fruit'] }, status: 'passed', createdAt: 2 })
    await add('äpfel\\n', { checkType: 'TCP', status: 'failed', createdAt: 1 })
    const cases: [Partial<CheckPage>, string[]][] = [
      [{ search: 'äpfel' }, ['ÄPFEL 50%_off', 'äpfel\\n']],
      [{ search: 'FISH' }, ['ﬁsh 50 off']],
      [{ search: '50%_' }, ['ÄPFEL 50%_off']],
      [{ search: '\\' }, ['äpfel\\n']],
      [{ search: '%' }, ['ÄPFEL 50%_off']],
      [{ search: '' }, ['ÄPFEL 50%_off', 'ﬁsh 50 off', 'äpfel\\n']],
      [{ checkType: 'TCP' }, ['äpfel\\n']],
      [{ checkType: 'DNS' }, []],
      [{ status: 'failed' }, ['ÄPFEL 50%_off', 'äpfel\\n']],
      [{ status: 'failed', tags: ['fruit'] }, ['ÄPFEL 50%_off']],
      [{ tags: ['fruit', 'fish'], search: '50', checkType: 'ICMP' }, ['ÄPFEL 50%_off', 'ﬁsh 50 off']],
      [{ tags: ['fish'], search: 'äpfel' }, []],
    ]
    for (const [filter, names] of cases) {
      assert.deepEqual(await listNames(accountId, filter), names, JSON.stringify(filter))
    }
  })
})
