import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printable } from './printable.ts'

test('a line keeps its letters and its place', () => {
  assert.equal(printable('Grüße, 東京 🚀'), 'Grüße, 東京 🚀')
  assert.equal(
    printable('\x1b]52;c;eA==\x07a\r\npassed\u2028b\u202Ec\u009B2J'),
    '?]52;c;eA==?a  passed?b?c?2J',
  )
})
