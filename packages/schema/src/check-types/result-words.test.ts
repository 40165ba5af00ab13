import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listResultWords } from './result-words.ts'

test('the words of results are the names of their fields and their fixed values, of every type', () => {
  const words = listResultWords()
  for (const word of [
    'requestError',
    'hasFailures',
    'IPv4',
    'TXT',
    'TLS1.3',
    'main_ip',
    'statusText',
    'pass',
  ]) {
    assert.ok(words.has(word), word)
  }
  for (const other of ['string', 'maxLength', 'properties', 'x-component'])
    assert.ok(!words.has(other), other)
})
