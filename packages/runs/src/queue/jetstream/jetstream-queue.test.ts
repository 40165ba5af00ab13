import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { type JetStreamOptions, jetStreamUnderTest } from '../../../testing/jetstream-under-test.ts'
import { type NatsServers, startNats, withoutNats } from '../../../testing/nats-servers.ts'
import { agent, numbers, plenty, run } from '../../../testing/queue-under-test.ts'
import type { Lease, ManagedQueue, Taker } from '../run-queue.ts'
import { namesOf, streamName } from './subjects.ts'

type Under = Awaited<ReturnType<typeof jetStreamUnderTest>>

const { signal } = new AbortController()
const fifty = Array.from({ length: 50 }, (_, index) => run(index + 1))

async function takeAll(queue: ManagedQueue, taker: Taker, count: number, free = plenty): Promise<Lease[]> {
  const leases: Lease[] = []
  while (leases.length < count) {
    const { leases: more } = await queue.take(taker, { free, most: 1_000, waitMs: 15_000 }, signal)
    if (more.length === 0) break
    leases.push(...more)
  }
  return leases
}

async function takeNothing(queue: ManagedQueue, taker: Taker, waitMs = 300): Promise<void> {
  assert.deepEqual((await queue.take(taker, { free: plenty, most: 1_000, waitMs }, signal)).leases, [])
}

const parcelsOf = (leases: readonly Lease[]) => [...new Set(leases.flatMap(({ hold }) => hold?.parcel ?? []))]
const sorted = (leases: readonly Lease[]) => numbers(leases).toSorted((one, other) => one - other)

async function messagesOf({ connection, installation }: Under): Promise<number> {
  const manager = await jetstreamManager(connection)
  let count = 0
  for (const index of [0, 1, 2]) {
    count += (await manager.streams.info(streamName(installation, index))).state.messages
  }
  return count
}

async function until(isTrue: () => Promise<boolean> | boolean, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isTrue())) {
    assert.ok(performance.now() < end, `not within ${withinMs} ms`)
    await delay(10)
  }
}

suite('runs in NATS', { skip: withoutNats }, () => {
  let nats: NatsServers
  before(async () => {
    nats = await startNats()
  })
  after(() => nats.stop())

  /** As many servers of one installation as are asked for, until the test is over. */
  async function withServers(
    count: number,
    options: Omit<JetStreamOptions, 'url'>,
    act: (servers: [Under, Under, Under]) => Promise<void>,
  ): Promise<void> {
    const first = await jetStreamUnderTest({ ...options, url: nats.url })
    const { installation } = first
    const others = await Promise.all(
      Array.from({ length: count - 1 }, () =>
        jetStreamUnderTest({ ...options, url: nats.url, installation }),
      ),
    )
    const [second = first, third = first] = others
    try {
      await act([first, second, third])
    } finally {
      await Promise.all([first, ...others].map((server) => server.close()))
    }
  }

  test('case 25: leased on one server, renewed on another, ended on a third', async () => {
    await withServers(3, { leaseMs: 1_000 }, async ([a, b, c]) => {
      await a.queue.publish([run(1), run(2)])
      const leases = await takeAll(a.queue, agent('x'), 2)
      for (let passed = 0; passed < 1_500; passed += 300) {
        assert.deepEqual(await b.queue.renew('x', leases), { lost: [], cancelled: [] })
        assert.deepEqual(
          b.queue.heldRuns().map(({ checkNo }) => checkNo),
          [1, 2],
        )
        await delay(300)
      }
      await c.queue.settle(parcelsOf(leases))
      await until(async () => (await messagesOf(a)) === 0, 1_000)
      await takeNothing(b.queue, agent('y'), 1_200)
    })
  })

  test('case 14: a parcel that two servers publish is there once, waits for both, and is in the line of the first', async () => {
    await withServers(2, {}, async ([a, b]) => {
      const parcel = { id: 'written down', runs: [run(1), run(2)] }
      assert.deepEqual(await a.queue.publishParcels([parcel]), ['new'])
      assert.deepEqual(await b.queue.publishParcels([parcel, { id: 'another', runs: [run(3)] }]), [
        'duplicate',
        'new',
      ])
      const isWaiting = (server: Under) => [1, 2, 3].map((nth) => server.queue.isWaiting(run(nth).runId))
      assert.deepEqual(
        [isWaiting(a), isWaiting(b)],
        [
          [true, true, false],
          [true, true, true],
        ],
      )
      assert.deepEqual([(await a.queue.totals()).queued, (await b.queue.totals()).queued], [2, 1])
      assert.deepEqual(sorted(await takeAll(b.queue, agent('x'), 3)), [1, 2, 3])
      await takeNothing(a.queue, agent('y'))
    })
  })

  test('case 26: of a parcel whose agent is lost, what has no result is made again, run by run', async () => {
    await withServers(2, { leaseMs: 1_000 }, async ([a, b]) => {
      await a.queue.publish(fifty)
      const lost = await takeAll(a.queue, agent('x'), 50)
      assert.equal(parcelsOf(lost).length, 1)
      for (const lease of lost.slice(0, 20)) for (const server of [a, b]) server.noteResult(lease.run)
      const again = await takeAll(b.queue, agent('y'), 30)
      assert.deepEqual(sorted(again), sorted(lost.slice(20)))
      assert.equal(parcelsOf(again).length, 30)
      assert.deepEqual([...new Set(again.map(({ hold }) => hold?.deliveries))], [2])
      await b.queue.settle(parcelsOf(again))
      await until(async () => (await messagesOf(a)) === 0, 1_000)
    })
  })

  test('cases 27 and 28: one that ends its agents is lost after three; results without a word end a parcel', async () => {
    await withServers(1, { leaseMs: 1_000 }, async ([a]) => {
      const lost: number[] = []
      const returned: number[] = []
      a.queue.onLost((runs) => void lost.push(...runs.map(({ checkNo }) => checkNo)))
      a.queue.onReturned((leases) => void returned.push(...leases.map((lease) => lease.run.checkNo)))
      await a.queue.publish([run(1), run(2)])
      await takeAll(a.queue, agent('x'), 2)
      a.noteResult(run(2))
      assert.deepEqual(returned, [])
      for (const deliveries of [2, 3]) {
        const [lease, ...more] = await takeAll(a.queue, agent('x'), 1)
        assert.deepEqual([lease?.run.checkNo, lease?.hold?.deliveries, more.length], [1, deliveries, 0])
      }
      assert.deepEqual(returned, [1, 1], 'with the next agent it is known that the one before was lost')
      await takeNothing(a.queue, agent('x'), 1_500)
      // Until that is written it comes again, and is lost again.
      assert.deepEqual([...new Set(lost)], [1])
      assert.equal(await messagesOf(a), 1)
      await a.queue.complete([run(1)])
      await until(async () => (await messagesOf(a)) === 0, 1_000)
    })
  })

  test('what a server has published and fetched itself is known to it without its parcel and its ticket', async () => {
    await withServers(2, { leaseMs: 1_000 }, async ([a, b]) => {
      const published = run(1)
      await a.queue.publish([published])
      const [lease] = await takeAll(a.queue, agent('x'), 1)
      assert.equal(lease?.run, published, 'the very same, not a copy')
      const { leaseId } = lease
      assert.deepEqual(await a.queue.lookUp([run(1), run(1, { attempt: 2 })]), [
        { kind: 'handed', run: published, leaseId, agentId: 'x' },
        { kind: 'unknown' },
      ])
      assert.deepEqual(await b.queue.lookUp([run(1)]), [{ kind: 'unknown' }])

      const [again] = await takeAll(a.queue, agent('y'), 1)
      assert.deepEqual([again?.run.runId, again?.run.config], [published.runId, published.config])
      assert.notEqual(again?.run, published, 'NATS has sent it once more, and that was unpacked')
      const [status] = await a.queue.lookUp([run(1)])
      assert.deepEqual(status?.kind === 'handed' && status.agentId, 'y')
      await a.queue.complete([published])
      assert.deepEqual(await a.queue.lookUp([run(1)]), [{ kind: 'unknown' }])
    })
  })

  test('of many parcels those that were published last are remembered, and all are handed out', async () => {
    await withServers(1, {}, async ([a]) => {
      const published = Array.from({ length: 40 }, (_, index) => run(index + 1))
      await a.queue.publishParcels(published.map((each) => ({ id: `parcel ${each.checkNo}`, runs: [each] })))
      const leases = await takeAll(a.queue, agent('x'), 40)
      assert.deepEqual(
        sorted(leases),
        published.map(({ checkNo }) => checkNo),
      )
      const isSame = ({ run: got }: Lease) => published.includes(got)
      assert.deepEqual(
        sorted(leases.filter(isSame)),
        published.slice(-32).map(({ checkNo }) => checkNo),
      )
    })
  })

  test('case 29: a parcel is cut for an agent with less room, and every run comes once', async () => {
    await withServers(1, {}, async ([a]) => {
      await a.queue.publish(fifty)
      const taken: Lease[] = []
      while (taken.length < 50) {
        const leases = await takeAll(a.queue, agent('x'), 1, { uptime: 7, script: 0, main: 0 })
        assert.ok(leases.length >= 1 && leases.length <= 7)
        taken.push(...leases)
        await a.queue.settle(parcelsOf(leases))
      }
      assert.deepEqual(
        sorted(taken),
        Array.from({ length: 50 }, (_, index) => index + 1),
      )
      await until(async () => (await messagesOf(a)) === 0, 1_000)
    })
  })

  test('case 30: a parcel that was fetched for an agent that has gone is with another server within a second', async () => {
    await withServers(2, {}, async ([a, b]) => {
      await a.queue.publish([run(1)])
      await takeAll(a.queue, agent('x'), 1)
      const gone = new AbortController()
      const leaving = a.queue.take(agent('x'), { free: plenty, most: 10, waitMs: 20_000 }, gone.signal)
      await delay(50)
      gone.abort()
      await leaving
      const began = performance.now()
      await a.queue.publish([run(2)])
      const leases = await takeAll(b.queue, agent('y'), 1)
      assert.deepEqual(numbers(leases), [2])
      assert.equal(leases[0]?.hold?.deliveries, 1)
      assert.ok(performance.now() - began < 1_500)
    })
  })

  test('case 33: a type that not every agent takes waits by itself, and keeps nobody waiting', async () => {
    await withServers(1, {}, async ([a]) => {
      a.special.add('GRPC')
      await a.queue.publish([run(1, { checkType: 'GRPC' }), run(2, { checkType: 'DNS' }), run(3)])
      assert.deepEqual(numbers(await takeAll(a.queue, agent('small'), 1)), [3])
      const full = agent('full', 'eu-west-1', ['ICMP', 'GRPC', 'DNS'])
      assert.deepEqual(sorted(await takeAll(a.queue, full, 2)), [1, 2])
    })
  })

  test('an agent that wants no more is answered now, at whichever server it waits', async () => {
    await withServers(2, {}, async ([a, b]) => {
      const waiting = b.queue.take(agent('x'), { free: plenty, most: 1_000, waitMs: 60_000 }, signal)
      await b.queue.publish([run(1)])
      a.queue.endWaitsOf('y')
      assert.deepEqual(numbers((await waiting).leases), [1])
      const again = b.queue.take(agent('x'), { free: plenty, most: 1_000, waitMs: 60_000 }, signal)
      a.queue.endWaitsOf('x')
      assert.deepEqual(await again, { leases: [], cancelled: [] })
    })
  })

  test('case 34: what is cancelled on one server is not begun, and given up within a second, on another', async () => {
    await withServers(2, {}, async ([a, b]) => {
      const ofSession = (no: number) => run(no, { source: 'SCHEDULE_NOW', sessionId: 'session' })
      await a.queue.publish([ofSession(1)])
      const [lease] = await takeAll(b.queue, agent('x'), 1)
      const waiting = b.queue.take(agent('x', 'eu-west-3'), { free: plenty, most: 1, waitMs: 10_000 }, signal)
      await a.queue.publish([ofSession(2)])
      const began = performance.now()
      await a.queue.drop({ kind: 'session', sessionId: 'session', runIds: null }, 'cancel')
      assert.deepEqual((await waiting).cancelled, [lease?.leaseId])
      assert.ok(performance.now() - began < 1_000)
      await takeNothing(b.queue, agent('y'))
      assert.ok(lease !== undefined)
      assert.deepEqual((await a.queue.renew('x', [lease])).cancelled, [lease.leaseId])
    })
  })

  test('case 35: what cannot be read is kept after ten tries, and the queue goes on', async () => {
    await withServers(1, {}, async ([a]) => {
      const lane = namesOf(a.installation, { place: 'eu-west-1', line: 'uptime', checkType: null })
      await jetstream(a.connection).publish(lane.subject, 'from the future', { msgID: 'strange' })
      await a.queue.publish([run(1)])
      assert.deepEqual(numbers(await takeAll(a.queue, agent('x'), 1)), [1])
      const waiting = a.queue.take(agent('x'), { free: plenty, most: 10, waitMs: 10_000 }, signal)
      await until(() => a.unreadable.length === 1, 8_000)
      await a.queue.publish([run(2)])
      assert.deepEqual(numbers((await waiting).leases), [2])
      const [kept] = a.unreadable
      assert.deepEqual([kept?.id, kept?.body.toString()], ['strange', 'from the future'])
    })
  })

  test('a run that the database cannot be asked about is kept after ten tries, told, and the queue goes on', async () => {
    await withServers(1, { leaseMs: 300 }, async ([a]) => {
      const expired: number[] = []
      a.queue.onExpired((runs) => void expired.push(...runs.map(({ checkNo }) => checkNo)))
      a.database.refused.add(1)
      await a.queue.publish([run(1, { source: 'SCHEDULE_NOW' })])
      const waiting = a.queue.take(agent('x'), { free: plenty, most: 10, waitMs: 30_000 }, signal)
      await until(() => expired.length > 0, 20_000)
      assert.deepEqual([expired, a.unreadable.length], [[1], 1])
      await a.queue.publish([run(2)])
      const { leases } = await waiting
      assert.deepEqual(numbers(leases), [2])
      await a.queue.settle(parcelsOf(leases))
      await until(async () => (await messagesOf(a)) === 0, 2_000)
    })
  })

  test('case 36: what has no room is dropped and told, and later runs come again', async () => {
    await withServers(1, { maxBytes: 40_000 }, async ([a]) => {
      const dropped: number[] = []
      a.queue.onExpired((runs) => void dropped.push(...runs.map(({ checkNo }) => checkNo)))
      const noise = (no: number) =>
        run(no, { queue: 'main', checkType: 'GRPC', config: { text: randomText(7_000) } })
      await a.queue.publish(Array.from({ length: 10 }, (_, index) => noise(index + 1)))
      assert.ok(dropped.length > 0 && dropped.length < 10)
      const able = agent('x', 'eu-west-1', ['GRPC'])
      const taken = await takeAll(a.queue, able, 10 - dropped.length)
      assert.deepEqual([...numbers(taken), ...dropped].toSorted((one, other) => one - other).length, 10)
      await a.queue.settle(parcelsOf(taken))
      await until(async () => (await messagesOf(a)) === 0, 1_000)
      await a.queue.publish([noise(11)])
      assert.deepEqual(numbers(await takeAll(a.queue, able, 1)), [11])
    })
  })

  test('case 37: a large configuration is read by its number, and no parcel is too large for NATS', async () => {
    await withServers(2, {}, async ([a, b]) => {
      const large = run(1, { config: { text: randomText(200_000) } })
      const many = [100, 200].flatMap((from) =>
        fifty.map(({ checkNo }) => run(checkNo + from, { config: { text: randomText(7_000) } })),
      )
      b.store([large])
      await a.queue.publish([large, ...many])
      const leases = await takeAll(b.queue, agent('x'), 101)
      assert.equal(leases.length, 101)
      assert.deepEqual(leases.find((lease) => lease.run.checkNo === 1)?.run.config, large.config)
      assert.ok(parcelsOf(leases).length >= 2)
      assert.ok(parcelsOf(leases).every((name) => name.length <= 300))
    })
  })

  test('case 38: consumers are made for lines in use where an agent asks, and go when nobody does', async () => {
    await withServers(1, { idleConsumerMs: 1_000 }, async ([a]) => {
      const manager = await jetstreamManager(a.connection)
      const count = async () => {
        let consumers = 0
        for (const index of [0, 1, 2]) {
          consumers += (await manager.streams.info(streamName(a.installation, index))).state.consumer_count
        }
        return consumers
      }
      await a.queue.publish([run(1), run(2, { location: 'eu-west-2' })])
      const leases = await takeAll(a.queue, agent('x'), 1)
      await a.queue.settle(parcelsOf(leases))
      assert.equal(await count(), 1)
      await until(async () => (await count()) === 0, 20_000)
      await a.queue.publish([run(3)])
      assert.deepEqual(numbers(await takeAll(a.queue, agent('x'), 1)), [3])
    })
  })

  test('case 43: streams that somebody has deleted are made anew', async () => {
    await withServers(1, {}, async ([a]) => {
      const manager = await jetstreamManager(a.connection)
      await a.queue.publish([run(1)])
      await takeAll(a.queue, agent('x'), 1)
      const waiting = takeAll(a.queue, agent('x'), 1)
      for (const index of [0, 1, 2]) await manager.streams.delete(streamName(a.installation, index))
      await a.queue.publish([run(2)])
      assert.deepEqual(numbers(await waiting), [2])
    })
  })
})

/** Nothing that packing could make smaller. */
function randomText(length: number): string {
  return randomBytes(length).toString('base64').slice(0, length)
}
