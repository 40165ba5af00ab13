import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forEachEngine } from '../../testing/engines.ts'
import { insertDispatches, listDispatches } from './dispatches.ts'

forEachEngine('parcels that were written down', (engine) => {
  // A file of SQLite has one server only.
  if (engine.name === 'sqlite') return

  test('are listed when their writer is gone or has had the time to publish them', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const [living, gone] = [randomUUID(), randomUUID()]
    const write = async (writer: string, writtenAt: number) => {
      const id = randomUUID()
      const runs = [{ checkNo: 1, origin: 'eu-west-1', snapshot: 1, occurrence: null }]
      const dispatch = { id, writer, slotAt: writtenAt, place: 'eu-west-1', line: 'uptime', runs, writtenAt }
      await store.write((db) => insertDispatches(db, [dispatch]))
      return id
    }
    const late = await write(living, 1_000)
    await write(living, 3_001)
    const left = await write(gone, 3_001)
    const listed = async (writers: readonly string[]) =>
      (await listDispatches(store.read, { writers, since: 3_000 })).map(({ id }) => id)
    assert.deepEqual(await listed([living]), [late, left])
    assert.equal((await listed([])).length, 3)
  })
})
