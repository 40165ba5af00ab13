import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { jetstreamManager } from '@nats-io/jetstream'
import { jetStreamUnderTest } from '../../../testing/jetstream-under-test.ts'
import { type NatsServers, startNats, withoutNats } from '../../../testing/nats-servers.ts'
import { agent, numbers, plenty, run } from '../../../testing/queue-under-test.ts'
import { namesOf } from './subjects.ts'

const { signal } = new AbortController()
const request = { free: plenty, most: 1_000, waitMs: 15_000 }
const lane = { place: 'eu-west-1', line: 'uptime', checkType: null } as const

suite('consumers of NATS', { skip: withoutNats }, () => {
  let nats: NatsServers
  before(async () => {
    nats = await startNats()
  })
  after(() => nats.stop())

  /** One run is under way. */
  async function underTest(lookEveryMs: number) {
    const { queue, connection, installation, close } = await jetStreamUnderTest({
      url: nats.url,
      lookEveryMs,
    })
    const manager = await jetstreamManager(connection)
    const { stream, consumer } = namesOf(installation, lane)
    await queue.publish([run(1)])
    assert.deepEqual(numbers((await queue.take(agent('x'), request, signal)).leases), [1])
    return {
      queue,
      close,
      info: async () => await manager.consumers.info(stream, consumer),
      limit: async (most: number) => {
        const { config } = await manager.consumers.info(stream, consumer)
        await manager.consumers.update(stream, consumer, { ...config, max_ack_pending: most })
      },
    }
  }

  test('one that hands out nothing although runs wait is made anew', async (t) => {
    const { queue, close, info, limit } = await underTest(500)
    t.after(close)
    // As many as may be are under way. Servers do not know of this limit: to them it only does not hand out what waits.
    await limit(1)
    const taking = queue.take(agent('y'), request, signal)
    await queue.publish([run(2)])
    // The one that is under way may be handed out once more.
    const taken = numbers((await taking).leases)
    assert.ok(taken.includes(1) || taken.includes(2), taken.join())
    assert.equal((await info()).config.max_ack_pending, 20_000)
  })

  test('one where nothing waits, or nobody asks, is left alone', async (t) => {
    const { queue, close, info } = await underTest(300)
    t.after(close)
    const { created } = await info()
    assert.deepEqual((await queue.take(agent('x'), { ...request, waitMs: 1_500 }, signal)).leases, [])
    await queue.publish([run(2)])
    assert.deepEqual(numbers((await queue.take(agent('x'), request, signal)).leases), [2])
    assert.equal((await info()).created, created)
  })
})
