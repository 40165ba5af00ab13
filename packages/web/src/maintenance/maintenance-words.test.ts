import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectsInWords, repeatsInWords } from './maintenance-words.ts'

test('repeats are told in words', () => {
  assert.equal(repeatsInWords({ repeatInterval: null, repeatUnit: null }), 'Once')
  assert.equal(repeatsInWords({ repeatInterval: 1, repeatUnit: 'WEEK' }), 'Every week')
  assert.equal(repeatsInWords({ repeatInterval: 3, repeatUnit: 'MONTH' }), 'Every 3 months')
})

test('a window says what it does, and that it does nothing', () => {
  const none = { tags: [], pauseAllChecks: false, silenceAlertsTags: [], silenceAllAlerts: false }
  assert.deepEqual(effectsInWords(none), ['Has no effect on checks: information only'])
  assert.deepEqual(effectsInWords({ ...none, pauseAllChecks: true, silenceAlertsTags: ['db'] }), [
    'Pauses every check',
    'Holds alerts back of checks tagged db',
  ])
})
