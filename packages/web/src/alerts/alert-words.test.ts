import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notificationWords, testWords } from './alert-words.ts'

test('a message that is tried again is not called failed, one that nobody will get is given up, and a test has failed', () => {
  assert.equal(notificationWords('IN_PROGRESS').word, 'Not yet delivered')
  assert.equal(notificationWords('FAILURE').word, 'Given up')
  assert.equal(testWords('FAILURE').word, 'Failed')
  assert.equal(testWords('SUCCESS').word, 'Delivered')
})
