import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectsInWords, repeatsInWords } from './maintenance-words.ts'

test('repeats are told in words', () => {
  assert.equal(repeatsInWords({ repeatInterval: null, repeatUnit: null }), 'Once')
  assert.equal(repeatsInWords({ repeatInterval: 1, repeatUnit: 'WEEK' }), 'Every week')
  assert.equal(repeatsInWords({ repeatInterval: 3, repeatUnit: 'MONTH' }), 'Every 3 months')
})

test('a window says what it does, and that it does nothing', () => {
  const none = {
    tags: [],
    pauseAllChecks: false,
    pauseCheckIds: [],
    pauseGroupIds: [],
    silenceAlertsTags: [],
    silenceAllAlerts: false,
    silenceCheckIds: [],
    silenceGroupIds: [],
  }
  assert.deepEqual(effectsInWords(none), ['Silences and pauses nothing'])
  assert.deepEqual(effectsInWords({ ...none, pauseAllChecks: true, silenceAlertsTags: ['db'] }), [
    'Silences checks tagged db',
    'Pauses all checks',
  ])
  assert.deepEqual(effectsInWords({ ...none, silenceCheckIds: ['a'], silenceGroupIds: [1, 2] }), [
    'Silences 1 check, 2 groups',
  ])
})
