import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { startNats, withoutNats } from '../../../testing/nats-servers.ts'
import { run } from '../../../testing/queue-under-test.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { connectNats } from '../../cluster/nats-connection.ts'
import { createParcelPublisher, publishTimes } from './publish-parcels.ts'
import { openStreams, streamLimits } from './streams.ts'

suite('publishing to NATS', { skip: withoutNats }, () => {
  test('goes on while nobody answers what has become of the streams', async (t) => {
    const nats = await startNats()
    t.after(() => nats.stop())
    const log = silentLogger
    const { connection, close } = await connectNats(
      { addresses: [nats.url], credsFile: null, caFile: null, name: 'test' },
      { log, steadyMs: () => performance.now() },
    )
    t.after(close)
    const asked = Promise.withResolvers<void>()
    const publisher = createParcelPublisher({
      connection,
      installation: 'alone',
      clock: createTestClock(),
      log,
      times: { ...publishTimes, pauseMs: 10 },
      streams: {
        async ensureStreams() {
          asked.resolve()
          await new Promise(() => {})
        },
      },
      isForAll: () => true,
    })
    const { place, queue: line, checkType, scheduledAt: slotAt } = run(1)
    const head = { slotAt, place, line, checkType, handedOut: 0, waitingSince: slotAt, publisher: 'me' }
    const publishing = publisher.publish({ id: 'one', ...head, runs: [run(1)] })
    await asked.promise
    const limits = { ...streamLimits, maxBytes: 1024 ** 2 }
    const options = { connection, installation: 'alone', replicas: 1, leaseMs: 60_000, limits, log }
    await (await openStreams(options)).ensureStreams()
    assert.equal((await publishing).outcome, 'new')
  })
})
