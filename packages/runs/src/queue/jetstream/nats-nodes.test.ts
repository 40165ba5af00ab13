// In turns: three nodes of NATS that are killed.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { jetStreamUnderTest } from '../../../testing/jetstream-under-test.ts'
import { leaderOf, type NatsServers, startNats, withoutNats } from '../../../testing/nats-servers.ts'
import { agent, numbers, plenty, run } from '../../../testing/queue-under-test.ts'
import { namesOf, streamName } from './subjects.ts'

/** The leader of a stream is missed for 5 to 8 s, and three nodes on a busy machine for longer. */
const patienceMs = 30_000

suite('three nodes of NATS', { skip: withoutNats }, () => {
  let nats: NatsServers
  before(async () => {
    nats = await startNats(3)
  })
  after(() => nats.stop())

  test('case 7: made by two servers at once there is one of each stream, and more replicas are applied', async (t) => {
    const installation = 'seven'
    const two = await Promise.all(
      [1, 2].map(() => jetStreamUnderTest({ url: nats.url, installation, replicas: 1 })),
    )
    await Promise.all(two.map((server) => server.close()))
    const later = await jetStreamUnderTest({ url: nats.url, installation, replicas: 3 })
    t.after(() => later.close())
    const manager = await jetstreamManager(later.connection)
    for (const index of [0, 1, 2]) {
      const { config } = await manager.streams.info(streamName(installation, index))
      assert.equal(config.num_replicas, 3)
    }
  })

  test('case 40, the queue alone: who publishes at a node that has lost the others knows it, and that they are back', async (t) => {
    const [near, ...others] = nats.nodes
    assert.ok(near !== undefined)
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const node of others) process.kill(node.pid() ?? 0, name)
    }
    // Before the connection is closed, which waits for them.
    t.after(() => signal('SIGCONT'))
    const { queue, clock, close } = await jetStreamUnderTest({ url: near.url, replicas: 3 })
    t.after(close)
    assert.deepEqual(await queue.publishParcels([{ id: 'before', runs: [run(1)] }]), ['new'])
    assert.equal(queue.stalledMs(), null)
    signal('SIGSTOP')
    const publishing = queue.publishParcels([{ id: 'meanwhile', runs: [run(2)] }])
    await eventually('it is noticed', () => (queue.stalledMs() ?? 0) >= 2_000)
    // It is given up, and nothing more is published.
    clock.advance(20_000)
    assert.deepEqual(await publishing, ['failed'])
    signal('SIGCONT')
    await eventually('something is acknowledged', () => queue.stalledMs() === null)
    // What was published to find that out is nothing to an agent.
    const { leases } = await queue.take(
      agent('x'),
      { free: plenty, most: 100, waitMs: patienceMs },
      AbortSignal.timeout(patienceMs),
    )
    assert.ok(numbers(leases).includes(1))
  })

  test('case 39, the queue alone: the leader of a stream is killed while runs are published, and none is lost', async (t) => {
    const under = await jetStreamUnderTest({ url: nats.url, replicas: 3 })
    t.after(() => under.close())
    const { queue, installation } = under
    const { stream } = namesOf(installation, { place: 'eu-west-1', line: 'uptime', checkType: null })
    const { signal } = new AbortController()
    const taken: number[] = []
    const over = new AbortController()
    const taking = (async () => {
      while (!over.signal.aborted) {
        const { leases } = await queue.take(agent('x'), { free: plenty, most: 100, waitMs: 500 }, signal)
        taken.push(...numbers(leases))
        await queue.settle([...new Set(leases.flatMap(({ hold }) => hold?.parcel ?? []))])
      }
    })()
    const leader = await leaderOf(nats, (name) => name === stream)
    const published: Promise<void>[] = []
    for (let no = 1; no <= 60; no += 1) {
      if (no === 20) await leader.kill()
      published.push(queue.publish([run(no)]))
      await delay(50)
    }
    await Promise.all(published)
    await eventually('all are taken', () => new Set(taken).size >= 60)
    over.abort()
    await taking
    assert.deepEqual(
      taken.toSorted((one, other) => one - other),
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
  })
})

/** Says what did not come, which the limit of a test does not. */
async function eventually(what: string, isThere: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs
  while (!isThere()) {
    assert.ok(performance.now() < end, `not after ${patienceMs} ms: ${what}`)
    await delay(50)
  }
}
