import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { type JetStreamOptions, jetStreamUnderTest } from '../../testing/jetstream-under-test.ts'
import { type NatsServers, startNats, withoutNats } from '../../testing/nats-servers.ts'
import { agent, numbers, plenty, run } from '../../testing/queue-under-test.ts'
import { wrongParts } from '../../testing/wrong-parts.ts'
import { streamName } from '../queue/jetstream/subjects.ts'
import type { RunEvent } from '../queue/jetstream/run-book.ts'
import { writeTicket } from '../results/ticket.ts'
import { createKeyOwners } from './key-owners.ts'
import { routeToOwners } from './owner-routing.ts'

type Under = Awaited<ReturnType<typeof jetStreamUnderTest>>

const { signal } = new AbortController()
const request = { free: plenty, most: 10 }

const rubbish = [
  '',
  'null',
  '5',
  '"text"',
  '[]',
  '[null]',
  '{}',
  '{"names"',
  '\u0000\uffff',
  '['.repeat(500_000),
  `"${'x'.repeat(1_000_000)}"`,
  '{"__proto__":{"kind":"closed"},"constructor":5,"about":{"toString":5}}',
  '{"names":[null,5,[],{}],"at":null,"isForHeld":1,"agentId":{},"subject":[],"about":"toString"}',
  '{"names":5,"at":1e999,"isForHeld":true,"agentId":5,"subject":5,"about":5}',
  '{"kind":"closed","at":"now","names":[],"tickets":[]}',
  '{"kind":"toString","at":1,"names":[],"tickets":[]}',
  '{"kind":"closed","at":1,"names":[5],"tickets":[5,null,[]]}',
  '{"kind":"closed","at":1,"names":[],"tickets":["null"]}',
  '{"kind":"taken","at":1,"names":[],"tickets":["5","[]","{}","{\\"accountId\\":5}"]}',
  '{"subject":"sonde.x.run.0.eu-west-1.uptime"}',
  '{"subject":"......................"}',
]

suite('what comes by NATS', { skip: withoutNats }, () => {
  let nats: NatsServers
  before(async () => {
    nats = await startNats()
  })
  after(() => nats.stop())

  async function withServers(
    options: Omit<JetStreamOptions, 'url'>,
    act: (servers: [Under, Under]) => Promise<void>,
  ): Promise<void> {
    const first = await jetStreamUnderTest({ ...options, url: nats.url })
    const { installation } = first
    const second = await jetStreamUnderTest({ ...options, url: nats.url, installation })
    try {
      await act([first, second])
    } finally {
      await Promise.all([first.close(), second.close()])
    }
  }

  test('that nobody of ours would say costs neither the process nor what is said after it', async () => {
    await withServers({}, async ([a, b]) => {
      const events: RunEvent[] = []
      const routing = routeToOwners({
        bus: a.bus,
        serverId: 'a',
        leases: { ownerOf: () => 'a' },
        hear: async (event) => void events.push(event),
        log: silentLogger,
      })
      const owners = { serverId: 'a', living: () => [], isCutOff: () => false }
      createKeyOwners({ bus: a.bus, ...owners }).answer('count', () => ({ count: 1 }))
      const words = ['shards', 'changed', 'cancel', 'draining', 'live', 'outbox', 'ended', 'used']
      await a.connection.flush()
      for (const word of [...words, 'owner.a', 'limit.a']) {
        for (const text of rubbish) b.connection.publish(`sonde.${b.installation}.${word}`, text)
      }
      for (const text of rubbish) {
        const name = `sonde.${b.installation}.limit.a`
        await b.connection.request(name, text, { timeout: 200 }).catch(() => null)
      }
      const asker = createKeyOwners({ bus: b.bus, ...owners, serverId: 'b' })
      assert.deepEqual(await asker.ask('a', { about: 'count' }, 5_000), { count: 1 })
      assert.equal(await asker.ask('a', { about: 'toString' }, 5_000), null)

      const { runId, checkId, scheduledAt, origin, source } = run(1)
      const names = [[runId, 1, 1, checkId, scheduledAt, origin, source]]
      b.bus.publish({ owner: 'a' }, { kind: 'closed', at: 1, names, tickets: [], isPassedOn: false })
      b.gathered.flush()
      while (!events.some(({ runs }) => runs.length > 0)) await delay(5)
      assert.deepEqual(
        events.flatMap(({ runs }) => runs),
        [{ runId, attempt: 1, checkNo: 1, checkId, scheduledAt, origin, source }],
      )
      routing.stop()

      await a.queue.publish([run(1), run(2)])
      const { leases } = await a.queue.take(agent('x'), { ...request, waitMs: 15_000 }, signal)
      assert.deepEqual(numbers(leases), [1, 2])
    })
  })

  test('of runs is passed over where a part of a run is missing or of another type', async () => {
    await withServers({}, async ([a, b]) => {
      const heard: (readonly [string, number])[] = []
      const last = Promise.withResolvers<void>()
      const routing = routeToOwners({
        bus: a.bus,
        serverId: 'a',
        leases: { ownerOf: () => 'a' },
        hear: async ({ kind, runs }) => {
          heard.push([kind, runs.length])
          if (kind === 'expired') last.resolve()
        },
        log: silentLogger,
      })
      await a.connection.flush()
      const ticket: unknown = JSON.parse(writeTicket(run(1)))
      const { runId, checkId, scheduledAt, origin, source } = run(1)
      const name = [runId, 1, 1, checkId, scheduledAt, origin, source]
      const wrong = name.flatMap((part, index) => [
        name.with(index, typeof part === 'number' ? 'x' : 5),
        name.toSpliced(index, 1),
      ])
      const tickets = wrongParts(ticket).map((each) => JSON.stringify(each))
      assert.equal(tickets.length, 20 + 14)
      const told = { at: 1, isPassedOn: false }
      b.bus.publish({ owner: 'a' }, { ...told, kind: 'closed', names: wrong, tickets: [] })
      b.bus.publish({ owner: 'a' }, { ...told, kind: 'taken', names: [], tickets })
      const right = { names: [name, ...wrong], tickets: [JSON.stringify(ticket), ...tickets] }
      b.bus.publish({ owner: 'a' }, { ...told, kind: 'expired', ...right })
      await last.promise
      // What was told of nothing is told to nobody.
      assert.deepEqual(heard, [['expired', 2]])
      routing.stop()
    })
  })

  test('and is too much for one message is said in several; what fits into none is not said', async () => {
    await withServers({}, async ([a, b]) => {
      let told = 0
      const all = Promise.withResolvers<void>()
      b.bus.subscribe('cancel', (payload) => {
        told += (payload as { names: unknown[] }).names.length
        if (told === 30_000) all.resolve()
      })
      await b.connection.flush()
      const { runId } = run(1)
      const runIds = [...Array.from({ length: 29_999 }, () => crypto.randomUUID()), runId]
      await a.queue.drop({ kind: 'session', sessionId: crypto.randomUUID(), runIds }, 'keep')
      await all.promise
      await b.queue.publish([run(1), run(2)])
      const { leases } = await b.queue.take(agent('x'), { ...request, waitMs: 15_000 }, signal)
      assert.deepEqual(numbers(leases), [2])
      a.bus.publish('changed', 'x'.repeat(2_000_000))
    })
  })

  test('about lanes of others opens none here', async () => {
    await withServers({}, async ([a, b]) => {
      const manager = await jetstreamManager(a.connection)
      const taking = a.queue.take(agent('x'), { ...request, waitMs: 500 }, signal)
      for (const subject of [
        'sonde.other.run.0.eu-west-1.uptime',
        `sonde.${a.installation}.run.7.eu-west-1.uptime`,
        'a.b.c.d.eu-west-1.main',
      ]) {
        b.bus.publish('used', { subject })
      }
      assert.deepEqual((await taking).leases, [])
      for (const index of [0, 1, 2]) {
        const { state } = await manager.streams.info(streamName(a.installation, index))
        assert.equal(state.consumer_count, 0)
      }
    })
  })
})
