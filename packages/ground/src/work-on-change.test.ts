import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createScriptedFeed, type ScriptedFeed } from '../testing/scripted-feed.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { longestUntoldMs } from './change-feed.ts'
import { workOnChange } from './work-on-change.ts'

const pauseMs = 1_000
const startAt = 50_000

/** A job whose rounds are counted, on timers that the test moves. */
function jobUnderTest(t: TestContext, changes: ScriptedFeed | null) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const state = { now: startAt, rounds: 0, nextAt: Infinity }
  const warnings: string[] = []
  let during: () => void = () => undefined
  const job = workOnChange({
    name: 'counting',
    pauseMs,
    changes,
    clock: { now: () => state.now },
    log: { ...silentLogger, warn: (_fields, message) => void warnings.push(message) },
    async work() {
      state.rounds += 1
      during()
      return state.nextAt
    },
  })
  return {
    state,
    warnings,
    job,
    /** What happens in the middle of each round. */
    onRound(act: () => void) {
      during = act
    },
    async start() {
      job.start()
      await settled()
    },
    async pass(ms: number) {
      state.now += ms
      t.mock.timers.tick(ms)
      await settled()
    },
  }
}

test('what is written while nothing was to do is worked on at once', async (t) => {
  const changes = createScriptedFeed()
  const { state, job, start, pass } = jobUnderTest(t, changes)
  await start()
  assert.equal(state.rounds, 1)
  await pass(longestUntoldMs - 1)
  assert.equal(state.rounds, 1, 'nothing was written')
  changes.write()
  await settled()
  assert.equal(state.rounds, 2)
  await job.stop()
  assert.equal(changes.listenerCount(), 0)
})

test('however much is written, rounds are a pause apart', async (t) => {
  const changes = createScriptedFeed()
  const { state, job, start, pass } = jobUnderTest(t, changes)
  await start()
  changes.write()
  await pass(pauseMs - 1)
  changes.write()
  await settled()
  assert.equal(state.rounds, 1)
  await pass(1)
  assert.equal(state.rounds, 2)
  await job.stop()
})

test('what is written during a round is worked on after the pause', async (t) => {
  const changes = createScriptedFeed()
  const { state, job, start, pass, onRound } = jobUnderTest(t, changes)
  onRound(() => {
    if (state.rounds === 1) changes.write()
  })
  await start()
  await pass(pauseMs)
  assert.equal(state.rounds, 2)
  await pass(pauseMs)
  assert.equal(state.rounds, 2)
  await job.stop()
})

test('a round is made when its time has come, and no sooner than after the pause', async (t) => {
  const changes = createScriptedFeed()
  const { state, job, start, pass } = jobUnderTest(t, changes)
  state.nextAt = startAt + 5_000
  await start()
  await pass(pauseMs)
  await pass(3_999)
  assert.equal(state.rounds, 1)
  await pass(1)
  assert.equal(state.rounds, 2)
  await pass(pauseMs - 1)
  assert.equal(state.rounds, 2)
  await pass(1)
  assert.equal(state.rounds, 3)
  await job.stop()
})

test('what nobody was told of is found all the same', async (t) => {
  const { state, job, start, pass } = jobUnderTest(t, createScriptedFeed())
  await start()
  await pass(pauseMs)
  await pass(longestUntoldMs - pauseMs - 1)
  assert.equal(state.rounds, 1)
  await pass(1)
  assert.equal(state.rounds, 2)
  await job.stop()
})

test('a round that fails is told, and tried again after the pause although nothing is written', async (t) => {
  const { state, warnings, job, start, pass, onRound } = jobUnderTest(t, createScriptedFeed())
  onRound(() => {
    if (state.rounds === 1) throw new Error('the database is away')
  })
  await start()
  assert.deepEqual(warnings, ['counting failed; retrying'])
  await pass(pauseMs)
  assert.equal(state.rounds, 2)
  await job.stop()
  assert.equal(warnings.length, 1)
})

test('without a feed there is a round after every pause', async (t) => {
  const { state, job, start, pass } = jobUnderTest(t, null)
  await start()
  for (let round = 2; round < 5; round += 1) {
    await pass(pauseMs - 1)
    assert.equal(state.rounds, round - 1)
    await pass(1)
    assert.equal(state.rounds, round)
  }
  await job.stop()
  await pass(longestUntoldMs)
  assert.equal(state.rounds, 4)
})

async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
}
