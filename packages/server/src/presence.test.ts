import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { createDatabaseClock } from '@sonde/runs/cluster/database-clock.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { pino } from 'pino'
import { createServerPresence } from './presence.ts'

forOneEngine('a server', (engine) => {
  test('is ready until it stops or its database is gone, and says why not', async () => {
    const { store, close } = await engine.open()
    const presence = createServerPresence({
      store,
      clock: systemClock,
      databaseClock: createDatabaseClock({ steadyMs: () => performance.now() }),
      log: pino({ level: 'silent' }),
      name: 'here',
      version: '1.0.0',
      roles: ['api', 'scheduler', 'delivery'],
      id: randomUUID(),
      cluster: null,
    })
    await presence.start()
    const readinessOf = (reason: string) => ({
      isReady: reason === 'ready',
      lines: ['api', 'scheduler', 'delivery'].map((role) => `${role}: ${reason}`),
    })
    assert.deepEqual(await presence.readiness(), readinessOf('ready'))
    presence.beginStop()
    assert.deepEqual(await presence.readiness(), readinessOf('the server is stopping'))
    await presence.stop()
    await close()
  })
})
