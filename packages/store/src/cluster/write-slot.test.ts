import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forEachEngine } from '../../testing/engines.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { ensureLeases, takeShards } from './shard-leases.ts'
import { readProgress } from './shard-progress.ts'
import { writePlainSlot } from './write-slot.ts'

forEachEngine('a slot that is written by one statement', (engine) => {
  // A file of SQLite has one server only.
  if (engine.name === 'sqlite') return

  test('case 11: is written whole, or not at all when another server has one of its shards', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const { id: accountId } = await addAccount(store)
    await addCheck(store, accountId)
    const { no: checkNo } = await store.read.selectFrom('check_states').select('no').executeTakeFirstOrThrow()
    const owner = randomUUID()
    await ensureLeases(store.read, [])
    const held = await takeShards(store.read, { owner, leaseMs: 6_000, shards: [3, 4] })
    const write = async (slotAt: number, published: readonly string[]) => {
      const id = randomUUID()
      const isWritten = await writePlainSlot(store.read, {
        owner,
        held,
        due: [{ checkNo, hour: 0, location: 'eu-west-1', count: 1 }],
        progress: held.map(({ shard }) => ({ shard, dispatchedUntil: slotAt, clockEra: 0 })),
        dispatches: [
          { id, writer: owner, slotAt, place: 'eu-west-1', line: 'uptime', runs: [], writtenAt: slotAt },
        ],
        published,
      })
      return { id, isWritten }
    }
    const seen = async () => ({
      due: (await store.read.selectFrom('hourly_rollups').select('due').execute()).map(({ due }) => due),
      ids: (await store.read.selectFrom('dispatches').select('id').execute()).map(({ id }) => id),
      until: [...(await readProgress(store.read, [3, 4])).values()].map(
        ({ dispatchedUntil }) => dispatchedUntil,
      ),
    })
    const first = await write(1_000, [])
    assert.equal(first.isWritten, true)
    assert.deepEqual(await seen(), { due: [1], ids: [first.id], until: [1_000, 1_000] })
    const second = await write(2_000, [first.id])
    assert.deepEqual(await seen(), { due: [2], ids: [second.id], until: [2_000, 2_000] })
    // Another server takes one of them.
    await store.read.updateTable('shard_leases').set({ until_at: 0 }).where('shard', '=', 4).execute()
    await takeShards(store.read, { owner: randomUUID(), leaseMs: 6_000, shards: [4] })
    assert.equal((await write(3_000, [])).isWritten, false)
    assert.deepEqual(await seen(), { due: [2], ids: [second.id], until: [2_000, 2_000] })
  })
})
