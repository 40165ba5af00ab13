import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStartPace } from './start-pace.ts'

/** A thread whose time passes only by what is done on it, and whose turns the test makes. */
function makeThread() {
  let ms = 0
  let turns: (() => void)[] = []
  const pace = createStartPace({ nowMs: () => ms, nextTurn: (work) => void turns.push(work) })
  return {
    pace,
    spend: (costMs: number) => void (ms += costMs),
    turn() {
      const due = turns
      turns = []
      for (const work of due) work()
    },
    isIdle: () => turns.length === 0,
  }
}

test('a run is started at once when there is nothing to wait for', () => {
  const { pace, turn, isIdle } = makeThread()
  const started: string[] = []
  pace.add(() => started.push('a'))
  assert.deepEqual([started, pace.waiting], [['a'], 0])
  turn()
  assert.ok(isIdle(), 'an idle agent keeps no turn planned')
  pace.add(() => started.push('b'))
  assert.deepEqual(started, ['a', 'b'])
})

test('of many runs a turn starts what fits into it, in their order, and the others come in the next ones', () => {
  const { pace, turn, spend, isIdle } = makeThread()
  const started: number[] = []
  for (let no = 1; no <= 12; no += 1) {
    pace.add(() => {
      spend(1)
      started.push(no)
    })
  }
  assert.deepEqual(started, [1, 2, 3, 4, 5])
  turn()
  assert.equal(started.length, 10)
  turn()
  assert.deepEqual(
    started,
    Array.from({ length: 12 }, (_, index) => index + 1),
  )
  turn()
  assert.ok(isIdle())
})

test('one that takes long by itself has a turn of its own', () => {
  const { pace, turn, spend } = makeThread()
  const started: string[] = []
  pace.add(() => spend(100))
  for (const name of ['slow', 'next']) {
    pace.add(() => {
      spend(50)
      started.push(name)
    })
  }
  turn()
  assert.deepEqual(started, ['slow'])
  turn()
  assert.deepEqual(started, ['slow', 'next'])
})

test('what is added while others are started waits its turn', () => {
  const { pace, turn } = makeThread()
  const started: string[] = []
  pace.add(() => {
    started.push('outer')
    pace.add(() => started.push('inner'))
  })
  turn()
  assert.deepEqual(started, ['outer', 'inner'])
})
