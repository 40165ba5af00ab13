import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText } from './cut-text.ts'

const roomy = { bytes: 1_000, json: 1_000 }

test('a text within both limits stays as it is', () => {
  assert.equal(cutText('+PONG\r\n', roomy), '+PONG\r\n')
  assert.equal(cutText('é'.repeat(500), roomy), 'é'.repeat(500))
})

test('a text is cut at the last whole character within the bytes', () => {
  assert.equal(cutText('a'.repeat(11), { bytes: 10, json: 1_000 }), 'a'.repeat(10))
  assert.equal(cutText('€€€€', { bytes: 10, json: 1_000 }), '€€€')
  assert.equal(cutText('😀😀😀', { bytes: 11, json: 1_000 }), '😀😀')
})

test('the JSON of what is kept keeps within its limit, whatever the characters are', () => {
  for (const text of ['\0', '"', '\\', '\n', '😀', '\u{d800}', 'a€\u0001"']) {
    const kept = cutText(text.repeat(500), { bytes: 1_000, json: 100 })
    assert.ok(JSON.stringify(kept).length - 2 <= 100, JSON.stringify(text))
    assert.ok(kept.length > 0)
  }
})
