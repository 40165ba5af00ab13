import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addLocationKey, addPrivateLocation } from '../../testing/locations.ts'
import { untilSomebodyWaits } from '../../testing/waiting-locks.ts'
import {
  type LocationRef,
  deleteLocationKey,
  findLocationKey,
  listDataCenterKeys,
  listPrivateLocationKeys,
  touchLocationKeys,
} from './location-keys.ts'

forEachEngine('location keys', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  test('a key leads to its private location, by slug', async () => {
    const { accountId, id, place, slugName } = await addPrivateLocation(opened.store)
    const key = await addLocationKey(opened.store, place)
    assert.deepEqual(await findLocationKey(opened.store.read, key.hash), {
      keyId: key.id,
      hash: key.hash,
      kind: 'private',
      accountId,
      privateLocationId: id,
      location: slugName,
    })
    assert.equal(await findLocationKey(opened.store.read, 'unknown'), null)
  })

  test('a key leads to its data center, by code', async () => {
    const key = await addLocationKey(opened.store, { kind: 'data-center', dataCenter: 'eu-west-1' })
    assert.deepEqual(await findLocationKey(opened.store.read, key.hash), {
      keyId: key.id,
      hash: key.hash,
      kind: 'data-center',
      accountId: null,
      privateLocationId: null,
      location: 'eu-west-1',
    })
  })

  test('a location never gets more than two keys, however many are asked for at once', async () => {
    const { place } = await addPrivateLocation(opened.store)
    for (const each of [place, { kind: 'data-center', dataCenter: 'eu-west-2' } as const]) {
      const outcomes = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(async () => await addLocationKey(opened.store, each)),
      )
      assert.deepEqual(outcomes.map(({ outcome }) => outcome).toSorted(), [
        'full',
        'full',
        'full',
        'full',
        'inserted',
        'inserted',
      ])
    }
    const other = { kind: 'data-center', dataCenter: 'eu-west-3' } as const
    assert.equal((await addLocationKey(opened.store, other)).outcome, 'inserted')
  })

  test('a location that is gone gets no key', async () => {
    const place = { kind: 'private', privateLocationId: randomUUID() } as const
    assert.equal((await addLocationKey(opened.store, place)).outcome, 'gone')
  })

  test('keys are listed by location, oldest first, with their last use', async () => {
    const [first, second] = [await addPrivateLocation(opened.store), await addPrivateLocation(opened.store)]
    const newer = await addLocationKey(opened.store, first.place, 2)
    const older = await addLocationKey(opened.store, first.place, 1)
    const other = await addLocationKey(opened.store, second.place, 3)
    const touch = (at: number) =>
      opened.store.write((db) => touchLocationKeys(db, new Map([older, other].map(({ id }) => [id, at]))))
    await touch(70)
    await touch(60)
    const { read } = opened.store
    const listed = await listPrivateLocationKeys(read, [first.id, second.id])
    assert.deepEqual(
      listed.map((key) => [key.id, key.privateLocationId, key.lastUsedAt]),
      [
        [older.id, first.id, 70],
        [newer.id, first.id, null],
        [other.id, second.id, 70],
      ],
    )
    assert.deepEqual(await listPrivateLocationKeys(read, []), [])
    const dataCenter = 'sa-east-1'
    const key = await addLocationKey(opened.store, { kind: 'data-center', dataCenter })
    assert.deepEqual(await listDataCenterKeys(read, dataCenter), [
      {
        id: key.id,
        kind: 'data-center',
        privateLocationId: null,
        dataCenter,
        lastFour: 'abcd',
        createdAt: 1_000,
        lastUsedAt: null,
      },
    ])
  })

  test('each of many keys has its own time of use, and what else is known of it stays', async () => {
    const places = await Promise.all([1, 2, 3, 4].map(async () => await addPrivateLocation(opened.store)))
    const keys = await Promise.all(places.map(async ({ place }) => await addLocationKey(opened.store, place)))
    const ids = keys.map(({ id }): string => id)
    const rows = async () => {
      const found = await opened.store.read
        .selectFrom('location_keys')
        .selectAll()
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
      return found.map((row) => ({ ...row }))
    }
    const touch = async (usedAts: readonly number[]) => {
      const usedAtById = new Map(usedAts.map((at, index) => [ids[index] ?? '', at]))
      await opened.store.write((db) => touchLocationKeys(db, new Map([...usedAtById, [randomUUID(), 999]])))
    }
    const asTheyWere = await rows()
    await touch([10, 90])
    await touch([70, 60, 50])
    const usedAt = new Map(ids.map((id, index) => [id, [70, 90, 50, null][index]]))
    assert.deepEqual(
      await rows(),
      asTheyWere.map((row) => ({ ...row, last_used_at: usedAt.get(row.id) })),
    )
    await opened.store.write((db) => touchLocationKeys(db, new Map()))
  })

  if (engine.name === 'postgres') {
    test('uses of keys wait for others in the order of ids, and then go by what those have written', async () => {
      const { place } = await addPrivateLocation(opened.store)
      const other = await addPrivateLocation(opened.store)
      const keys = [
        await addLocationKey(opened.store, place),
        await addLocationKey(opened.store, place),
        await addLocationKey(opened.store, other.place),
      ]
      const [first = '', second = '', third = ''] = keys.map(({ id }) => id).toSorted()
      const { read } = opened.store
      let waiting: Promise<void> = Promise.resolve()
      await opened.store.write(async (db) => {
        await touchLocationKeys(db, new Map([[first, 700]]))
        waiting = touchLocationKeys(read, new Map([third, second, first].map((id) => [id, 600])))
        await untilSomebodyWaits(read)
        // Nobody has them: two servers that touch the same keys cannot wait for each other.
        await sql`select id from location_keys where id in (${second}, ${third}) for update nowait`.execute(
          db,
        )
        await db.deleteFrom('location_keys').where('id', '=', second).execute()
      })
      await waiting
      const rows = await read
        .selectFrom('location_keys')
        .select(['id', 'last_used_at'])
        .where('id', 'in', [first, second, third])
        .orderBy('id')
        .execute()
      assert.deepEqual(rows, [
        { id: first, last_used_at: 700 },
        { id: third, last_used_at: 600 },
      ])
    })
  }

  test('a key is deleted at its own location only, and makes room for another', async () => {
    const [first, second] = [await addPrivateLocation(opened.store), await addPrivateLocation(opened.store)]
    const key = await addLocationKey(opened.store, first.place)
    await addLocationKey(opened.store, first.place)
    const remove = (id: string, place: LocationRef) =>
      opened.store.write((db) => deleteLocationKey(db, { id, place }))
    assert.equal(await remove(key.id, second.place), false)
    assert.equal(await remove(key.id, { kind: 'data-center', dataCenter: 'eu-west-1' }), false)
    assert.equal(await remove('nonsense', first.place), false)
    assert.equal(await remove(key.id, first.place), true)
    assert.equal(await remove(key.id, first.place), false)
    assert.equal(await findLocationKey(opened.store.read, key.hash), null)
    assert.equal((await addLocationKey(opened.store, first.place)).outcome, 'inserted')
  })
})
