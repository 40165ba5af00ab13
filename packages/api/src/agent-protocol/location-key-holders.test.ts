import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { deleteLocationKey, insertLocationKey } from '@sonde/store/locations/location-keys.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { createLocationKeyHolders, keptMs } from './location-key-holders.ts'

forOneEngine('holders of keys of locations', (engine) => {
  test('a key that was deleted is good for a moment where servers share the work, and nowhere else', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    let nowMs = 0
    const [alone, shared] = [false, true].map((isShared) =>
      createLocationKeyHolders({ read: store.read, isShared, steadyMs: () => nowMs }),
    )
    assert.ok(alone !== undefined && shared !== undefined)
    const place = { kind: 'data-center', dataCenter: 'eu-west-1' } as const
    const key = { id: randomUUID(), hash: '0f', lastFour: 'abcd', createdAt: 1, place }
    assert.equal(await shared(key.hash), null)
    await store.write((db) => insertLocationKey(db, key))
    // What was not there a moment ago is looked for again.
    assert.equal((await shared(key.hash))?.keyId, key.id)
    assert.equal((await alone(key.hash))?.keyId, key.id)
    await store.write((db) => deleteLocationKey(db, key))
    assert.equal(await alone(key.hash), null)
    nowMs = keptMs - 1
    assert.equal((await shared(key.hash))?.keyId, key.id)
    nowMs = keptMs
    assert.equal(await shared(key.hash), null)
  })
})
