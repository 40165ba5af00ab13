import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestClock } from '../../testing/test-clock.ts'
import { createAgentEvents } from './agent-events.ts'

const event = {
  message: 'm'.repeat(2_000),
  stack: 's'.repeat(10_000),
  count: 1,
  agentVersion: 'v'.repeat(500),
  imageVariant: 'uptime',
  platform: 'linux',
  arch: 'x64',
  nodeVersion: 'v26.0.0',
}
const many = Array.from({ length: 100 }, () => event)
const single = 'an agent reported an internal error'
const summary = 'agents reported more errors than the log shows'

function eventsUnderTest() {
  const clock = createTestClock()
  const lines: { fields: object; message: string }[] = []
  const ignore = () => {}
  const warn = (fields: object, message: string) => void lines.push({ fields, message })
  const events = createAgentEvents({ clock, log: { debug: ignore, info: ignore, warn, error: ignore } })
  const told = (message: string) => lines.filter((line) => line.message === message)
  return { clock, lines, events, told }
}

test('an agent fills ten lines a minute, and one more tells how many were left out', () => {
  const { clock, events, told } = eventsUnderTest()
  const agent = { keyId: 'k', agentId: 'a' }
  for (let round = 0; round < 5; round += 1) events.note(agent, many)
  assert.deepEqual([told(single).length, told(summary).length], [10, 0])
  clock.set(clock.now() + 60_000)
  events.note(agent, [event])
  assert.equal(told(single).length, 11)
  assert.deepEqual(
    told(summary).map(({ fields }) => fields),
    [{ keyId: 'k', leftOut: 490, agents: 1 }],
  )
})

test('all agents with one key fill a hundred lines a minute, and those with another key are still heard', () => {
  const { events, told } = eventsUnderTest()
  for (let number = 0; number < 500; number += 1) events.note({ keyId: 'k', agentId: `a${number}` }, many)
  assert.equal(told(single).length, 100)
  events.note({ keyId: 'other', agentId: 'b' }, [event])
  assert.equal(told(single).length, 101)
  events.close()
  assert.equal(told(summary).length, 1)
})

test('a line is short, however much an agent says', () => {
  const { events, lines } = eventsUnderTest()
  events.note({ keyId: 'k', agentId: 'a' }, [event])
  assert.ok(JSON.stringify(lines).length < 3_000)
})
