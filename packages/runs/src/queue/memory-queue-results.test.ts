import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { agent, numbers, only, queueUnderTest, run } from '../../testing/queue-under-test.ts'

suite('results', () => {
  test('an attempt that has its result is forgotten; only the first report tells that it was open', async () => {
    const { clock, queue, take, renew, complete, statusOf, expire } = queueUnderTest()
    await queue.publish([run(1)])
    const lease = only(await take(agent('a')))
    assert.equal(await complete(run(1)), true)
    assert.equal(await complete(run(1)), false)
    assert.deepEqual((await renew(lease)).lost, [lease.leaseId])
    clock.advance(10 * minuteMs)
    assert.deepEqual(expire(), { expired: [], lost: [] })
    assert.equal(await statusOf(run(1)), 'unknown')
  })

  test('of an attempt that was handed out twice it is known which lease counted', async () => {
    const { clock, queue, take, complete, statusOf, expire } = queueUnderTest()
    await queue.publish([run(1)])
    const old = only(await take(agent('a')))
    clock.advance(minuteMs)
    expire()
    const current = only(await take(agent('b')))
    assert.notEqual(current.leaseId, old.leaseId)
    await complete(run(1))
    assert.deepEqual(await queue.lookUp([run(1)]), [{ kind: 'completed', leaseId: current.leaseId }])
    assert.equal(await statusOf(run(1, { attempt: 2 })), 'unknown')
  })

  test('a late result while nobody has the run takes it out of the line', async () => {
    const { clock, queue, take, complete, statusOf, expire } = queueUnderTest()
    await queue.publish([run(1)])
    await take(agent('a'))
    clock.advance(minuteMs)
    expire()
    assert.equal(await statusOf(run(1)), 'waiting')
    await complete(run(1))
    assert.deepEqual(await take(agent('b')), [])
  })

  test('attempts of one run are apart', async () => {
    const { queue, take, complete } = queueUnderTest()
    await queue.publish([run(1)])
    await take(agent('a'))
    await queue.publish([run(1, { attempt: 2 })])
    await complete(run(1))
    assert.deepEqual(
      (await take(agent('a'))).map((lease) => lease.run.attempt),
      [2],
    )
  })
})

suite('dropping', () => {
  const isFirst = { kind: 'check', checkId: run(1).checkId } as const

  test('waiting runs are forgotten and returned; held ones are kept when told', async () => {
    const { queue, take, ask, statusOf } = queueUnderTest()
    await queue.publish([run(1), run(2)])
    assert.deepEqual(
      (await queue.drop(isFirst, 'keep')).map(({ checkNo }) => checkNo),
      [1],
    )
    assert.deepEqual(numbers(await take(agent('a'))), [2])
    assert.deepEqual(await queue.drop({ kind: 'all' }, 'keep'), [])
    assert.deepEqual((await ask(agent('a'))).cancelled, [])
    assert.notEqual(await statusOf(run(2)), 'unknown')
  })

  test('a cancelled run is told to its agent once, at once where it waits, and never handed out again', async () => {
    const { clock, queue, take, ask, wait, expire } = queueUnderTest()
    await queue.publish([run(1), run(2)])
    const [first] = await take(agent('a'))
    assert.ok(first !== undefined)
    const waiting = wait(agent('a'))
    await nextTurn()
    assert.deepEqual(
      (await queue.drop(isFirst, 'cancel')).map(({ checkNo }) => checkNo),
      [1],
    )
    assert.deepEqual(await waiting.answer, { leases: [], cancelled: [first.leaseId] })
    assert.deepEqual((await ask(agent('b'))).cancelled, [])
    assert.deepEqual((await ask(agent('a'))).cancelled, [])
    assert.deepEqual((await queue.renew('a', [first])).lost, [first.leaseId])
    clock.advance(minuteMs)
    expire()
    assert.deepEqual(numbers(await take(agent('b'))), [2])
  })

  test('a renewal tells what is to be given up, too', async () => {
    const { queue, take } = queueUnderTest()
    await queue.publish([run(1), run(2)])
    const [first, second] = await take(agent('a'))
    assert.ok(first !== undefined && second !== undefined)
    await queue.drop(isFirst, 'cancel')
    assert.deepEqual(await queue.renew('a', [second]), { lost: [], cancelled: [first.leaseId] })
  })
})
