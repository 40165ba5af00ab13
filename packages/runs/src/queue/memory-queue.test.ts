import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { someRun } from '../../testing/some-run.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import type { Run } from '../run.ts'
import { createMemoryQueue, type Lease, type Taker } from './memory-queue.ts'

const times = { leaseMs: minuteMs, expiryMs: 6 * minuteMs }
const plenty = { uptime: 1_000, main: 1_000 }

function makeQueue() {
  const clock = createTestClock()
  return { clock, queue: createMemoryQueue({ clock, times }) }
}

function agent(agentId: string, place = 'eu-west-1', checkTypes: readonly CheckType[] = ['ICMP']): Taker {
  return { agentId, serves: (candidate) => candidate === place, checkTypes: new Set(checkTypes) }
}

/** Runs of different checks, named by their number. */
function run(checkNo: number, fields: Partial<Run> = {}): Run {
  return someRun({ checkNo, checkId: `check-${checkNo}`, ...fields })
}

const numbers = (leases: readonly Lease[]) => leases.map((lease) => lease.run.checkNo)

function only(leases: readonly Lease[]): Lease {
  const [lease] = leases
  assert.ok(lease !== undefined && leases.length === 1)
  return lease
}

suite('waiting', () => {
  test('runs are handed out first in, first out, each once', () => {
    const { queue } = makeQueue()
    queue.publish([run(1), run(2)])
    queue.publish([run(3)])
    assert.deepEqual(numbers(queue.take(agent('a'), { uptime: 2, main: 0 }, 1_000)), [1, 2])
    queue.publish([run(4)])
    assert.deepEqual(numbers(queue.take(agent('b'), plenty, 1_000)), [3, 4])
    assert.deepEqual(queue.take(agent('a'), plenty, 1_000), [])
  })

  test('it is known how many runs each agent holds, until they have their results', () => {
    const { queue } = makeQueue()
    queue.publish([run(1), run(2), run(3)])
    assert.deepEqual([...queue.heldByAgent()], [])
    const [first] = queue.take(agent('a'), { uptime: 2, main: 0 }, 1_000)
    queue.take(agent('b'), plenty, 1_000)
    assert.deepEqual(Object.fromEntries(queue.heldByAgent()), { a: 2, b: 1 })
    assert.ok(first !== undefined)
    queue.settle(first.run)
    assert.deepEqual(Object.fromEntries(queue.heldByAgent()), { a: 1, b: 1 })
  })

  test('the two lines of a place do not wait for each other, each up to its free slots', () => {
    const { queue } = makeQueue()
    queue.publish([1, 2, 3].map((no) => run(no, { queue: 'main', checkType: 'BROWSER' })))
    queue.publish([4, 5, 6].map((no) => run(no)))
    const both = agent('a', 'eu-west-1', ['ICMP', 'BROWSER'])
    assert.deepEqual(numbers(queue.take(both, { uptime: 2, main: 1 }, 1_000)), [4, 5, 1])
    assert.deepEqual(numbers(queue.take(both, { uptime: 0, main: 1 }, 1_000)), [2])
    assert.deepEqual(numbers(queue.take(both, { uptime: 5, main: 0 }, 1_000)), [6])
    assert.deepEqual(numbers(queue.take(both, plenty, 1_000)), [3])
  })

  test('one answer carries no more than it may, and the rest comes with the next', () => {
    const { queue } = makeQueue()
    queue.publish(Array.from({ length: 25 }, (_, index) => run(index)))
    assert.equal(queue.take(agent('a'), plenty, 10).length, 10)
    assert.equal(queue.take(agent('a'), plenty, 10).length, 10)
    assert.deepEqual(numbers(queue.take(agent('a'), plenty, 10)), [20, 21, 22, 23, 24])
  })

  test('an agent takes the places that it serves and the types that it can run; the others keep their turn', () => {
    const { queue } = makeQueue()
    queue.publish([
      run(1, { checkType: 'DNS' }),
      run(2),
      run(3, { checkType: 'DNS' }),
      run(4, { location: 'eu-west-2' }),
    ])
    assert.deepEqual(numbers(queue.take(agent('a'), plenty, 1_000)), [2])
    assert.deepEqual(numbers(queue.take(agent('b', 'eu-west-2'), plenty, 1_000)), [4])
    assert.deepEqual(numbers(queue.take(agent('c', 'eu-west-1', ['DNS']), plenty, 1_000)), [1, 3])
  })

  test('publishing twice is harmless, while it waits and while it is held', () => {
    const { queue } = makeQueue()
    queue.publish([run(1), run(1)])
    queue.publish([run(1)])
    const lease = only(queue.take(agent('a'), plenty, 1_000))
    queue.publish([run(1)])
    assert.deepEqual(queue.take(agent('b'), plenty, 1_000), [])
    assert.equal(queue.findLease(lease.leaseId), lease)
  })

  test('whoever waits hears of a place once per turn, however many runs came', async () => {
    const { queue } = makeQueue()
    const heard: string[][] = []
    const stop = queue.listen((places) => heard.push([...places].toSorted()))
    queue.publish([run(1), run(2)])
    queue.publish([run(3, { location: 'eu-west-2' })])
    await nextTurn()
    assert.deepEqual(heard, [['eu-west-1', 'eu-west-2']])
    stop()
    queue.publish([run(4)])
    await nextTurn()
    assert.equal(heard.length, 1)
  })

  test('a run that waits six minutes is dropped, not a millisecond before', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1)])
    clock.advance(6 * minuteMs - 1)
    assert.deepEqual(queue.expire(), { dropped: [], lost: [] })
    clock.advance(1)
    assert.deepEqual(
      queue.expire().dropped.map(({ checkNo }) => checkNo),
      [1],
    )
    assert.deepEqual(queue.take(agent('a'), plenty, 1_000), [])
    assert.equal(queue.findAttempt(run(1)), null)
  })

  test('figures tell what waits, since when, and what is held', () => {
    const { clock, queue } = makeQueue()
    assert.deepEqual(queue.figures('eu-west-1'), { queued: 0, inflight: 0, oldestQueuedAt: null })
    const beganAt = clock.now()
    queue.publish([run(1), run(2)])
    clock.advance(10)
    queue.publish([run(3), run(4, { location: 'eu-west-2' })])
    queue.take(agent('a'), { uptime: 1, main: 0 }, 1_000)
    assert.deepEqual(queue.figures('eu-west-1'), { queued: 2, inflight: 1, oldestQueuedAt: beganAt })
  })
})

suite('leases', () => {
  test('a lease that is renewed lasts; one that is not is given to the next agent, in front of the others', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1), run(2)])
    const [first, second] = queue.take(agent('a'), plenty, 1_000)
    assert.ok(first !== undefined && second !== undefined)
    clock.advance(40 * secondMs)
    queue.renew(first)
    queue.publish([run(3)])
    clock.advance(20 * secondMs - 1)
    queue.expire()
    assert.deepEqual(numbers(queue.take(agent('b'), { uptime: 0, main: 0 }, 1_000)), [])
    clock.advance(1)
    queue.expire()
    assert.equal(queue.findLease(second.leaseId), null)
    assert.deepEqual(numbers(queue.take(agent('b'), plenty, 1_000)), [2, 3])
    assert.equal(queue.findLease(first.leaseId), first)
  })

  test('a released run waits in front', () => {
    const { queue } = makeQueue()
    queue.publish([run(1), run(2), run(3)])
    const lease = only(queue.take(agent('a'), { uptime: 1, main: 0 }, 1_000))
    queue.release(lease)
    assert.deepEqual(numbers(queue.take(agent('b'), plenty, 1_000)), [1, 2, 3])
    queue.release(lease)
    assert.deepEqual(queue.take(agent('a'), plenty, 1_000), [])
  })

  test('several runs that are released or run out together keep their order', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1), run(2), run(3)])
    for (const lease of queue.take(agent('a'), plenty, 1_000)) queue.release(lease)
    const again = queue.take(agent('a'), plenty, 1_000)
    assert.deepEqual(numbers(again), [1, 2, 3])
    clock.advance(minuteMs)
    queue.expire()
    assert.deepEqual(numbers(queue.take(agent('b'), plenty, 1_000)), [1, 2, 3])
  })

  test('case 15: handed out three times at most, then lost', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1)])
    for (const delivery of [1, 2, 3]) {
      assert.equal(queue.take(agent(`agent ${delivery}`), plenty, 1_000).length, 1)
      clock.advance(minuteMs)
      const { dropped, lost } = queue.expire()
      assert.deepEqual([dropped.length, lost.length], [0, delivery === 3 ? 1 : 0])
    }
    assert.deepEqual(queue.take(agent('fourth'), plenty, 1_000), [])
  })

  test('the six minutes begin anew for a run that comes back', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1)])
    clock.advance(5 * minuteMs)
    queue.take(agent('a'), plenty, 1_000)
    clock.advance(minuteMs)
    queue.expire()
    clock.advance(6 * minuteMs - 1)
    assert.deepEqual(queue.expire().dropped, [])
    clock.advance(1)
    assert.equal(queue.expire().dropped.length, 1)
  })

  test('a held run is not dropped, however long it takes', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1, { queue: 'main', checkType: 'BROWSER' })])
    const lease = only(queue.take(agent('a', 'eu-west-1', ['BROWSER']), plenty, 1_000))
    for (let passed = 0; passed < 30 * minuteMs; passed += 20 * secondMs) {
      clock.advance(20 * secondMs)
      queue.renew(lease)
      assert.deepEqual(queue.expire(), { dropped: [], lost: [] })
    }
    assert.equal(queue.findAttempt(run(1))?.lease, lease)
  })

  test('a ping that is renewed for more than five minutes is given to another agent', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1)])
    const lease = only(queue.take(agent('a'), plenty, 1_000))
    for (let passed = 0; passed < 7 * minuteMs; passed += 20 * secondMs) {
      clock.advance(20 * secondMs)
      queue.renew(lease)
    }
    queue.expire()
    assert.deepEqual(numbers(queue.take(agent('b'), plenty, 1_000)), [1])
  })

  test('after a pause of the machine every lease and every wait begins anew', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1), run(2)])
    const lease = only(queue.take(agent('a'), { uptime: 1, main: 0 }, 1_000))
    clock.advance(10 * minuteMs)
    queue.grantTime()
    assert.deepEqual(queue.expire(), { dropped: [], lost: [] })
    assert.equal(queue.findAttempt(run(1))?.lease, lease)
    assert.deepEqual(numbers(queue.take(agent('a'), plenty, 1_000)), [2])
  })

  test('an adopted run is held by the agent that has it, and comes back when it is silent', () => {
    const { clock, queue } = makeQueue()
    const lease = queue.adopt(run(1), 'a', 'lease of before')
    assert.equal(queue.findLease('lease of before'), lease)
    assert.deepEqual(queue.take(agent('b'), plenty, 1_000), [])
    clock.advance(minuteMs)
    queue.expire()
    assert.deepEqual(numbers(queue.take(agent('b'), plenty, 1_000)), [1])
  })
})

suite('results', () => {
  test('a settled attempt is forgotten; only the first report settles it', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1)])
    const lease = only(queue.take(agent('a'), plenty, 1_000))
    assert.equal(queue.settle(run(1)), true)
    assert.equal(queue.settle(run(1)), false)
    assert.equal(queue.findLease(lease.leaseId), null)
    clock.advance(10 * minuteMs)
    assert.deepEqual(queue.expire(), { dropped: [], lost: [] })
    assert.equal(queue.settledLeaseOf(run(1)), null)
  })

  test('of an attempt that was handed out twice it is known which lease counted', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1)])
    const old = only(queue.take(agent('a'), plenty, 1_000))
    clock.advance(minuteMs)
    queue.expire()
    const current = only(queue.take(agent('b'), plenty, 1_000))
    assert.notEqual(current.leaseId, old.leaseId)
    queue.settle(run(1))
    assert.equal(queue.settledLeaseOf(run(1)), current.leaseId)
    assert.equal(queue.settledLeaseOf(run(1, { attempt: 2 })), null)
  })

  test('a late result while nobody has the run takes it out of the line', () => {
    const { clock, queue } = makeQueue()
    queue.publish([run(1)])
    queue.take(agent('a'), plenty, 1_000)
    clock.advance(minuteMs)
    queue.expire()
    assert.equal(queue.findAttempt(run(1))?.lease, null)
    queue.settle(run(1))
    assert.deepEqual(queue.take(agent('b'), plenty, 1_000), [])
  })

  test('attempts of one run are apart', () => {
    const { queue } = makeQueue()
    queue.publish([run(1)])
    queue.take(agent('a'), plenty, 1_000)
    queue.publish([run(1, { attempt: 2 })])
    queue.settle(run(1))
    assert.deepEqual(
      queue.take(agent('a'), plenty, 1_000).map((lease) => lease.run.attempt),
      [2],
    )
  })
})

suite('dropping', () => {
  const isFirst = ({ checkNo }: Run) => checkNo === 1

  test('waiting runs are forgotten and returned; held ones are kept when told', () => {
    const { queue } = makeQueue()
    queue.publish([run(1), run(2)])
    assert.deepEqual(
      queue.drop(isFirst, 'keep').map(({ checkNo }) => checkNo),
      [1],
    )
    assert.deepEqual(numbers(queue.take(agent('a'), plenty, 1_000)), [2])
    assert.deepEqual(
      queue.drop(() => true, 'keep'),
      [],
    )
    assert.deepEqual(queue.cancelledOf('a'), [])
    assert.notEqual(queue.findAttempt(run(2)), null)
  })

  test('a cancelled run is told to its agent once, and never handed out again', async () => {
    const { clock, queue } = makeQueue()
    const heard: string[] = []
    queue.listen((places) => heard.push(...places))
    queue.publish([run(1), run(2)])
    const [first] = queue.take(agent('a'), plenty, 1_000)
    await nextTurn()
    assert.deepEqual(
      queue.drop(isFirst, 'cancel').map(({ checkNo }) => checkNo),
      [1],
    )
    await nextTurn()
    assert.equal(heard.length, 2)
    assert.deepEqual(queue.cancelledOf('b'), [])
    assert.deepEqual(queue.cancelledOf('a'), [first?.leaseId])
    assert.deepEqual(queue.cancelledOf('a'), [])
    clock.advance(minuteMs)
    queue.expire()
    assert.deepEqual(numbers(queue.take(agent('b'), plenty, 1_000)), [2])
  })
})
