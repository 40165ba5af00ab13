import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { forEachEngine } from '../../testing/engines.ts'
import { openStore } from './store.ts'

forEachEngine('the time of the installation', (engine) => {
  test('servers whose clocks differ agree on it with PostgreSQL, and on one machine they have one clock', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.createMigratedDatabase()
    t.after(remove)
    const clock = { now: () => Date.now() + hourMs }
    const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock })
    t.after(() => store.close())
    const aheadMs = (await store.now(store.read)) - Date.now()
    const expectedMs = engine.name === 'postgres' ? 0 : hourMs
    assert.ok(Math.abs(aheadMs - expectedMs) < hourMs / 2)
  })

  test('it goes on within a write', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const [first, last] = await store.write(async (db) => {
      const began = await store.now(db)
      const deadlineMs = performance.now() + 5
      while (performance.now() < deadlineMs);
      return [began, await store.now(db)]
    })
    assert.ok(Number.isInteger(first))
    assert.ok(Number(last) > Number(first))
  })
})
