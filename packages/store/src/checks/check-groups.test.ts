import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addGroup } from '../../testing/groups.ts'
import { addPrivateLocation } from '../../testing/locations.ts'
import { addAccount, addCheck, makeCheck } from '../../testing/rows.ts'
import {
  deleteGroup,
  findGroup,
  findGroupForUpdate,
  groupsByIds,
  keepGroups,
  listGroups,
  updateGroup,
} from './check-groups.ts'
import { usedLocations } from './check-private-locations.ts'
import { insertCheck } from './checks.ts'
import { updateCheck } from './update-checks.ts'
import { checkIdsOfGroups, checksInGroupOrder, listGroupChecks } from './group-checks.ts'
import { rewriteGroupLocations } from './check-private-locations.ts'
import { findAllScheduled, findScheduled, schedulePage } from './scheduled-checks.ts'
import { listSessionTargets } from '../runs/session-targets.ts'

const unknown = 999_999

forEachEngine('check groups', (engine) => {
  let opened: OpenedStore
  let accountId: string
  let stranger: string
  before(async () => {
    opened = await engine.open()
    accountId = (await addAccount(opened.store)).id
    stranger = (await addAccount(opened.store)).id
  })
  after(() => opened.close())
  const newAccount = async () => (await addAccount(opened.store)).id

  test('a group is found by its account only, and by several ids at once', async () => {
    const { read } = opened.store
    const group = await addGroup(opened.store, accountId, { config: { tags: ['b', 'a'] } })
    const other = await addGroup(opened.store, accountId, { version: 1, muted: true, concurrency: 7 })
    assert.deepEqual(await findGroup(read, { accountId, id: group.id }), group)
    assert.equal(await findGroup(read, { accountId: stranger, id: group.id }), null)
    assert.equal(await findGroup(read, { accountId, id: unknown }), null)
    const found = await groupsByIds(read, { accountId, ids: [group.id, other.id, other.id, unknown] })
    assert.deepEqual(
      [...found.values()].toSorted((left, right) => left.id - right.id),
      [group, other],
    )
    assert.equal((await groupsByIds(read, { accountId: stranger, ids: [group.id] })).size, 0)
    const ids = [other.id, group.id, group.id, unknown, 1.5, 1e300, -1]
    assert.deepEqual(await keepGroups(read, { accountId, ids }), new Set([group.id, other.id]))
    assert.equal((await keepGroups(read, { accountId: stranger, ids })).size, 0)
  })

  test('a list is newest first, paged, with its total, and filtered by tags and by names in any case', async () => {
    const account = await newAccount()
    const { read } = opened.store
    for (const [index, name] of ['Shop', 'Straße', 'shop', 'Blog', 'Docs'].entries()) {
      const tags = [index % 2 === 0 ? 'even' : 'odd', 'all']
      await addGroup(opened.store, account, {
        name,
        createdAt: 1_000 + Math.floor(index / 2),
        config: { tags },
      })
    }
    const names = async (filter: object, limit = 10, offset = 0) => {
      const { rows, total } = await listGroups(read, { accountId: account, limit, offset, ...filter })
      return [rows.map(({ name }) => name).join(' '), total]
    }
    assert.deepEqual(await names({}), ['Docs Blog shop Straße Shop', 5])
    assert.deepEqual(await names({}, 2, 2), ['shop Straße', 5])
    assert.deepEqual(await names({}, 2, 9), ['', 5])
    assert.deepEqual(await names({ tags: ['odd'] }), ['Blog Straße', 2])
    assert.deepEqual(await names({ tags: ['odd', 'even'] }), ['Docs Blog shop Straße Shop', 5])
    assert.deepEqual(await names({ names: ['SHOP', 'docs'] }), ['Docs shop Shop', 3])
    assert.deepEqual(await names({ names: ['sho'] }), ['', 0])
    assert.deepEqual(await names({ names: ['shop'], tags: ['odd'] }), ['', 0])
  })

  test('an update replaces everything and the tags by which the group is found', async () => {
    const account = await newAccount()
    const { read, write } = opened.store
    const group = await addGroup(opened.store, account, { config: { tags: ['old', 'both'] } })
    const changed = {
      ...group,
      version: 1 as const,
      name: 'Other',
      activated: false,
      muted: true,
      concurrency: 1,
      config: { tags: ['both', 'new', 'new'] },
      sealedConfig: 'sealed',
      updatedAt: 2_000,
    }
    await write(async (db) => {
      const stored = await findGroupForUpdate(db, { accountId: account, id: group.id })
      assert.ok(stored)
      await updateGroup(db, stored, changed)
    })
    assert.deepEqual(await findGroup(read, { accountId: account, id: group.id }), changed)
    const by = async (tag: string) =>
      (await listGroups(read, { accountId: account, limit: 10, offset: 0, tags: [tag] })).total
    assert.deepEqual([await by('old'), await by('both'), await by('new')], [0, 1, 1])
  })

  test('a group with checks stays, and goes without them', async () => {
    const { write } = opened.store
    const group = await addGroup(opened.store, accountId, { config: { tags: ['a'] } })
    const check = await addCheck(opened.store, accountId, { groupId: group.id })
    const remove = (account: string) => write((db) => deleteGroup(db, { accountId: account, id: group.id }))
    assert.equal(await remove(stranger), 'unknown')
    assert.equal(await remove(accountId), 'used')
    await write((db) => updateCheck(db, check, { ...check, groupId: null }))
    assert.equal(await remove(accountId), 'deleted')
    assert.equal(await remove(accountId), 'unknown')
  })

  test('a group is not deleted under a check that joins it', async () => {
    const { read, write } = opened.store
    for (let round = 0; round < 10; round += 1) {
      const group = await addGroup(opened.store, accountId)
      const key = { accountId, id: group.id }
      const join = write(async (db) => {
        const isThere = (await keepGroups(db, { accountId, ids: [group.id] })).size > 0
        if (isThere) await insertCheck(db, makeCheck(accountId, { groupId: group.id }))
        return isThere
      })
      const [joined, outcome] = await Promise.all([join, write((db) => deleteGroup(db, key))])
      assert.equal(outcome, joined ? 'used' : 'deleted')
      assert.equal((await findGroup(read, key)) !== null, joined)
    }
  })

  test('its checks are listed newest first, and in their order for a run of all', async () => {
    const { read } = opened.store
    const group = await addGroup(opened.store, accountId)
    const add = async (name: string, groupOrder: number | null, createdAt: number, fields = {}) =>
      await addCheck(opened.store, accountId, {
        name,
        groupId: group.id,
        createdAt,
        config: { groupOrder },
        ...fields,
      })
    const checks = [
      await add('unplaced', null, 1_000),
      await add('second', 2, 1_001),
      await add('first', 0.5, 1_002),
      await add('off', 0, 1_003, { activated: false }),
      await add('later', null, 1_004),
      await add('second too', 2, 1_005),
    ]
    const newest = checks.map(({ name }) => name).toReversed()
    const page = await listGroupChecks(read, { groupId: group.id, limit: 4, offset: 1 })
    assert.deepEqual(
      page.rows.map(({ name }) => name),
      newest.slice(1, 5),
    )
    assert.equal(page.total, 6)
    const ids = await checkIdsOfGroups(read, [group.id, unknown])
    assert.deepEqual(ids.get(group.id), checks.map(({ id }) => id).toReversed())
    assert.deepEqual(ids.get(unknown), [])
    const inOrder = await checksInGroupOrder(read, group.id)
    assert.deepEqual(
      inOrder.map(({ name }) => name),
      ['first', 'second', 'second too', 'unplaced', 'later'],
    )
  })

  test('the schedule has every check as its group lets it run', async () => {
    const { read } = opened.store
    const config = { tags: ['g'], locations: ['us-east-1'], runParallel: true, retryStrategy: null }
    const group = await addGroup(opened.store, accountId, { activated: false, muted: true, config })
    const own = {
      tags: ['c'],
      locations: ['eu-west-1'],
      runParallel: false,
      retryStrategy: null,
      doubleCheck: true,
    }
    const check = await addCheck(opened.store, accountId, { groupId: group.id, config: own })
    const alone = await addCheck(opened.store, accountId, { config: own })
    const scheduled = await findScheduled(read, check.id)
    assert.ok(scheduled)
    const { activated, muted, config: effective } = scheduled.check
    assert.deepEqual([activated, muted], [false, true])
    assert.deepEqual(effective, {
      tags: ['c', 'g'],
      locations: ['us-east-1'],
      privateLocations: [],
      runParallel: true,
      runtimeId: null,
      retryStrategy: null,
      doubleCheck: false,
    })
    assert.deepEqual((await findScheduled(read, alone.id))?.check, alone)
    const page = await schedulePage(read, { after: scheduled.no - 1, limit: 1 })
    assert.deepEqual(page, [scheduled])
    const both = await findAllScheduled(read, [check.id, alone.id])
    assert.deepEqual(new Set(both.map(({ check: { id } }) => id)), new Set([check.id, alone.id]))
    assert.deepEqual(await findAllScheduled(read, []), [])
  })

  test('tags of a group count for sessions, and a deactivated group has no checks for them', async () => {
    const account = await newAccount()
    const { read } = opened.store
    const on = await addGroup(opened.store, account, { config: { tags: ['g', 'shared'] } })
    const off = await addGroup(opened.store, account, { activated: false, config: { tags: ['g'] } })
    const add = (name: string, groupId: number | null, tags: string[]) =>
      addCheck(opened.store, account, { name, groupId, config: { tags } })
    await add('in', on.id, ['c'])
    await add('off', off.id, ['c'])
    await add('alone', null, ['c', 'shared'])
    const match = async (...matchTags: string[][]) => {
      const found = await listSessionTargets(read, { accountId: account, matchTags }, 10)
      return found.map(({ name }) => name).toSorted()
    }
    assert.deepEqual(await match(['g']), ['in'])
    assert.deepEqual(await match(['c']), ['alone', 'in'])
    assert.deepEqual(await match(['c', 'g']), ['in'])
    assert.deepEqual(await match(['shared']), ['alone', 'in'])
    assert.deepEqual(await match(['!g']), ['alone'])
    assert.deepEqual(await match(['c', '!shared']), [])
    const all = await listSessionTargets(read, { accountId: account }, 10)
    assert.deepEqual(all.map(({ name }) => name).toSorted(), ['alone', 'in'])
  })

  test('a private location that a group names is in use until the group lets it go', async () => {
    const { read, write } = opened.store
    const group = await addGroup(opened.store, accountId)
    const { id } = await addPrivateLocation(opened.store, { accountId })
    const isUsed = async () => (await usedLocations(read, [{ id }])).has(id)
    assert.equal(await isUsed(), false)
    for (const _ of [1, 2]) {
      await write((db) => rewriteGroupLocations(db, group, [id]))
      assert.equal(await isUsed(), true)
    }
    await write((db) => rewriteGroupLocations(db, group, []))
    assert.equal(await isUsed(), false)
    await write((db) => rewriteGroupLocations(db, group, [id]))
    await write((db) => deleteGroup(db, { accountId, id: group.id }))
    assert.equal(await isUsed(), false)
  })
})
