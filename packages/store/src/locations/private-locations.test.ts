import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addPrivateLocation } from '../../testing/locations.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { upsertAgent } from './agents.ts'
import {
  findNamedLocations,
  usedLocations,
  rewriteCheckLocations,
} from '../checks/check-private-locations.ts'
import { deleteCheck } from '../checks/checks.ts'
import { updateCheck } from '../checks/update-checks.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../engine/failures.ts'
import { findLocationKey, insertLocationKey } from './location-keys.ts'
import {
  type PrivateLocationRow,
  allPrivateLocations,
  deletePrivateLocations,
  findPrivateLocation,
  findPrivateLocationForUpdate,
  listPrivateLocationsOf,
  setAssigned,
  setUnavailable,
  updatePrivateLocation,
} from './private-locations.ts'
import { insertQueueSamples } from '../runs/queue-samples.ts'

forEachEngine('private locations', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function add(
    accountId: string,
    fields: Partial<PrivateLocationRow> = {},
  ): Promise<PrivateLocationRow> {
    const { place: _place, ...location } = await addPrivateLocation(opened.store, { accountId, ...fields })
    return location
  }

  const assign = (check: { id: string; accountId: string }, ...ids: string[]) =>
    opened.store.write((db) => rewriteCheckLocations(db, check, ids))

  const stateOf = async (id: string) => {
    const state = (await allPrivateLocations(opened.store.read)).find((location) => location.id === id)
    assert.ok(state)
    return state
  }

  test('a location is found as it was written, by its own account only', async () => {
    const [mine, other] = [await addAccount(opened.store), await addAccount(opened.store)]
    const location = await add(mine.id, { proxyUrlSealed: 'sealed', updatedAt: 5 })
    const { read } = opened.store
    const { id } = location
    assert.deepEqual(await findPrivateLocation(read, { accountId: mine.id, id }), location)
    assert.deepEqual(await findPrivateLocation(read, { accountId: mine.id, id: id.toUpperCase() }), location)
    assert.equal(await findPrivateLocation(read, { accountId: other.id, id }), null)
    assert.equal(await findPrivateLocation(read, { accountId: mine.id, id: 'nonsense' }), null)
    assert.deepEqual(await listPrivateLocationsOf(read, other.id), [])
  })

  test('the newest location comes first in the list', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const older = await add(accountId, { createdAt: 1 })
    const newer = await add(accountId, { createdAt: 2 })
    assert.deepEqual(await listPrivateLocationsOf(opened.store.read, accountId), [newer, older])
  })

  test('two accounts may use one slug, one account may not use it twice', async () => {
    const [mine, other] = [await addAccount(opened.store), await addAccount(opened.store)]
    await add(mine.id, { slugName: 'berlin' })
    await add(other.id, { slugName: 'berlin' })
    await assert.rejects(add(mine.id, { slugName: 'berlin' }), isUniqueViolation)
  })

  test('an update changes what a user may change and nothing else', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const location = await add(accountId, { unavailableSince: 7 })
    const change = { name: 'Cellar', icon: 'rack', proxyUrlSealed: 'sealed', updatedAt: 9 }
    const update = (id: string) =>
      opened.store.write((db) => updatePrivateLocation(db, { id, accountId, ...change }))
    assert.equal(await update(location.id), true)
    assert.deepEqual(await findPrivateLocation(opened.store.read, location), { ...location, ...change })
    assert.equal(await update(randomUUID()), false)
  })

  test('a deleted location is gone with its keys, agents and samples', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const location = await add(accountId)
    const hash = randomUUID()
    const key = { id: randomUUID(), hash, lastFour: 'abcd', createdAt: 1 }
    await opened.store.write(async (db) => {
      await insertLocationKey(db, { ...key, place: { kind: 'private', privateLocationId: location.id } })
      await upsertAgent(db, {
        id: randomUUID(),
        locationKeyId: key.id,
        location: location.slugName,
        accountId,
        privateLocationId: location.id,
        version: '8.4.0',
        imageVariant: 'main',
        details: {},
        registeredAt: 1,
        lastSeenAt: 1,
      })
      const sample = { queued: 1, oldestSeconds: 1, dropped: 0, inflight: 0 }
      await insertQueueSamples(db, [{ privateLocationId: location.id, minuteAt: 0, ...sample }])
    })
    const remove = () => opened.store.write((db) => deletePrivateLocations(db, [location]))
    assert.equal(await remove(), 1)
    assert.equal(await remove(), 0)
    assert.equal(await findLocationKey(opened.store.read, hash), null)
    for (const table of ['location_keys', 'agents', 'queue_samples'] as const) {
      const left = await opened.store.read
        .selectFrom(table)
        .selectAll()
        .where('private_location_id', '=', location.id)
        .execute()
      assert.deepEqual(left, [], table)
    }
  })

  test('a location that a check names cannot be deleted until the check is gone or names another', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const [first, second] = [await add(accountId), await add(accountId)]
    const check = await addCheck(opened.store, accountId)
    await assign(check, first.id, second.id, first.id)
    const remove = (location: PrivateLocationRow) =>
      opened.store.write((db) => deletePrivateLocations(db, [location]))
    const used = () => usedLocations(opened.store.read, [first, second])
    await assert.rejects(remove(first), isForeignKeyViolation)
    assert.deepEqual(await used(), new Set([first.id, second.id]))
    await assign(check, second.id)
    assert.deepEqual(await used(), new Set([second.id]))
    assert.equal(await remove(first), 1)
    await assert.rejects(remove(second), isForeignKeyViolation)
    await opened.store.write((db) => deleteCheck(db, check))
    assert.equal(await remove(second), 1)
  })

  test('an account goes with its locations, also those that its checks name', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const location = await add(accountId)
    await assign(await addCheck(opened.store, accountId), location.id)
    await opened.store.write((db) => db.deleteFrom('accounts').where('id', '=', accountId).execute())
    assert.equal(await findPrivateLocation(opened.store.read, location), null)
  })

  test('names are looked up by slug and by id, in the account only', async () => {
    const [mine, other] = [await addAccount(opened.store), await addAccount(opened.store)]
    const [first, second] = [await add(mine.id), await add(mine.id)]
    const foreign = await add(other.id, { slugName: 'foreign' })
    const names = [first.slugName, second.id.toUpperCase(), 'foreign', foreign.id, 'nowhere', first.slugName]
    assert.deepEqual(
      await opened.store.write((db) => findNamedLocations(db, { accountId: mine.id, names })),
      new Map([
        [first.slugName, first.id],
        [second.id.toUpperCase(), second.id],
      ]),
    )
  })

  test('a check that is being written keeps its location from being deleted, or finds it gone', async () => {
    const { id: accountId } = await addAccount(opened.store)
    for (let round = 0; round < 10; round += 1) {
      const location = await add(accountId)
      const check = await addCheck(opened.store, accountId)
      const [named, deleted] = await Promise.all([
        opened.store.write(async (db) => {
          const found = await findNamedLocations(db, { accountId, names: [location.slugName] })
          await rewriteCheckLocations(db, check, found.values())
          return found.size
        }),
        opened.store.write(async (db) => {
          const locked = await findPrivateLocationForUpdate(db, location)
          assert.ok(locked)
          const used = await usedLocations(db, [locked])
          return used.size === 0 && (await deletePrivateLocations(db, [locked])) === 1
        }),
      ])
      assert.equal(deleted, named === 0)
    }
  })

  test('the watch sees which locations have activated checks', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const location = await add(accountId)
    assert.equal((await stateOf(location.id)).hasActivatedChecks, false)
    const check = await addCheck(opened.store, accountId, { activated: false })
    await assign(check, location.id)
    assert.equal((await stateOf(location.id)).hasActivatedChecks, false)
    await opened.store.write((db) => updateCheck(db, check, { ...check, activated: true }))
    assert.deepEqual(await stateOf(location.id), {
      id: location.id,
      accountId,
      name: location.name,
      slugName: location.slugName,
      createdAt: location.createdAt,
      unavailableSince: null,
      assignedSince: null,
      hasActivatedChecks: true,
    })
  })

  test('exactly one caller sees a location become unavailable, and available again', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id } = await add(accountId)
    const set = (at: number | null) =>
      Promise.all([1, 2, 3].map(() => opened.store.write((db) => setUnavailable(db, id, at))))
    assert.deepEqual((await set(null)).filter(Boolean), [])
    assert.equal((await set(50)).filter(Boolean).length, 1)
    assert.equal((await stateOf(id)).unavailableSince, 50)
    assert.equal((await set(null)).filter(Boolean).length, 1)
    assert.equal((await stateOf(id)).unavailableSince, null)
  })

  test('a location remembers since when checks are assigned', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id } = await add(accountId)
    const set = (at: number | null) => opened.store.write((db) => setAssigned(db, id, at))
    assert.deepEqual([await set(20), await set(30)], [true, false])
    assert.equal((await stateOf(id)).assignedSince, 20)
    assert.equal(await set(null), true)
    assert.equal((await stateOf(id)).assignedSince, null)
  })
})
