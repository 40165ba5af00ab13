import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScriptedFeed } from '../testing/scripted-feed.ts'
import { createLookGate, longestUntoldMs } from './change-feed.ts'

/** A gate whose looks are counted; they tell `nextAt`, and fail or write when the test says so. */
function gateUnderTest(changes = createScriptedFeed()) {
  const state = { now: 1_000_000, steadyMs: 0, nextAt: Infinity, looks: 0, during: () => {} }
  const gate = createLookGate({
    changes,
    clock: { now: () => state.now },
    steadyMs: () => state.steadyMs,
  })
  async function pass(): Promise<number> {
    await gate.pass(async () => {
      state.looks += 1
      state.during()
      return state.nextAt
    })
    return state.looks
  }
  return { state, changes, pass }
}

test('nobody looks twice while nothing is written', async () => {
  const { state, changes, pass } = gateUnderTest()
  assert.equal(await pass(), 1)
  state.now += 20_000
  assert.equal(await pass(), 1)
  changes.write()
  assert.equal(await pass(), 2)
  assert.equal(await pass(), 2)
})

test('a look is made when the time has come that the last one has told', async () => {
  const { state, pass } = gateUnderTest()
  state.nextAt = state.now + 5_000
  await pass()
  state.now += 4_999
  assert.equal(await pass(), 1)
  state.now += 1
  assert.equal(await pass(), 2)
})

test('what nobody was told of is found all the same', async () => {
  const { state, pass } = gateUnderTest()
  await pass()
  state.steadyMs += longestUntoldMs - 1
  assert.equal(await pass(), 1)
  state.steadyMs += 1
  assert.equal(await pass(), 2)
})

test('what is written during a look is looked for with the next one', async () => {
  const { state, changes, pass } = gateUnderTest()
  state.during = () => {
    if (state.looks === 1) changes.write()
  }
  await pass()
  assert.equal(await pass(), 2)
  assert.equal(await pass(), 2)
})

test('a look that has failed is made again', async () => {
  const { state, pass } = gateUnderTest()
  state.during = () => {
    if (state.looks === 2) throw new Error('the database is away')
  }
  await pass()
  state.steadyMs += longestUntoldMs
  await assert.rejects(pass())
  assert.equal(await pass(), 3)
})

test('without a feed every look is made', async () => {
  let looks = 0
  const gate = createLookGate({ changes: null, clock: { now: () => 0 } })
  for (let call = 0; call < 3; call += 1) {
    await gate.pass(async () => {
      looks += 1
      return Infinity
    })
  }
  assert.equal(looks, 3)
})
