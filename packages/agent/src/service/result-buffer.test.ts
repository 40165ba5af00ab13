import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import { toWireVerdict } from '@sonde/schema/agents/wire-verdict.ts'
import { passed } from '../../testing/agent-under-test.ts'
import { makeRun } from '../../testing/fake-service.ts'
import { createResultBuffer, type FinishedRun } from './result-buffer.ts'

function result(text = ''): RunResult {
  const { runId, attempt, leaseId, ticket, checkType } = makeRun()
  const { verdict, notRunCause } = passed
  return {
    runId,
    attempt,
    leaseId,
    ticket,
    checkType,
    startedAt: 0,
    durationMs: 1,
    ageMs: 0,
    verdict: toWireVerdict(verdict),
    notRunCause,
    detail: text,
  }
}

const details = (runs: readonly FinishedRun[]) => runs.map(({ result: { detail } }) => detail)

test('results leave in the order in which they came, and a batch that failed goes first again', () => {
  const buffer = createResultBuffer({ mostBytes: 1_000_000 })
  for (const text of ['a', 'b', 'c']) buffer.add(result(text), 0)
  assert.deepEqual(details(buffer.take(2, 1_000_000)), ['a', 'b'])
  buffer.add(result('d'), 0)
  assert.equal(buffer.size, 4)
  buffer.putBack()
  assert.deepEqual(details(buffer.take(3, 1_000_000)), ['a', 'b', 'c'])
  buffer.forget()
  assert.deepEqual(details(buffer.take(3, 1_000_000)), ['d'])
  buffer.forget()
  assert.deepEqual([buffer.size, buffer.bytes], [0, 0])
})

test('beyond its limit the oldest are dropped, but none that is under way', () => {
  const buffer = createResultBuffer({ mostBytes: 3_000 })
  buffer.add(result('a'.repeat(500)), 0)
  buffer.take(1, 1_000_000)
  let dropped = 0
  for (const text of ['b', 'c', 'd']) dropped += buffer.add(result(text.repeat(500)), 0)
  assert.equal(dropped, 2)
  buffer.putBack()
  assert.deepEqual(
    details(buffer.take(10, 1_000_000)).map((text) => String(text)[0]),
    ['a', 'd'],
  )
})

test('a batch is bounded in bytes, yet never empty', () => {
  const buffer = createResultBuffer({ mostBytes: 1_000_000 })
  for (let index = 0; index < 10; index++) buffer.add(result('x'.repeat(5_000)), 0)
  assert.equal(buffer.take(10, 12_000).length, 2)
  buffer.forget()
  assert.equal(buffer.take(10, 1).length, 1)
})

test('the estimate is near the length as JSON', () => {
  const buffer = createResultBuffer({ mostBytes: 100_000_000 })
  const pings = Array.from({ length: 10 }, (_, sequence) => ({
    sequence,
    type: 0,
    code: 0,
    success: true,
    rtt: 12.011,
    ttl: 57,
  }))
  const one = { ...result(), detail: { response: { pingResults: pings, hostname: 'edge1.example.net' } } }
  buffer.add(one, 0)
  const actual = JSON.stringify(one).length
  assert.ok(buffer.bytes > actual * 0.7 && buffer.bytes < actual * 1.5, `${buffer.bytes} for ${actual}`)
})

test('a hundred thousand results that wait and leave keep their order', () => {
  const buffer = createResultBuffer({ mostBytes: 1_000_000_000 })
  const one = result()
  for (let index = 0; index < 100_000; index++) buffer.add(one, index)
  let next = 0
  for (let batch = buffer.take(1_000, 1e9); batch.length > 0; batch = buffer.take(1_000, 1e9)) {
    for (const { endedMs } of batch) assert.equal(endedMs, next++)
    buffer.forget()
  }
  assert.equal(next, 100_000)
})
