import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiDefaultsInWords, groupRetriesInWords, groupStateInWords } from './fold-words.ts'

test('the fold of the retries of a group says what will happen', () => {
  assert.equal(groupRetriesInWords({ retryStrategy: 'FALLBACK' }), 'Set by each check')
  assert.equal(
    groupRetriesInWords({ retryStrategy: null, doubleCheck: true }),
    'No retries: the first failure counts',
  )
  assert.equal(
    groupRetriesInWords({ retryStrategy: { type: 'FIXED', maxRetries: 1 } }),
    '1 retry at the same location, after 60 s',
  )
})

test('the fold of the state of a group says whether its checks run and notify', () => {
  assert.equal(groupStateInWords({}), 'Active, not muted')
  assert.equal(groupStateInWords({ activated: false, muted: true }), 'All checks paused, muted')
})

test('the fold of the defaults of API checks counts what there is', () => {
  const none = { url: '', headers: [], basicAuth: null }
  assert.equal(apiDefaultsInWords({ apiCheckDefaults: none }), 'Nothing set')
  const some = { url: 'https://api.example.com', headers: [{}], queryParameters: [{}, {}], basicAuth: {} }
  assert.equal(
    apiDefaultsInWords({ apiCheckDefaults: some }),
    'https://api.example.com, 1 header, 2 query parameters, basic authentication',
  )
})
