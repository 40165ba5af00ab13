import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { agent, numbers, only, plenty, queueUnderTest, run } from '../../testing/queue-under-test.ts'

suite('waiting', () => {
  test('runs are handed out first in, first out, each once', async () => {
    const { queue, take } = queueUnderTest()
    await queue.publish([run(1), run(2)])
    await queue.publish([run(3)])
    assert.deepEqual(numbers(await take(agent('a'), { uptime: 2, script: 0, main: 0 })), [1, 2])
    await queue.publish([run(4)])
    assert.deepEqual(numbers(await take(agent('b'))), [3, 4])
    assert.deepEqual(await take(agent('a')), [])
  })

  test('it is known how many runs each agent holds, until they have their results', async () => {
    const { queue, take, complete } = queueUnderTest()
    await queue.publish([run(1), run(2), run(3)])
    assert.deepEqual([...(await queue.heldByAgent())], [])
    const [first] = await take(agent('a'), { uptime: 2, script: 0, main: 0 })
    await take(agent('b'))
    assert.deepEqual(Object.fromEntries(await queue.heldByAgent()), { a: 2, b: 1 })
    assert.ok(first !== undefined)
    await complete(first.run)
    assert.deepEqual(Object.fromEntries(await queue.heldByAgent()), { a: 1, b: 1 })
  })

  test('the two lines of a place do not wait for each other, each up to its free slots', async () => {
    const { queue, take } = queueUnderTest()
    await queue.publish([1, 2, 3].map((no) => run(no, { queue: 'main', checkType: 'GRPC' })))
    await queue.publish([4, 5, 6].map((no) => run(no)))
    const both = agent('a', 'eu-west-1', ['ICMP', 'GRPC'])
    assert.deepEqual(numbers(await take(both, { uptime: 2, script: 0, main: 1 })), [4, 5, 1])
    assert.deepEqual(numbers(await take(both, { uptime: 0, script: 0, main: 1 })), [2])
    assert.deepEqual(numbers(await take(both, { uptime: 5, script: 0, main: 0 })), [6])
    assert.deepEqual(numbers(await take(both)), [3])
  })

  test('browser-checks 22: suites take no more places than the agent has for them, and keep their turn', async () => {
    const { queue, take } = queueUnderTest()
    const long = { queue: 'main', checkType: 'PLAYWRIGHT' } as const
    await queue.publish([run(1, long), run(2, long), run(3, { queue: 'main', checkType: 'BROWSER' })])
    const both = agent('a', 'eu-west-1', ['PLAYWRIGHT', 'BROWSER'])
    assert.deepEqual(numbers(await take(both, { uptime: 0, script: 0, main: 2, suites: 1 })), [1, 3])
    await queue.publish([run(4, { queue: 'main', checkType: 'BROWSER' })])
    assert.deepEqual(numbers(await take(both, { uptime: 0, script: 0, main: 1, suites: 0 })), [4])
    assert.deepEqual(numbers(await take(both, { uptime: 0, script: 0, main: 2, suites: 1 })), [2])
  })

  test('one answer carries no more than it may, and the rest comes with the next', async () => {
    const { queue, take } = queueUnderTest()
    await queue.publish(Array.from({ length: 25 }, (_, index) => run(index)))
    assert.equal((await take(agent('a'), plenty, 10)).length, 10)
    assert.equal((await take(agent('a'), plenty, 10)).length, 10)
    assert.deepEqual(numbers(await take(agent('a'), plenty, 10)), [20, 21, 22, 23, 24])
  })

  test('an agent takes the places that it serves and the types that it can run; the others keep their turn', async () => {
    const { queue, take } = queueUnderTest()
    await queue.publish([
      run(1, { checkType: 'DNS' }),
      run(2),
      run(3, { checkType: 'DNS' }),
      run(4, { location: 'eu-west-2' }),
    ])
    assert.deepEqual(numbers(await take(agent('a'))), [2])
    assert.deepEqual(numbers(await take(agent('b', 'eu-west-2'))), [4])
    assert.deepEqual(numbers(await take(agent('c', 'eu-west-1', ['DNS']))), [1, 3])
  })

  test('publishing twice is harmless, while it waits and while it is held', async () => {
    const { queue, take, statusOf } = queueUnderTest()
    await queue.publish([run(1), run(1)])
    await queue.publish([run(1)])
    const lease = only(await take(agent('a')))
    await queue.publish([run(1)])
    assert.deepEqual(await take(agent('b')), [])
    assert.equal(await statusOf(run(1)), lease.leaseId)
  })

  test('whoever found nothing waits for a run at a place that it serves', async () => {
    const { queue, wait } = queueUnderTest()
    const [here, elsewhere] = [wait(agent('a')), wait(agent('b', 'eu-west-2'))]
    await nextTurn()
    assert.deepEqual([here.answers, elsewhere.answers], [0, 0])
    await queue.publish([run(1), run(2)])
    assert.deepEqual(numbers((await here.answer).leases), [1, 2])
    await nextTurn()
    assert.equal(elsewhere.answers, 0)
    await queue.publish([run(3, { location: 'eu-west-2' })])
    assert.deepEqual(numbers((await elsewhere.answer).leases), [3])
  })

  test('of several who wait at a place, one gets the run and the others are told to ask again', async () => {
    const { queue, wait } = queueUnderTest()
    const [first, second] = [wait(agent('a')), wait(agent('b'))]
    await queue.publish([run(1)])
    assert.deepEqual(numbers((await first.answer).leases), [1])
    assert.deepEqual((await second.answer).leases, [])
  })

  test('whoever has gone while it waited gets nothing: the run waits for the next', async () => {
    const { queue, take, wait } = queueUnderTest()
    const gone = wait(agent('a'))
    await nextTurn()
    gone.abort()
    await queue.publish([run(1)])
    assert.deepEqual((await gone.answer).leases, [])
    assert.deepEqual(numbers(await take(agent('b'))), [1])
  })

  test('when waits are ended, everybody is answered, and nobody waits any more', async () => {
    const { queue, wait } = queueUnderTest()
    const waiting = wait(agent('a'))
    await nextTurn()
    queue.endWaits()
    assert.deepEqual(await waiting.answer, { leases: [], cancelled: [] })
    assert.deepEqual(await wait(agent('b')).answer, { leases: [], cancelled: [] })
    await queue.publish([run(1)])
    assert.deepEqual(numbers((await wait(agent('b')).answer).leases), [1])
  })

  test('it is told who takes runs before they have them, and when runs are over', async () => {
    const { queue, take } = queueUnderTest()
    const told: string[] = []
    queue.onTaken(async (runs) => {
      await nextTurn()
      told.push(...runs.map(({ checkNo }) => `taken ${checkNo}`))
    })
    queue.onClosed((runs) => void told.push(...runs.map(({ checkNo }) => `closed ${checkNo}`)))
    await queue.publish([run(1), run(2)])
    await take(agent('a'))
    assert.deepEqual(told, ['taken 1', 'taken 2'])
    await queue.close([run(2)])
    assert.deepEqual(told.slice(2), ['closed 2'])
  })

  test('a run that waits six minutes is dropped, not a millisecond before', async () => {
    const { clock, queue, take, statusOf, expire } = queueUnderTest()
    await queue.publish([run(1)])
    clock.advance(6 * minuteMs - 1)
    assert.deepEqual(expire(), { expired: [], lost: [] })
    clock.advance(1)
    assert.deepEqual(expire(), { expired: [1], lost: [] })
    assert.deepEqual(await take(agent('a')), [])
    assert.equal(await statusOf(run(1)), 'unknown')
  })

  test('stats tell what waits, since when, and what is held', async () => {
    const { clock, queue, take } = queueUnderTest()
    assert.deepEqual([...(await queue.statsByLocation())], [])
    const beganAt = clock.now()
    await queue.publish([run(1), run(2)])
    clock.advance(10)
    await queue.publish([run(3), run(4, { location: 'eu-west-2' })])
    await take(agent('a'), { uptime: 1, script: 0, main: 0 })
    assert.deepEqual(Object.fromEntries(await queue.statsByLocation()), {
      'eu-west-1': { queued: 2, inflight: 1, oldestQueuedAt: beganAt },
      'eu-west-2': { queued: 1, inflight: 0, oldestQueuedAt: beganAt + 10 },
    })
    assert.deepEqual(await queue.totals(), { queued: 3, inflight: 1 })
  })
})

suite('leases', () => {
  test('a lease that is renewed lasts; one that is not is given to the next agent, in front of the others', async () => {
    const { clock, queue, take, renew, statusOf, expire } = queueUnderTest()
    await queue.publish([run(1), run(2)])
    const [first, second] = await take(agent('a'))
    assert.ok(first !== undefined && second !== undefined)
    clock.advance(40 * secondMs)
    await renew(first)
    await queue.publish([run(3)])
    clock.advance(20 * secondMs - 1)
    expire()
    assert.deepEqual(numbers(await take(agent('b'), { uptime: 0, script: 0, main: 0 })), [])
    clock.advance(1)
    expire()
    assert.equal(await statusOf(run(2)), 'waiting')
    assert.deepEqual(numbers(await take(agent('b'))), [2, 3])
    assert.equal(await statusOf(run(1)), first.leaseId)
  })

  test('a released run waits in front', async () => {
    const { queue, take, release } = queueUnderTest()
    await queue.publish([run(1), run(2), run(3)])
    const lease = only(await take(agent('a'), { uptime: 1, script: 0, main: 0 }))
    await release(lease)
    assert.deepEqual(numbers(await take(agent('b'))), [1, 2, 3])
    await release(lease)
    assert.deepEqual(await take(agent('a')), [])
  })

  test('several runs that are released or run out together keep their order', async () => {
    const { clock, queue, take, release, expire } = queueUnderTest()
    await queue.publish([run(1), run(2), run(3)])
    for (const lease of await take(agent('a'))) await release(lease)
    const again = await take(agent('a'))
    assert.deepEqual(numbers(again), [1, 2, 3])
    clock.advance(minuteMs)
    expire()
    assert.deepEqual(numbers(await take(agent('b'))), [1, 2, 3])
  })

  test('case 15: handed out three times at most, then lost', async () => {
    const { clock, queue, take, expire } = queueUnderTest()
    await queue.publish([run(1)])
    for (const delivery of [1, 2, 3]) {
      assert.equal((await take(agent(`agent ${delivery}`))).length, 1)
      clock.advance(minuteMs)
      assert.deepEqual(expire(), { expired: [], lost: delivery === 3 ? [1] : [] })
    }
    assert.deepEqual(await take(agent('fourth')), [])
  })

  test('the six minutes begin anew for a run that comes back', async () => {
    const { clock, queue, take, expire } = queueUnderTest()
    await queue.publish([run(1)])
    clock.advance(5 * minuteMs)
    await take(agent('a'))
    clock.advance(minuteMs)
    expire()
    clock.advance(6 * minuteMs - 1)
    assert.deepEqual(expire().expired, [])
    clock.advance(1)
    assert.deepEqual(expire().expired, [1])
  })

  test('a held run is not dropped, however long it takes', async () => {
    const { clock, queue, take, renew, statusOf, expire } = queueUnderTest()
    await queue.publish([run(1, { queue: 'main', checkType: 'GRPC' })])
    const lease = only(await take(agent('a', 'eu-west-1', ['GRPC'])))
    for (let passed = 0; passed < 30 * minuteMs; passed += 20 * secondMs) {
      clock.advance(20 * secondMs)
      await renew(lease)
      assert.deepEqual(expire(), { expired: [], lost: [] })
    }
    assert.equal(await statusOf(run(1)), lease.leaseId)
  })

  test('a ping that is renewed for more than five minutes is given to another agent', async () => {
    const { clock, queue, take, renew, expire } = queueUnderTest()
    await queue.publish([run(1)])
    const lease = only(await take(agent('a')))
    for (let passed = 0; passed < 7 * minuteMs; passed += 20 * secondMs) {
      clock.advance(20 * secondMs)
      await renew(lease)
    }
    expire()
    assert.deepEqual(numbers(await take(agent('b'))), [1])
  })

  test('after a pause of the machine every lease and every wait begins anew', async () => {
    const { clock, queue, take, statusOf, expire } = queueUnderTest()
    await queue.publish([run(1), run(2)])
    const lease = only(await take(agent('a'), { uptime: 1, script: 0, main: 0 }))
    clock.advance(10 * minuteMs)
    queue.grantTime()
    assert.deepEqual(expire(), { expired: [], lost: [] })
    assert.equal(await statusOf(run(1)), lease.leaseId)
    assert.deepEqual(numbers(await take(agent('a'))), [2])
  })

  test('a run from before the start is held by the agent that has it, and comes back when it is silent', async () => {
    const { clock, queue, reopenable, take, statusOf, expire } = queueUnderTest()
    const taken: number[] = []
    queue.onTaken((runs) => void taken.push(...runs.map(({ checkNo }) => checkNo)))
    const claim = { leaseId: 'lease of before', run: run(1), hold: null }
    assert.deepEqual((await queue.renew('a', [claim])).lost, ['lease of before'])
    reopenable.add(run(1).runId)
    assert.deepEqual((await queue.renew('a', [{ ...claim, run: null }])).lost, ['lease of before'])
    assert.deepEqual((await queue.renew('a', [claim])).lost, [])
    assert.deepEqual(taken, [1])
    assert.equal(await statusOf(run(1)), 'lease of before')
    assert.deepEqual(await take(agent('b')), [])
    clock.advance(minuteMs)
    expire()
    const again = only(await take(agent('b')))
    assert.deepEqual(again.run.config, { name: 'from before' })
  })

  test('a lease is renewed and released by its holder alone', async () => {
    const { queue, take, statusOf } = queueUnderTest()
    await queue.publish([run(1)])
    const lease = only(await take(agent('a')))
    assert.deepEqual((await queue.renew('b', [lease])).lost, [lease.leaseId])
    await queue.release('b', [lease])
    assert.equal(await statusOf(run(1)), lease.leaseId)
  })
})
