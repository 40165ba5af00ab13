import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyAnswer, classifyWebhookAnswer } from './classify-answer.ts'

test('an answer of no valid status is tried again, and is no redirect', () => {
  for (const status of [0, 103, 199]) {
    const again = { kind: 'try-again', result: `invalid response: status ${status}`, retryAfterMs: null }
    assert.deepEqual(classifyAnswer({ status, headers: {}, body: '' }), again)
    assert.deepEqual(classifyWebhookAnswer({ status, headers: {}, body: '' }), again)
  }
})

test('a redirect is refused', () => {
  for (const status of [300, 302, 399]) {
    const refused = { kind: 'refused', result: 'redirect not followed' }
    assert.deepEqual(classifyWebhookAnswer({ status, headers: {}, body: 'moved' }), refused)
  }
})
