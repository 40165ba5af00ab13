import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIntakeGate, IntakeBusy } from './intake-gate.ts'
import type { Report } from './report.ts'

/** Safe because the gate looks at nothing else. */
const batchOf = (count: number, detail: unknown = null) =>
  Array.from({ length: count }, () => ({ result: { detail } })) as unknown as Report[]

function gateUnderTest(limits: { atOnce?: number; engine?: 'sqlite' | 'postgres' } = {}) {
  const time = { ms: 0 }
  const gate = createIntakeGate({
    engine: 'postgres',
    mostResults: 1_000,
    mostBytes: 10_000,
    oldestMs: 10_000,
    atOnce: 2,
    random: () => 0.99,
    steadyMs: () => time.ms,
    ...limits,
  })
  const begun: { end(): void; passed: Promise<void> }[] = []
  const send = (reports: readonly Report[]) => {
    const ended = Promise.withResolvers<void>()
    begun.push({ end: ended.resolve, passed: gate.pass(reports, () => ended.promise) })
  }
  const endAll = async () => {
    for (const { end, passed } of begun.splice(0)) {
      end()
      await passed
    }
  }
  const isRefused = async () => {
    try {
      await gate.pass(batchOf(1), async () => undefined)
      return false
    } catch (error) {
      assert.ok(error instanceof IntakeBusy)
      assert.equal(error.retryAfterSeconds, 5)
      return true
    }
  }
  return { gate, time, begun, send, endAll, isRefused }
}

test('too many results wait: further ones are refused until half is free', async () => {
  const { gate, begun, send, endAll, isRefused } = gateUnderTest({ engine: 'sqlite' })
  send(batchOf(600))
  send(batchOf(400))
  assert.equal(await isRefused(), false)
  send(batchOf(1))
  assert.equal(await isRefused(), true)
  const [first] = begun.splice(1, 1)
  first?.end()
  await first?.passed
  assert.deepEqual([gate.figures().waiting, await isRefused()], [601, true])
  await endAll()
  assert.equal(await isRefused(), false)
  const { waiting, refused, storing } = gate.figures()
  assert.deepEqual([waiting, refused], [0, 2])
  assert.equal(storing.histogram.counts.at(-1), 5)
})

test('so it is for large ones, and while one batch is not written for too long', async () => {
  const { time, send, endAll, isRefused } = gateUnderTest({ engine: 'sqlite' })
  send(batchOf(100))
  send(batchOf(2, 'x'.repeat(6_000)))
  assert.equal(await isRefused(), true)
  await endAll()
  send(batchOf(1))
  time.ms = 10_000
  assert.equal(await isRefused(), false)
  time.ms = 10_001
  assert.equal(await isRefused(), true)
  await endAll()
  assert.equal(await isRefused(), false)
})

test('only so many batches are written at a time on PostgreSQL, in their order', async () => {
  const { gate } = gateUnderTest()
  const order: number[] = []
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const passed = ends.map(({ promise }, index) =>
    gate.pass(batchOf(1), async () => {
      order.push(index)
      await promise
    }),
  )
  await new Promise(setImmediate)
  assert.deepEqual(order, [0, 1])
  ends[1]?.resolve()
  await passed[1]
  await new Promise(setImmediate)
  assert.deepEqual(order, [0, 1, 2])
  for (const { resolve } of ends) resolve()
  await Promise.all(passed)
  assert.deepEqual(order, [0, 1, 2, 3])
})
