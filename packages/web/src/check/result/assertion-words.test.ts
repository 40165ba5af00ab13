import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { actualWords, propertyWords, targetWords } from './assertion-words.ts'

suite('an assertion in words', () => {
  test('a property, a pattern, both, or all of the source', () => {
    assert.deepEqual(
      [
        { property: '', regex: null },
        { property: '', regex: '' },
        { property: '$.status', regex: null },
        { property: '', regex: 'ok|fine' },
        { property: 'etag', regex: '^W' },
      ].map(propertyWords),
      ['–', '–', '$.status', '/ok|fine/', 'etag /^W/'],
    )
  })

  test('times have a unit and three digits', () => {
    assert.equal(actualWords({ source: 'RESPONSE_TIME', actual: 1124.507 }), '1.12 s')
    assert.equal(targetWords({ source: 'RESPONSE_TIME', target: '1000' }), '1 s')
    assert.equal(actualWords({ source: 'LATENCY', actual: '12.3456' }), '12.3 ms')
    assert.equal(targetWords({ source: 'LATENCY', target: '{{LIMIT}}' }), '{{LIMIT}}')
  })

  test('everything else is as it was, and nothing is a dash', () => {
    assert.equal(actualWords({ source: 'STATUS_CODE', actual: 503 }), '503')
    assert.equal(actualWords({ source: 'JSON_BODY', actual: { a: 1 } }), '{"a":1}')
    assert.equal(actualWords({ source: 'RESPONSE_TIME', actual: null }), '–')
    assert.equal(targetWords({ source: 'STATUS_CODE', target: '' }), '–')
    assert.equal(actualWords({ source: 'TEXT_BODY', actual: 'x'.repeat(400) }).length, 301)
  })
})
