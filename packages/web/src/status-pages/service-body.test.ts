import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followsInWords } from './follows-in-words.ts'
import { serviceBody } from './service-body.ts'

test('a service that names no check and no tag is sent as one that follows nothing', () => {
  const follows = { checkIds: [], tags: [], delayMinutes: 5 }
  assert.deepEqual(serviceBody({ name: 'Web', follows }), { name: 'Web', follows: null })
  const tagged = { ...follows, tags: ['shop'] }
  assert.deepEqual(serviceBody({ name: 'Web', follows: tagged }), { name: 'Web', follows: tagged })
})

test('the list says what a service follows', () => {
  assert.equal(followsInWords(null), 'Not monitored')
  const ids = ['a', 'b']
  assert.equal(followsInWords({ checkIds: ['a'], tags: [], delayMinutes: 0 }), '1 check')
  assert.equal(
    followsInWords({ checkIds: ids, tags: ['shop', 'till'], delayMinutes: 5 }),
    '2 checks, tags shop, till, after 5 min',
  )
  assert.equal(followsInWords({ checkIds: [], tags: [], delayMinutes: 0 }), 'No check left')
})
