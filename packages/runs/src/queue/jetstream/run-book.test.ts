import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { run } from '../../../testing/queue-under-test.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { createRunBook } from './run-book.ts'

const times = { leaseMs: minuteMs, expiryMs: 5 * minuteMs }

function runBook() {
  const clock = createTestClock()
  const book = createRunBook({ clock, times, slackMs: 10 * secondMs })
  const expired: number[] = []
  book.onExpired((runs) => void expired.push(...runs.map(({ checkNo }) => checkNo)))
  return { clock, book, expired }
}

test('a run that NATS had already waits until somebody takes it, and nobody gives up on it here', async () => {
  const { clock, book, expired } = runBook()
  const [one, other] = [run(1), run(2)]
  book.publish([one, other])
  book.leave([one])
  assert.deepEqual([book.isWaiting(one.runId), book.held(one.runId)], [true, null])
  assert.deepEqual(
    [...book.statsByLocation().values()].map(({ queued }) => queued),
    [1],
  )
  clock.advance(6 * minuteMs)
  book.expire()
  assert.deepEqual([expired, book.isWaiting(one.runId)], [[2], false])
})

test('whoever takes a run that NATS had already holds it, and its later attempts say whether somebody does', async () => {
  const { clock, book } = runBook()
  const first = run(1)
  book.publish([first])
  book.leave([first])
  await book.hear({ kind: 'taken', runs: [first], at: clock.now() })
  assert.deepEqual([book.isWaiting(first.runId), book.held(first.runId)?.attempt], [false, 1])
  const left = run(2)
  book.publish([left])
  book.leave([left])
  await book.hear({ kind: 'taken', runs: [{ ...left, attempt: 2 }], at: clock.now() })
  assert.deepEqual([book.isWaiting(left.runId), book.held(left.runId)?.attempt], [false, 2])
})

test('of a run that is told by its name alone everything else is known here, or it counts as not open', async () => {
  const { clock, book } = runBook()
  const [known, unknown] = [run(1), run(2)].map(
    ({ runId, attempt, checkNo, checkId, scheduledAt, origin, source }) => ({
      runId,
      attempt,
      checkNo,
      checkId,
      scheduledAt,
      origin,
      source,
    }),
  )
  assert.ok(known !== undefined && unknown !== undefined)
  book.publish([run(1)])
  const [taken, closed]: number[][] = [[], []]
  book.onTaken(
    (runs) => void taken?.push(...runs.map(({ checkNo, accountId }) => (accountId === '' ? 0 : checkNo))),
  )
  book.onClosed((runs) => void closed?.push(...runs.map(({ checkNo }) => checkNo)))
  await book.hear({ kind: 'taken', runs: [known, unknown], at: clock.now() })
  assert.deepEqual([taken, book.held(known.runId)?.attempt, book.held(unknown.runId)], [[1], 1, null])
  await book.hear({ kind: 'closed', runs: [known, unknown], at: clock.now() })
  // Whoever has the schedule may know of a run that the book does not.
  assert.deepEqual([closed, book.held(known.runId)], [[1, 2], null])
})
