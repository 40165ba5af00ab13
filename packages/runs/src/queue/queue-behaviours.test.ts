import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { TestClock } from '../../testing/test-clock.ts'
import { jetStreamUnderTest } from '../../testing/jetstream-under-test.ts'
import { type NatsServers, startNats, withoutNats } from '../../testing/nats-servers.ts'
import { agent, numbers, plenty, queueUnderTest, run } from '../../testing/queue-under-test.ts'
import type { Handout, Lease, ManagedQueue, Taker } from './run-queue.ts'

/** How long an empty line is believed to stay empty. */
const emptyMs = 250

type Subject = {
  queue: ManagedQueue
  clock: TestClock
  /** The result of the attempt is stored. */
  end(lease: Lease): Promise<void>
  close(): Promise<void>
}

type Behaviour = { name: string; show(subject: Subject): Promise<void> }

const { signal } = new AbortController()

async function ask(queue: ManagedQueue, taker: Taker, free = plenty, waitMs = emptyMs): Promise<Handout> {
  return await queue.take(taker, { free, most: 1_000, waitMs }, signal)
}

/** Everything up to so many runs, in however many answers. */
async function takeAll(queue: ManagedQueue, taker: Taker, count: number, free = plenty): Promise<Lease[]> {
  const leases: Lease[] = []
  while (leases.length < count) {
    const { leases: more } = await ask(queue, taker, free, 10_000)
    if (more.length === 0) break
    leases.push(...more)
  }
  return leases
}

const sorted = (leases: readonly Lease[]) => numbers(leases).toSorted((one, other) => one - other)
const one = { uptime: 1, script: 0, main: 0 }

const behaviours: readonly Behaviour[] = [
  {
    name: 'an agent that wants no more is answered now, and the others go on waiting',
    async show({ queue }) {
      const [stopping, other] = [agent('a'), agent('b')].map((taker) => ask(queue, taker, plenty, 60_000))
      await nextTurn()
      queue.endWaitsOf('a')
      assert.deepEqual(await stopping, { leases: [], cancelled: [] })
      await queue.publish([run(1)])
      assert.deepEqual(numbers((await other)?.leases ?? []), [1])
    },
  },
  {
    name: 'runs are handed out in order, each once, and published twice they are there once',
    async show({ queue }) {
      await queue.publish([run(1), run(2), run(1)])
      await queue.publish([run(2)])
      await queue.publish([run(3)])
      assert.deepEqual(numbers(await takeAll(queue, agent('a'), 3)), [1, 2, 3])
      await queue.publish([run(3)])
      assert.deepEqual((await ask(queue, agent('b'))).leases, [])
    },
  },
  {
    name: 'an agent gets no more than it has room for, in each line for itself',
    async show({ queue }) {
      await queue.publish([1, 2, 3].map((no) => run(no, { queue: 'main', checkType: 'GRPC' })))
      await queue.publish(Array.from({ length: 20 }, (_, index) => run(10 + index)))
      const both = agent('a', 'eu-west-1', ['ICMP', 'GRPC'])
      const free = { uptime: 7, script: 0, main: 1 }
      const taken: Lease[] = []
      while (taken.length < 23) {
        const { leases } = await ask(queue, both, free, 5_000)
        const ofMain = leases.filter((lease) => lease.run.queue === 'main')
        assert.ok(leases.length - ofMain.length <= 7 && ofMain.length <= 1)
        if (leases.length === 0) break
        taken.push(...leases)
      }
      assert.deepEqual(sorted(taken), [1, 2, 3, ...Array.from({ length: 20 }, (_, index) => 10 + index)])
    },
  },
  {
    name: 'suites take no more places than the agent has for them, and keep nobody waiting',
    async show({ queue }) {
      const long = { queue: 'main', checkType: 'PLAYWRIGHT' } as const
      await queue.publish([run(1, long), run(2, long), run(3, { queue: 'main', checkType: 'BROWSER' })])
      const both = agent('a', 'eu-west-1', ['PLAYWRIGHT', 'BROWSER'])
      const free = { uptime: 0, script: 0, main: 1 }
      const ofBrowser = await queue.take(both, { free, mostSuites: 0, most: 10, waitMs: 10_000 }, signal)
      assert.deepEqual(numbers(ofBrowser.leases), [3])
      const ofSuite = await queue.take(both, { free, mostSuites: 1, most: 10, waitMs: 10_000 }, signal)
      assert.deepEqual(numbers(ofSuite.leases), [1])
    },
  },
  {
    name: 'an agent takes the places that it serves and the types that it can run',
    async show({ queue }) {
      await queue.publish([run(1, { checkType: 'DNS' }), run(2), run(4, { location: 'eu-west-2' })])
      assert.deepEqual(numbers(await takeAll(queue, agent('a'), 1)), [2])
      assert.deepEqual(numbers(await takeAll(queue, agent('b', 'eu-west-2'), 1)), [4])
      assert.deepEqual(numbers(await takeAll(queue, agent('c', 'eu-west-1', ['DNS']), 1)), [1])
    },
  },
  {
    name: 'whoever found nothing waits; whoever has gone meanwhile gets nothing',
    async show({ queue }) {
      const gone = new AbortController()
      const left = queue.take(agent('a'), { free: plenty, most: 10, waitMs: 20_000 }, gone.signal)
      gone.abort()
      assert.deepEqual((await left).leases, [])
      const waiting = ask(queue, agent('b'), plenty, 20_000)
      await queue.publish([run(1)])
      assert.deepEqual(numbers((await waiting).leases), [1])
    },
  },
  {
    name: 'a released run waits again, for another agent too',
    async show({ queue }) {
      await queue.publish([run(1), run(2)])
      const leases = await takeAll(queue, agent('a'), 2)
      const returned: number[] = []
      queue.onReturned((ended) => void returned.push(...ended.map((lease) => lease.run.checkNo)))
      await queue.release('a', leases.slice(0, 1))
      assert.deepEqual(returned, [1])
      assert.equal(queue.isWaiting(run(1).runId), true)
      assert.deepEqual(numbers(await takeAll(queue, agent('b'), 1)), [1])
      assert.equal(queue.isWaiting(run(1).runId), false)
    },
  },
  {
    name: 'a lease is renewed by its holder alone, and not for ever',
    async show({ queue, clock }) {
      await queue.publish([run(1)])
      const leases = await takeAll(queue, agent('a'), 1)
      assert.deepEqual(await queue.renew('a', leases), { lost: [], cancelled: [] })
      assert.deepEqual((await queue.renew('b', leases)).lost, [leases[0]?.leaseId])
      clock.advance(5 * minuteMs + 1)
      await queue.renew('a', leases)
      clock.advance(minuteMs)
      queue.expire()
      assert.equal(queue.held(run(1).runId), null)
    },
  },
  {
    name: 'it is told who takes runs, which are over, and what is known of them between',
    async show({ queue, clock, end }) {
      const told: string[] = []
      queue.onTaken((runs) => void told.push(...runs.map(({ checkNo }) => `taken ${checkNo}`)))
      queue.onClosed((runs) => void told.push(...runs.map(({ checkNo }) => `closed ${checkNo}`)))
      await queue.publish([run(1)])
      assert.equal(queue.isWaiting(run(1).runId), true)
      const [lease] = await takeAll(queue, agent('a'), 1)
      assert.ok(lease !== undefined)
      assert.deepEqual(queue.held(run(1).runId), { attempt: 1, sinceAt: clock.now() })
      await end(lease)
      assert.equal(queue.held(run(1).runId), null)
      await queue.close([run(1)])
      assert.deepEqual(told, ['taken 1', 'closed 1'])
    },
  },
  {
    name: 'a run that nobody takes for six minutes is dropped, and told once',
    async show({ queue, clock }) {
      const expired: number[] = []
      queue.onExpired((runs) => void expired.push(...runs.map(({ checkNo }) => checkNo)))
      await queue.publish([run(1)])
      clock.advance(6 * minuteMs - 1)
      queue.expire()
      assert.deepEqual(expired, [])
      clock.advance(1)
      queue.expire()
      assert.deepEqual(expired, [1])
      assert.deepEqual((await ask(queue, agent('a'))).leases, [])
      queue.expire()
      assert.deepEqual(expired, [1])
    },
  },
  {
    name: 'a cancelled run is not handed out, and whoever holds it is told at once',
    async show({ queue }) {
      await queue.publish([run(1)])
      const leases = await takeAll(queue, agent('a'), 1)
      await queue.publish([run(1, { attempt: 2 }), run(2)])
      // It has no room, and asks to be told.
      const waiting = ask(queue, agent('a'), { uptime: 0, script: 0, main: 0 }, 20_000)
      const dropped = await queue.drop({ kind: 'check', checkId: run(1).checkId }, 'cancel')
      assert.deepEqual(
        dropped.map(({ attempt }) => attempt),
        [1, 2],
      )
      assert.deepEqual(await waiting, { leases: [], cancelled: leases.map(({ leaseId }) => leaseId) })
      assert.deepEqual(numbers(await takeAll(queue, agent('b'), 1)), [2])
      assert.deepEqual((await ask(queue, agent('b'))).leases, [])
    },
  },
  {
    name: 'figures tell what waits and what is held, by place and by agent',
    async show({ queue, clock, end }) {
      const beganAt = clock.now()
      await queue.publish([run(1), run(4, { location: 'eu-west-2' })])
      const [lease] = await takeAll(queue, agent('a'), 1, one)
      assert.ok(lease !== undefined)
      assert.deepEqual(Object.fromEntries(await queue.statsByLocation()), {
        'eu-west-1': { queued: 0, inflight: 1, oldestQueuedAt: null },
        'eu-west-2': { queued: 1, inflight: 0, oldestQueuedAt: beganAt },
      })
      assert.deepEqual(Object.fromEntries(await queue.heldByAgent()), { a: 1 })
      await end(lease)
      assert.deepEqual(await queue.totals(), { queued: 1, inflight: 0 })
      assert.deepEqual([...(await queue.heldByAgent())], [])
    },
  },
]

suite('case 24: what every queue does, in memory', () => {
  for (const { name, show } of behaviours) {
    test(name, async () => {
      const { queue, clock, complete } = queueUnderTest()
      const end = async ({ run: made }: Lease) => void (await complete(made))
      await show({ queue, clock, end, close: async () => undefined })
    })
  }
})

suite('case 24: what every queue does, in NATS', { skip: withoutNats }, () => {
  let nats: NatsServers
  before(async () => {
    nats = await startNats()
  })
  after(() => nats.stop())
  for (const { name, show } of behaviours) {
    test(name, async () => {
      const under = await jetStreamUnderTest({ url: nats.url })
      const end = async ({ run: made, hold }: Lease) => {
        under.noteResult(made)
        await under.queue.complete([made])
        if (hold !== null) await under.queue.settle([hold.parcel])
      }
      try {
        await show({ ...under, end })
      } finally {
        await under.close()
      }
    })
  }
})
