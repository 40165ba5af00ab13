import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { listServers } from '@sonde/store/cluster/servers.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { createKeptLog } from '../../testing/kept-log.ts'
import { createDatabaseClock } from './database-clock.ts'
import { createPresence } from './presence.ts'

forEachEngine('the presence of servers', (engine) => {
  // A file of SQLite has one server only.
  if (engine.name === 'sqlite') return

  test('is told with every beat and ends with the server; a clock that is off is told once', async (t) => {
    const { store, close } = await engine.open()
    const log = createKeptLog()
    const present = (name: string, aheadMs: number) =>
      createPresence({
        store,
        clock: { now: () => systemClock.now() + aheadMs },
        databaseClock: createDatabaseClock({ steadyMs: () => performance.now() }),
        steadyMs: () => performance.now(),
        log,
        sign: { id: randomUUID(), name, roles: ['api'], version: '1.0.0', usesNats: false },
        hasNats: null,
        leases: null,
      })
    const [one, other] = [present('one', 0), present('other', 90_000)]
    t.after(close)
    await one.start()
    await other.start()
    const listed = await listServers(store.read)
    assert.deepEqual(
      listed.map(({ name, roles, version }) => ({ name, roles, version })),
      ['one', 'other'].map((name) => ({ name, roles: ['api'], version: '1.0.0' })),
    )
    assert.ok(one.silentMs() < 60_000)
    await one.stop()
    assert.deepEqual(
      (await listServers(store.read)).map(({ name }) => name),
      ['other'],
    )
    // A way of more than 200 ms tells too little: on a busy machine it may be known a beat later.
    while (other.clockOffsetMs() === null) await new Promise((resolve) => setTimeout(resolve, 50))
    assert.ok(Math.abs((other.clockOffsetMs() ?? 0) + 90_000) < 500)
    await other.stop()
    assert.equal(
      log.warnings.filter((message) => message.includes('the clock of this machine differs')).length,
      1,
    )
  })
})
