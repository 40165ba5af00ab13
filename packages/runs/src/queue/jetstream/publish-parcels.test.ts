import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { startNats, withoutNats } from '../../../testing/nats-servers.ts'
import { run } from '../../../testing/queue-under-test.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { connectNats } from '../../cluster/nats-connection.ts'
import { createParcelPublisher, publishTimes } from './publish-parcels.ts'
import { openStreams, streamLimits } from './streams.ts'

suite('publishing to NATS', { skip: withoutNats }, () => {
  async function underTest(t: TestContext, ensureStreams: (make: () => Promise<void>) => Promise<void>) {
    const nats = await startNats()
    t.after(() => nats.stop())
    const log = silentLogger
    const { connection, close } = await connectNats(
      { addresses: [nats.url], credsFile: null, caFile: null, name: 'test' },
      { log, steadyMs: () => performance.now() },
    )
    t.after(close)
    const limits = { ...streamLimits, maxBytes: 1024 ** 2 }
    const options = { connection, installation: 'alone', replicas: 1, leaseMs: 60_000, limits, log }
    const streams = await openStreams(options)
    const clock = createTestClock()
    const publisher = createParcelPublisher({
      connection,
      installation: 'alone',
      clock,
      log,
      times: { ...publishTimes, pauseMs: 10, probeMs: 10 },
      streams: { ensureStreams: () => ensureStreams(streams.ensureStreams) },
      isForAll: () => true,
    })
    const { place, queue: line, checkType, scheduledAt: slotAt } = run(1)
    const head = { slotAt, place, line, checkType, handedOut: 0, waitingSince: slotAt, publisher: 'me' }
    const publish = () => publisher.publish({ id: 'one', ...head, runs: [run(1)] })
    return { publisher, publish, clock, makeStreams: streams.ensureStreams }
  }

  test('goes on while nobody answers what has become of the streams', async (t) => {
    const asked = Promise.withResolvers<void>()
    const { publish, makeStreams } = await underTest(t, async () => {
      asked.resolve()
      await new Promise(() => {})
    })
    const publishing = publish()
    await asked.promise
    await makeStreams()
    assert.equal((await publishing).outcome, 'new')
  })

  test('makes streams that are gone anew also when all that was to be published was given up', async (t) => {
    let isBack = false
    const { publisher, publish, clock } = await underTest(t, async (make) => {
      if (!isBack) throw new Error('nobody decides')
      await make()
    })
    const publishing = publish()
    clock.advance(20_000)
    assert.equal((await publishing).outcome, 'failed')
    assert.ok((publisher.stalledMs() ?? 0) > 0)
    isBack = true
    const end = performance.now() + 10_000
    while (publisher.stalledMs() !== null) {
      assert.ok(performance.now() < end, 'not within 10 s')
      await delay(5)
    }
  })
})
