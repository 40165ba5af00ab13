import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servedBy } from './served-by.ts'

const embedded = { place: 'EMBEDDED', location: null, isConnected: true } as const
const own = { place: 'DATA_CENTER', location: 'eu-west-1', isConnected: true } as const

test('agents of its own go before the one inside the server', () => {
  const words = (code: string, isServed: boolean, agents: readonly (typeof embedded | typeof own)[]) =>
    servedBy({ code, isServed, isStoodIn: false, agents }).words
  assert.equal(words('eu-west-1', true, [embedded, own]), '1 agent of its own')
  assert.equal(words('eu-west-1', true, [own, own]), '2 agents of its own')
  assert.equal(words('eu-west-2', true, [embedded, own]), 'this server stands in')
  assert.equal(words('eu-west-2', true, []), 'an agent of the operator')
  assert.equal(words('eu-west-2', false, [embedded]), 'nobody: checks do not run here')
})

test('an account that is not told of the agent inside the server is told that the server stands in', () => {
  const { look, words } = servedBy({ code: 'eu-west-1', isServed: true, isStoodIn: true, agents: [] })
  assert.deepEqual([look, words], ['none', 'this server stands in'])
})

test('an agent that was lost serves nobody', () => {
  const disconnected = { ...own, isConnected: false }
  assert.equal(
    servedBy({ code: 'eu-west-1', isServed: false, isStoodIn: false, agents: [disconnected] }).look,
    'none',
  )
})
