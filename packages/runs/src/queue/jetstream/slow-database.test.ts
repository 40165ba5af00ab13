import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { jetStreamUnderTest } from '../../../testing/jetstream-under-test.ts'
import { type NatsServers, startNats, withoutNats } from '../../../testing/nats-servers.ts'
import { agent, numbers, plenty, run } from '../../../testing/queue-under-test.ts'

const { signal } = new AbortController()
const request = { free: plenty, most: 1_000, waitMs: 15_000 }

/** Runs of which the database has to say whether they are still wanted. */
const asked = (count: number) =>
  Array.from({ length: count }, (_, index) => run(index + 1, { source: 'TRIGGER_API' }))

suite('runs in NATS while the database is slow', { skip: withoutNats }, () => {
  let nats: NatsServers
  before(async () => {
    nats = await startNats()
  })
  after(() => nats.stop())

  test('case 44: a parcel that comes while the database is away is handed out when it is back, not a lease later', async (t) => {
    const { queue, database, close } = await jetStreamUnderTest({ url: nats.url })
    t.after(close)
    database.isAway = true
    await queue.publish(asked(1))
    const taking = queue.take(agent('x'), request, signal)
    await until(() => queue.parcelFigures()?.delivered['1'] === 1)
    database.isAway = false
    assert.deepEqual(numbers((await taking).leases), [1])
  })

  test('no more parcels are fetched than can be offered soon, and all come when it is fast again', async (t) => {
    const { queue, database, close } = await jetStreamUnderTest({ url: nats.url })
    t.after(close)
    const runs = asked(100)
    await queue.publishParcels(runs.map((each) => ({ id: `parcel ${each.checkNo}`, runs: [each] })))
    const answered = Promise.withResolvers<void>()
    database.answered = answered.promise
    const taking = queue.take(agent('x'), request, signal)
    const fetched = () => queue.parcelFigures()?.delivered['1'] ?? 0
    await until(() => fetched() > 0)
    // Questions to NATS go out as soon as they may: each of these is time for hundreds.
    await delay(300)
    const whileSlow = fetched()
    assert.ok(whileSlow <= 20, `${whileSlow} were fetched`)
    answered.resolve()
    const taken = numbers((await taking).leases)
    while (taken.length < 100) taken.push(...numbers((await queue.take(agent('x'), request, signal)).leases))
    assert.deepEqual(
      taken.toSorted((one, other) => one - other),
      runs.map(({ checkNo }) => checkNo),
    )
  })

  test('a parcel that had to wait for most of its lease is given back as if no agent had been lost over it', async (t) => {
    const { queue, database, close } = await jetStreamUnderTest({ url: nats.url, leaseMs: 4_000 })
    t.after(close)
    await queue.publish(asked(1))
    database.answered = delay(2_100)
    const { leases } = await queue.take(agent('x'), request, signal)
    assert.deepEqual(
      leases.map(({ hold }) => hold?.deliveries),
      [1],
    )
    assert.equal(queue.parcelFigures()?.delivered['1'], 2)
    const { leases: more } = await queue.take(agent('x'), { ...request, waitMs: 100 }, signal)
    assert.deepEqual(more, [])
  })

  test('a run that is cancelled while its parcel waits for the database is not handed out', async (t) => {
    const { queue, database, close } = await jetStreamUnderTest({ url: nats.url })
    t.after(close)
    const sessionId = 'a session'
    const [first, second] = [1, 2].map((no) => run(no, { source: 'TRIGGER_API', sessionId }))
    assert.ok(first !== undefined && second !== undefined)
    await queue.publishParcels([{ id: 'parcel', runs: [first, second] }])
    const answered = Promise.withResolvers<void>()
    database.answered = answered.promise
    const taking = queue.take(agent('x'), request, signal)
    await until(() => queue.parcelFigures()?.delivered['1'] === 1)
    await queue.drop({ kind: 'session', sessionId, runIds: [first.runId] }, 'keep')
    answered.resolve()
    assert.deepEqual(numbers((await taking).leases), [2])
  })
})

async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + 10_000
  while (!isTrue()) {
    assert.ok(performance.now() < end, 'not within 10 s')
    await delay(10)
  }
}
