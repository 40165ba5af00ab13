import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { artifactsForTests } from '@sonde/artifacts/testing/artifacts-for-tests.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { forEachEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { createKeptLog } from '../../testing/kept-log.ts'
import { createLocalBus } from '../../testing/local-bus.ts'
import { quietAlerting } from '../../testing/quiet-alerting.ts'
import { createMemoryQueue } from '../queue/memory-queue.ts'
import { runTimes } from '../run-times.ts'
import { createClusterRunner } from './cluster-runner.ts'

/** A server that starts while another one prepares the database, and never ends. */
async function startBeside(t: TestContext, engine: TestEngine, options: { longestPrepareMs?: number } = {}) {
  const { store, close } = await engine.open()
  const starting = new AbortController()
  const clock = systemClock
  const queue = createMemoryQueue({
    clock,
    times: { leaseMs: minuteMs, expiryMs: minuteMs },
    reopen: async () => null,
  })
  let asked = 0
  const runner = createClusterRunner({
    store: {
      ...store,
      async lockRunner() {
        asked += 1
        if (asked === 2) starting.abort()
        return null
      },
    },
    clock,
    log: createKeptLog(),
    artifacts: artifactsForTests({ store, clock }),
    times: runTimes,
    alerting: quietAlerting,
    isEmbeddedOn: false,
    serverId: 'here',
    site: { bus: createLocalBus(), createQueue: () => ({ ...queue, ...publisher }), downMs: () => null },
    jobs: {},
    isScheduler: true,
    starting: starting.signal,
    prepare: async () => assert.fail('another one does'),
    ...options,
  })
  t.after(async () => {
    await runner.stop()
    await close()
  })
  return runner.start()
}

const publisher = { publishParcels: async () => [], unpublish: () => {}, stalledMs: () => null }

forEachEngine('a server that starts while another one prepares', (engine) => {
  // A file of SQLite has one server only.
  if (engine.name === 'sqlite') return

  test('waits for it, and for nothing any more when it is told to stop', async (t) => {
    await assert.rejects(startBeside(t, engine), { name: 'AbortError' })
  })

  test('says so in the end', async (t) => {
    await assert.rejects(startBeside(t, engine, { longestPrepareMs: -1 }), /has been preparing the database/)
  })
})
