import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { forEachEngine } from '../../testing/engines.ts'
import { addPrivateLocation } from '../../testing/locations.ts'
import { insertLocationEvent, listLocationEvents, locationEventKinds } from './location-events.ts'

forEachEngine('events of locations', (engine) => {
  test('events come back as they were told, the newest first', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const { id: privateLocationId, accountId, slugName } = await addPrivateLocation(store)
    const events = locationEventKinds.map((kind, index) => ({
      id: randomUUIDv7(),
      accountId: index === 0 ? null : accountId,
      privateLocationId: index === 0 ? null : privateLocationId,
      location: index === 0 ? 'eu-west-1' : slugName,
      kind,
      detail: `It is ${kind}`,
      at: 1_000 + index,
    }))
    for (const event of events) {
      await store.write((db) => insertLocationEvent(db, event))
    }
    assert.deepEqual(await listLocationEvents(store.read, { limit: 10 }), events.toReversed())
    assert.deepEqual(await listLocationEvents(store.read, { limit: 1 }), events.slice(-1))
  })
})
