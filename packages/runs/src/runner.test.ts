import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@sonde/schema/clock.ts'
import type { RunnerLock } from '@sonde/store/engine.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { createKeptLog } from '../testing/kept-log.ts'
import { quietAlerting } from '../testing/quiet-alerting.ts'
import { runTimes } from './run-times.ts'
import { createRunner } from './runner.ts'

forEachEngine('the right to run the checks', (engine) => {
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
})
