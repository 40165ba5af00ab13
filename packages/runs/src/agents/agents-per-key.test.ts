import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestClock } from '../../testing/test-clock.ts'
import { createAgentsPerKey } from './agents-per-key.ts'
import { createAgentRegistry } from './agent-registry.ts'

const tenMinutesMs = 10 * 60_000

function keyUnderTest() {
  const clock = createTestClock()
  const registry = createAgentRegistry({ clock, isEmbeddedOn: false, silenceMs: tenMinutesMs })
  const perKey = createAgentsPerKey({ clock, registry })
  const hear = (agentId: string) =>
    registry.heard({
      agentId,
      place: 'eu-west-1',
      checkTypes: new Set(),
      lastSeenAt: clock.now(),
      unableTypes: new Set(),
      scripts: 'unknown',
      connectivity: 'unknown',
    })
  for (let number = 0; number < 1_000; number += 1) {
    assert.deepEqual(perKey.admit('k', `a${number}`), { forgotten: [] })
    hear(`a${number}`)
  }
  return { clock, perKey, hear }
}

test('a key has a thousand agents in touch and no more, whatever other keys have', () => {
  const { perKey } = keyUnderTest()
  assert.equal(perKey.admit('k', 'one more'), null)
  assert.deepEqual(perKey.admit('k', 'a7'), { forgotten: [] })
  assert.deepEqual(perKey.admit('other', 'one more'), { forgotten: [] })
})

test('agents that were silent for ten minutes make room, and those in touch stay', () => {
  const { clock, perKey, hear } = keyUnderTest()
  clock.set(clock.now() + tenMinutesMs - 1)
  assert.equal(perKey.admit('k', 'one more'), null)
  for (let number = 2; number < 1_000; number += 1) hear(`a${number}`)
  clock.set(clock.now() + 1)
  assert.deepEqual(perKey.admit('k', 'one more'), { forgotten: ['a0', 'a1'] })
  assert.deepEqual(perKey.admit('k', 'and another'), { forgotten: [] })
  assert.equal(perKey.admit('k', 'too many'), null)
})

test('an agent that was not accepted takes no place', () => {
  const { perKey } = keyUnderTest()
  perKey.giveBack('k', 'a0')
  assert.deepEqual(perKey.admit('k', 'one more'), { forgotten: [] })
})
