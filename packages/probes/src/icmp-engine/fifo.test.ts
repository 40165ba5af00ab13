import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fifo } from './fifo.ts'

test('entries leave in the order in which they came, however often the queue grows and wraps', () => {
  const fifo = new Fifo<number>()
  let pushed = 0
  let taken = 0
  for (let round = 0; round < 200; round += 1) {
    for (let index = 0; index < round; index += 1) fifo.push(pushed++)
    for (let index = 0; index < round - 3; index += 1) assert.equal(fifo.shift(), taken++)
    assert.equal(fifo.length, pushed - taken)
    assert.equal(fifo.peek(), fifo.length === 0 ? undefined : taken)
  }
  while (fifo.length > 0) assert.equal(fifo.shift(), taken++)
  assert.equal(fifo.shift(), undefined)
  assert.equal(taken, pushed)
})
