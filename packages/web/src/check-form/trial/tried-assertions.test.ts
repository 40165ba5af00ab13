import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { observedIn, seenNow, suggestedRows } from './tried-assertions.ts'

const row = { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200', regex: '' }
const tried = { ...row, order: 0, regex: null, actual: '503', error: 'expected 200' }

suite('assertions of a form after a trial', () => {
  test('see what the trial saw, and say passed or failed only of what was tried', () => {
    assert.deepEqual(seenNow(row, [tried]), { words: '503', isPassed: false })
    assert.deepEqual(seenNow({ ...row, target: '503' }, [tried]), { words: '503', isPassed: null })
    assert.equal(seenNow({ ...row, source: 'JSON_BODY', property: '$.a' }, [tried]), null)
    assert.deepEqual(seenNow(row, [{ ...tried, error: null, actual: 200 }]), { words: '200', isPassed: true })
  })

  test('are suggested from the response, as far as the type has them and the form has not', () => {
    const response = {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '{"status":"ok","checks":{"db":"ok"},"odd name":1,"version":"4.18.2","count":3}',
    }
    const schemaWith = (sources: string[]) => ({ properties: { source: { enum: sources } } })
    const all = schemaWith(['STATUS_CODE', 'JSON_BODY', 'HEADERS'])
    const wordsOf = (rows: readonly (typeof row)[]) =>
      suggestedRows(observedIn(response), all, rows).map(
        ({ property, target }) => `${String(property)} ${String(target)}`,
      )
    assert.deepEqual(wordsOf([]), [
      ' 200',
      '$.status ok',
      '$.version 4.18.2',
      '$.count 3',
      'content-type application/json',
    ])
    assert.deepEqual(seenNow(row, observedIn(response)), { words: '200', isPassed: true })
    assert.deepEqual(wordsOf([row]).includes(' 200'), false)
    assert.deepEqual(suggestedRows(observedIn(response), schemaWith(['STATUS_CODE']), []), [row])
    assert.deepEqual(observedIn({ status: 0, headers: {}, body: '{"cut' }), [])
  })
})
