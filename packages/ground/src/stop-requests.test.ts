import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStopRequests } from './stop-requests.mjs'

const cases = [
  { name: 'one signal is one request', signalsMs: [0], classes: ['first'] },
  {
    name: 'copies that npm and the start script pass on are the same request',
    signalsMs: [0, 0, 1, 300, 1_999],
    classes: ['first', 'copy', 'copy', 'copy', 'copy'],
  },
  {
    name: 'from two seconds on a signal is a second request',
    signalsMs: [0, 2_000],
    classes: ['first', 'again'],
  },
  {
    name: 'the two seconds count from the first signal: copies do not prolong them',
    signalsMs: [0, 1_500, 2_500],
    classes: ['first', 'copy', 'again'],
  },
  {
    name: 'a second request has copies, too',
    signalsMs: [0, 5_000, 5_300, 7_000],
    classes: ['first', 'again', 'copy', 'again'],
  },
]

for (const { name, signalsMs, classes } of cases) {
  test(name, () => {
    let nowMs = 0
    const requests = createStopRequests({ clock: { now: () => nowMs } })
    const seen = signalsMs.map((atMs) => {
      // A machine that has been up for a while: zero is no special time.
      nowMs = 1e6 + atMs
      return requests.classify()
    })
    assert.deepEqual(seen, classes)
  })
}
