import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBriefMemory } from './brief-memory.ts'

function memoryUnderTest() {
  let now = 1_000
  const memory = createBriefMemory<string>({
    clock: { now: () => now },
    keptMs: 5_000,
    mostWeight: 100,
    weightOf: (value) => value.length,
  })
  let made = 0
  return {
    memory,
    made: () => made,
    advance: (ms: number) => {
      now += ms
    },
    ask: (key: string, value = key) =>
      memory.of(key, async () => {
        made += 1
        return value
      }),
  }
}

test('whoever asks at the same time or soon after gets the same value', async () => {
  const { ask, advance, made } = memoryUnderTest()
  const both = await Promise.all([ask('a', 'first'), ask('a', 'second')])
  assert.deepEqual(both, ['first', 'first'])
  advance(4_999)
  assert.equal(await ask('a', 'third'), 'first')
  assert.equal(made(), 1)
  advance(1)
  assert.equal(await ask('a', 'fourth'), 'fourth')
})

test('what is too old is let go, whatever is asked for', async () => {
  const { ask, advance, memory } = memoryUnderTest()
  for (const key of ['a', 'b', 'c']) await ask(key)
  assert.deepEqual(memory.size(), { entries: 3, weight: 3 })
  advance(5_000)
  await ask('d')
  assert.deepEqual(memory.size(), { entries: 1, weight: 1 })
})

test('no more is kept than may be, the oldest goes first', async () => {
  const { ask, memory, made } = memoryUnderTest()
  for (const index of Array(50).keys()) await ask(`k${index}`, 'x'.repeat(30))
  assert.deepEqual(memory.size(), { entries: 3, weight: 90 })
  await ask('k49')
  assert.equal(made(), 50)
  await ask('k0')
  assert.equal(made(), 51)
  await ask('huge', 'x'.repeat(1_000))
  assert.deepEqual(memory.size(), { entries: 0, weight: 0 })
})

test('what could not be made is not remembered, and what is slow is made once', async () => {
  const { ask, memory, advance } = memoryUnderTest()
  await assert.rejects(
    memory.of('a', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await ask('a', 'yes'), 'yes')
  const slow = Promise.withResolvers<string>()
  const first = memory.of('slow', () => slow.promise)
  advance(60_000)
  const second = ask('slow', 'again')
  slow.resolve('slow')
  assert.deepEqual(await Promise.all([first, second]), ['slow', 'slow'])
})
