import { artifactsForTests } from '@sonde/artifacts/testing/artifacts-for-tests.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import type { RunnerLock } from '@sonde/store/engine/engine.ts'
import { readCounter } from '@sonde/store/engine/counters.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { createKeptLog } from '../testing/kept-log.ts'
import { quietAlerting } from '../testing/quiet-alerting.ts'
import { runTimes } from './run-times.ts'
import { createRunner } from './runner.ts'

forOneEngine('the right to run the checks', (engine) => {
  test('that is lost while the schedule is loaded is given up, and asked for again', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const held: AbortController[] = []
    const asked = Promise.withResolvers<void>()
    async function lockRunner(): Promise<RunnerLock> {
      const lost = new AbortController()
      held.push(lost)
      if (held.length === 2) asked.resolve()
      return { lost: lost.signal, release: async () => {} }
    }
    const runner = createRunner({
      store: { ...store, lockRunner },
      clock: systemClock,
      log: createKeptLog(),
      artifacts: artifactsForTests({ store, clock: systemClock }),
      times: runTimes,
      alerting: quietAlerting,
      isEmbeddedOn: false,
      async prepare() {
        if (held.length === 1) held[0]?.abort()
      },
      accompany: async () => ({ stop: async () => {} }),
    })
    t.after(() => runner.stop())
    await runner.start()
    await asked.promise
    assert.equal(held.length, 2)
  })

  test('is not needed to take pings: whoever stands by says that it does', async (t) => {
    const { store, close } = await engine.open()
    const runner = createRunner({
      store: { ...store, lockRunner: async () => null },
      clock: systemClock,
      log: createKeptLog(),
      artifacts: artifactsForTests({ store, clock: systemClock }),
      times: runTimes,
      alerting: quietAlerting,
      isEmbeddedOn: false,
      prepare: async () => {},
      accompany: async () => ({ stop: async () => {} }),
    })
    t.after(async () => {
      await runner.stop()
      await close()
    })
    const startedAt = Date.now()
    await runner.start()
    const aliveAt = await readCounter(store.read, 'pings_alive_at')
    assert.ok(aliveAt !== null && aliveAt >= startedAt)
  })
})
