import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAttemptMap } from './attempt-map.ts'

const thing = (runId: string, attempt: number) => ({ run: { runId, attempt } })

test('attempts of a run are told apart, and a newer thing of an attempt takes the place of the older', () => {
  const map = createAttemptMap<ReturnType<typeof thing>>()
  const [first, second, other] = [thing('a', 1), thing('a', 2), thing('b', 1)]
  for (const each of [first, second, other]) map.set(each)
  assert.deepEqual(
    [map.get({ runId: 'a', attempt: 2 }), map.get({ runId: 'b', attempt: 2 })],
    [second, undefined],
  )
  const newer = thing('a', 1)
  map.set(newer)
  assert.equal(map.get(newer.run), newer)
  map.delete(first)
  assert.equal(map.get(newer.run), newer)
  assert.deepEqual([...map.values()], [second, newer, other])
})

test('whoever goes through the things may delete each of them', () => {
  const map = createAttemptMap<ReturnType<typeof thing>>()
  for (const each of [thing('a', 1), thing('a', 2), thing('b', 1)]) map.set(each)
  const seen = []
  for (const each of map.values()) {
    seen.push(each.run.attempt)
    map.delete(each)
  }
  assert.deepEqual([seen, map.isEmpty()], [[1, 2, 1], true])
})
