import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundJobLog } from './job-log.ts'

function linesOf(count: number, length = 3) {
  return Array.from({ length: count }, (_, time) => ({ time, level: 'INFO', msg: 'x'.repeat(length) }))
}

test('a log within its limits is kept as it is', () => {
  assert.equal(boundJobLog(null), null)
  const log = { setup: linesOf(400), request: linesOf(199), teardown: linesOf(400) }
  assert.deepEqual(boundJobLog(log), log)
})

test('1,000 lines in all: what comes after them is cut, and a line says so', () => {
  const bound = boundJobLog({ setup: linesOf(900), request: [], teardown: linesOf(1_000) })
  assert.deepEqual([bound?.setup.length, bound?.teardown.length], [900, 100])
  assert.deepEqual(bound?.teardown.at(-1), { time: 99, level: 'WARN', msg: 'log cut: 901 more lines' })
})

test('256 KiB in all', () => {
  const bound = boundJobLog({ setup: linesOf(30, 10_000), request: linesOf(1), teardown: [] })
  assert.equal(bound?.setup.length, 27)
  assert.equal(bound?.setup.at(-1)?.msg, 'log cut: 4 more lines')
  assert.equal(bound?.request[0]?.msg, 'log cut: 1 more lines')
})
