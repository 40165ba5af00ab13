import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { createBackoff } from './backoff.ts'
import { createRetryPause } from './retry-pause.ts'
import { TransportFailure } from './transport.ts'

const long = { firstMs: 600_000, mostMs: 600_000 }

function startPause(retryAfterMs: number | null) {
  const stopping = new AbortController()
  const retryPause = createRetryPause(createBackoff(long), stopping.signal)
  let isOver = false
  const over = retryPause
    .after(new TransportFailure('unavailable', 'away', { retryAfterMs }))
    .then(() => (isOver = true))
  return { stopping, retryPause, over, isOver: () => isOver }
}

test('a wait ends when the service may be within reach again', async () => {
  const { retryPause, over, isOver } = startPause(null)
  await nextTurn()
  assert.equal(isOver(), false)
  retryPause.retryNow()
  await over
})

test('a pause that the service asked for is kept, and ends when the agent stops', async () => {
  const { retryPause, stopping, over, isOver } = startPause(1_000)
  retryPause.retryNow()
  await nextTurn()
  assert.equal(isOver(), false)
  stopping.abort()
  await over
})

test('nothing is waiting: the next wait is a whole one', async () => {
  const { retryPause, stopping, over } = startPause(null)
  retryPause.retryNow()
  await over
  retryPause.retryNow()
  let isOver = false
  const next = retryPause.after(new TransportFailure('unavailable', 'away')).then(() => (isOver = true))
  await nextTurn()
  assert.equal(isOver, false)
  stopping.abort()
  await next
})
