import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { forEachEngine, type OpenedStore } from '../../testing/engines.ts'
import { untilSomebodyWaits } from '../../testing/waiting-locks.ts'
import { countDueRuns } from '../runs/due-runs.ts'
import { deleteDispatches, type Dispatch, insertDispatches, listDispatches } from './dispatches.ts'
import { ensureLeases, fenceShards, type HeldShard, takeShards } from './shard-leases.ts'
import { setProgress } from './shard-progress.ts'
import { type PlainSlot, writePlainSlot } from './write-slot.ts'

const owner = randomUUID()
const other = randomUUID()

forEachEngine('a slot that is written by one statement', (engine) => {
  // A file of SQLite has one server only.
  if (engine.name === 'sqlite') return

  let opened: OpenedStore
  let held: HeldShard[]
  before(async () => {
    opened = await engine.open()
    await ensureLeases(opened.store.read, [])
  })
  after(() => opened.close())
  beforeEach(async () => {
    await empty()
    await opened.store.read.updateTable('shard_leases').set({ owner: null }).execute()
    held = await takeShards(opened.store.read, { owner, leaseMs: 60_000, shards: [3, 4] })
  })

  async function empty(): Promise<void> {
    for (const table of ['hourly_rollups', 'shard_progress', 'dispatches'] as const) {
      await opened.store.read.deleteFrom(table).execute()
    }
  }

  async function seen() {
    const { read } = opened.store
    return {
      due: await read
        .selectFrom('hourly_rollups')
        .selectAll()
        .orderBy('check_no')
        .orderBy('hour')
        .orderBy('location')
        .execute(),
      progress: await read.selectFrom('shard_progress').selectAll().orderBy('shard').execute(),
      dispatches: await read.selectFrom('dispatches').selectAll().orderBy('id').execute(),
    }
  }

  function someDispatch(fields: Partial<Dispatch> = {}): Dispatch {
    return {
      id: randomUUID(),
      writer: owner,
      slotAt: 1_000,
      place: 'eu-west-1',
      line: 'uptime',
      runs: [],
      writtenAt: 1_005,
      ...fields,
    }
  }

  function someSlot(fields: Partial<PlainSlot> = {}): PlainSlot {
    return {
      owner,
      held,
      due: [{ checkNo: 3, hour: 0, location: 'eu-west-1', count: 1 }],
      progress: held.map(({ shard }) => ({ shard, dispatchedUntil: 1_000, clockEra: 0 })),
      dispatches: [someDispatch()],
      published: [],
      ...fields,
    }
  }

  /** What the statement stands for. */
  async function writeInParts({ due, progress, dispatches, published, ...lease }: PlainSlot): Promise<void> {
    await opened.store.write(async (db) => {
      const fenced = await fenceShards(db, lease)
      await deleteDispatches(db, published)
      if (fenced.size < lease.held.length) return
      await countDueRuns(db, due)
      await setProgress(db, progress)
      await insertDispatches(db, dispatches)
    })
  }

  /** Another server has it, or this one anew. */
  async function takeFrom(shard: number, by: string): Promise<void> {
    await opened.store.read
      .updateTable('shard_leases')
      .set({ until_at: 0 })
      .where('shard', '=', shard)
      .execute()
    const taken = await takeShards(opened.store.read, { owner: by, leaseMs: 60_000, shards: [shard] })
    assert.equal(taken.length, 1)
  }

  test('leaves the same rows as a transaction of its parts', async () => {
    const old = [someDispatch({ slotAt: 1 }), someDispatch({ slotAt: 2 }), someDispatch({ slotAt: 3 })]
    const occurrence = { origins: ['a', 'b'], carried: ['c'], isParallel: true }
    const runs = [
      { checkNo: 3, origin: 'eu-west-1', snapshot: 7, occurrence: null },
      { checkNo: 67, origin: 'it\'s "here", {\\NULL}', snapshot: 8, occurrence },
    ]
    const hourMs = 3_600_000
    const slots = [
      someSlot({
        due: [
          { checkNo: 67, hour: hourMs, location: 'it\'s "here", {\\NULL}', count: 2 },
          { checkNo: 3, hour: 0, location: 'eu-west-1', count: 1 },
          { checkNo: 67, hour: hourMs, location: 'eu-west-1', count: 1 },
          { checkNo: 3, hour: 0, location: 'eu-west-1', count: 4 },
        ],
        dispatches: [
          someDispatch({ runs, place: `private/${randomUUID()}`, line: 'main', slotAt: 5_000 }),
          someDispatch({ place: '', line: '', writtenAt: 77 }),
        ],
        published: old.slice(0, 2).map(({ id }) => id),
      }),
      someSlot({ progress: [{ shard: 4, dispatchedUntil: 9_000, clockEra: 1 }] }),
      someSlot({ due: [], progress: [], dispatches: [], published: [randomUUID()] }),
    ]
    const rowsAfter = async (write: (slot: PlainSlot) => Promise<unknown>) => {
      await empty()
      await insertDispatches(opened.store.read, old)
      for (const slot of slots) await write(slot)
      return await seen()
    }
    const inParts = await rowsAfter(writeInParts)
    assert.deepEqual(
      inParts.due.map(({ check_no: no, hour, location, due }) => [no, hour, location, due]),
      [
        [3, 0, 'eu-west-1', 6],
        [67, hourMs, 'eu-west-1', 1],
        [67, hourMs, 'it\'s "here", {\\NULL}', 2],
      ],
    )
    assert.equal(inParts.dispatches.length, 1 + 2 + 1)
    const inOne = await rowsAfter(async (slot) =>
      assert.equal(await writePlainSlot(opened.store.read, slot), true),
    )
    assert.deepEqual(inOne, inParts)
    const inOrder = (left: Dispatch, right: Dispatch) => (left.id < right.id ? -1 : 1)
    const listed = await listDispatches(opened.store.read, { writers: [], since: 0 })
    const written = [...old.slice(2), ...slots.flatMap(({ dispatches }) => dispatches)]
    assert.deepEqual(listed.toSorted(inOrder), written.toSorted(inOrder))
  })

  test('does not take the progress of a shard back, unless the clock was set back', async () => {
    const steps: [dispatchedUntil: number, clockEra: number, until: number, era: number][] = [
      [9_000, 0, 9_000, 0],
      [8_000, 0, 9_000, 0],
      [500, 1, 500, 1],
      [400, 1, 500, 1],
      [600, 0, 600, 1],
    ]
    for (const [dispatchedUntil, clockEra, until, era] of steps) {
      const slot = someSlot({ progress: [{ shard: 4, dispatchedUntil, clockEra }] })
      assert.equal(await writePlainSlot(opened.store.read, slot), true)
      assert.deepEqual((await seen()).progress, [{ shard: 4, dispatched_until: until, clock_era: era }])
    }
  })

  test('case 11: is not written at all when one of its shards is not held as it was', async () => {
    const published = someDispatch()
    const losses: [what: string, lose: () => Promise<unknown>][] = [
      ['another server has it', async () => await takeFrom(4, other)],
      ['this server has it anew', async () => await takeFrom(3, owner)],
      [
        'nobody has it',
        async () =>
          await opened.store.read
            .updateTable('shard_leases')
            .set({ owner: null })
            .where('shard', '=', 4)
            .execute(),
      ],
      [
        'its row is gone',
        async () => await opened.store.read.deleteFrom('shard_leases').where('shard', '=', 4).execute(),
      ],
    ]
    for (const [what, lose] of losses) {
      await opened.store.read.updateTable('shard_leases').set({ owner: null }).execute()
      held = await takeShards(opened.store.read, { owner, leaseMs: 60_000, shards: [3, 4] })
      await empty()
      await insertDispatches(opened.store.read, [published])
      const slot = someSlot({ published: [published.id] })
      await lose()
      assert.equal(await writePlainSlot(opened.store.read, slot), false, what)
      // What is in the queue needs no row, whoever has the shards.
      assert.deepEqual(await seen(), { due: [], progress: [], dispatches: [] }, what)
    }
    await ensureLeases(opened.store.read, [])
  })

  test('waits for whoever is taking one of its shards, and is not written if that was done', async () => {
    const { read, write } = opened.store
    for (const isTaken of [false, true]) {
      await empty()
      let writing: Promise<boolean> = Promise.resolve(false)
      const taking = write(async (db) => {
        await db.updateTable('shard_leases').set({ until_at: 0 }).where('shard', '=', 4).execute()
        await takeShards(db, { owner: other, leaseMs: 60_000, shards: [4] })
        writing = writePlainSlot(read, someSlot())
        await untilSomebodyWaits(read)
        if (!isTaken) throw new Error('given up')
      })
      if (isTaken) await taking
      else await assert.rejects(taking, /given up/)
      assert.equal(await writing, !isTaken)
      const { due, progress, dispatches } = await seen()
      const count = isTaken ? 0 : 1
      assert.deepEqual([due.length, progress.length, dispatches.length], [count, 2 * count, count])
    }
  })

  test('does not wait for a renewal, and lets nobody take its shards before it is on the disk', async () => {
    const { read, write } = opened.store
    await write(async (db) => {
      await db.updateTable('shard_leases').set({ until_at: 1 }).where('owner', '=', owner).execute()
      assert.equal(await writePlainSlot(read, someSlot()), true)
    })
    // They have run out by now.
    await write(async (db) => {
      assert.equal(await writePlainSlot(db, someSlot()), true)
      const lease = { owner: other, leaseMs: 60_000, shards: [3, 4] }
      assert.deepEqual(await takeShards(read, lease), [])
    })
    const taken = await takeShards(read, { owner: other, leaseMs: 60_000, shards: [3, 4] })
    assert.equal(taken.length, 2)
    assert.equal(await writePlainSlot(read, someSlot()), false)
  })
})
