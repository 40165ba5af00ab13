import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { findLines, showBody } from './shown-body.ts'

suite('the body of a response, for people', () => {
  test('JSON has levels, whatever its type says', () => {
    const pretty = '{\n  "a": [\n    1\n  ]\n}'
    assert.deepEqual(showBody('{"a":[1]}', 'application/json'), { text: pretty, isJson: true })
    assert.deepEqual(showBody('{"a":[1]}', 'text/plain'), { text: pretty, isJson: true })
  })

  test('what is no JSON, or only the beginning of it, is as it came', () => {
    assert.deepEqual(showBody('{"a":[1', 'application/json'), { text: '{"a":[1', isJson: false })
    assert.deepEqual(showBody('<p>', 'text/html'), { text: '<p>', isJson: false })
    assert.deepEqual(showBody('', 'application/json'), { text: '', isJson: false })
  })

  test('lines are found in any case of letters', () => {
    assert.deepEqual(findLines('One\ntwo\nONE more', 'one'), [
      { number: 1, line: 'One' },
      { number: 3, line: 'ONE more' },
    ])
    assert.deepEqual(findLines('a', ''), [])
  })
})
