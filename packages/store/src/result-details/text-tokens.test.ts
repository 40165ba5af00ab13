import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTokens, writeTokens } from './text-tokens.ts'

const columns = new Map([
  [1, 12.345],
  [4, 0.5],
  [7, 3],
])

const hash = '63ab0bd3c65f8145c5773ff0b5d95da65910c0ad73a1eee80ad1db0011223344'

test('tokens stand for what nothing can deflate', () => {
  const table: [string, number][] = [
    [hash, 33],
    ['12.345', 2],
    ['0.5', 2],
    ['12.346', 3],
    ['0.001', 2],
    ['Mon, 16 Nov 2026 09:37:32 GMT', 5],
    ['2026-11-16T09:37:32.000Z', 5],
    ['2026-11-16T09:37:32Z', 5],
    ['203.0.113.7', 5],
    ['340282366920938463463374607431768211455', 18],
  ]
  for (const [text, length] of table) {
    const bytes = writeTokens(`{"a":"${text}"}`, columns)
    assert.equal(bytes.length, length + 8, text)
    assert.equal(readTokens(bytes, columns), `{"a":"${text}"}`)
  }
})

test('whatever looks like a token and is none stays text', () => {
  for (const text of [
    'Mon, 17 Nov 2026 09:37:32 GMT',
    'Mon, 31 Feb 2026 09:37:32 GMT',
    '2026-02-31T00:00:00Z',
    '2026-11-16T24:00:00Z',
    '1969-12-31T23:59:59Z',
    '2107-01-01T00:00:00Z',
    '2026-11-16T09:37:32.123Z',
    '999.0.113.7',
    '203.0.113.07',
    '12.340',
    '012.34',
    '1.2345',
    '1e-7',
    '00000000000000000000001',
    hash.toUpperCase(),
    'nginx/1.26.3',
    'ä€😀 12.345 ä',
    JSON.stringify('\u0000\u0001\u0007\n\t'),
    '',
  ]) {
    assert.equal(readTokens(writeTokens(text, columns), columns), text)
  }
})

test('a token that nobody knows, and a number that the row lacks, are errors', () => {
  assert.throws(() => readTokens(Uint8Array.of(9), columns), /unknown token: 9/)
  assert.throws(() => readTokens(writeTokens('[12.345]', columns), new Map()), /refers to metric 1/)
})
