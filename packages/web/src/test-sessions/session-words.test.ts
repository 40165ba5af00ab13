import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionWords } from './session-words.ts'

test('a session is told with what became of its runs; what could not be run is no failure of a target', () => {
  const run = (status: 'RUNNING' | 'FAILED' | 'PASSED' | 'CANCELLED', hasErrors = false) => ({
    status,
    hasErrors,
  })
  assert.equal(
    sessionWords({
      status: 'FAILED',
      results: [run('FAILED'), run('FAILED', true), run('PASSED'), run('PASSED')],
    }),
    'Failed: 1 failed, 1 could not be run, 2 passed',
  )
  assert.equal(sessionWords({ status: 'RUNNING', results: [run('RUNNING')] }), 'Running: 1 not finished')
  assert.equal(sessionWords({ status: 'CANCELLED', results: [run('CANCELLED')] }), 'Cancelled: 1 cancelled')
})
