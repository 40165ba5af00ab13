import assert from 'node:assert/strict'
import { test } from 'node:test'
import { troubleOf } from './trouble-counts.ts'

test('the navigation counts what is failing, else what is degraded, and missing agents; and nothing where all is well', () => {
  const agents = { connected: 2, missing: 0, firstMissing: null }
  const countsOf = (failing: number, degraded: number, missing = 0) =>
    troubleOf({ problems: { failing, degraded }, agents: { ...agents, missing } })
  assert.deepEqual(countsOf(0, 0), {})
  assert.deepEqual(countsOf(3, 2), { checks: { count: 3, words: '3 failing', tone: 'bad' } })
  assert.deepEqual(countsOf(0, 2), { checks: { count: 2, words: '2 degraded', tone: 'warn' } })
  assert.deepEqual(countsOf(0, 0, 1), { locations: { count: 1, words: '1 agent missing', tone: 'bad' } })
})
