import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Unreadable } from './form-schema.ts'
import { readNumber, readNumberOrText, showNumber } from './read-number.ts'

suite('a number field means', () => {
  test('null when it is empty and may be null', () => {
    assert.equal(readNumber(' ', { type: 'number', nullable: true }), null)
  })
  test('nothing when it is empty and may not be null', () => {
    assert.equal(readNumber('', { type: 'number' }), undefined)
  })
  test('the number that was typed', () => {
    assert.equal(readNumber('1.50', { type: 'number' }), 1.5)
    assert.equal(readNumber('-3', { type: 'integer' }), -3)
  })
  for (const text of ['abc', '1,5', '0x10', '1 000', 'Infinity', '-']) {
    test(`no number for "${text}", which is kept as it was typed`, () => {
      const read = readNumber(text, { type: 'number' })
      assert.ok(read instanceof Unreadable)
      assert.equal(showNumber(read), text)
    })
  }
  test('no number for a fraction where a whole one is asked for', () => {
    assert.ok(readNumber('1.5', { type: 'integer' }) instanceof Unreadable)
  })
})

test('a field for a number or a text tells them apart', () => {
  assert.equal(readNumberOrText('443'), 443)
  assert.equal(readNumberOrText('{{PORT}}'), '{{PORT}}')
})
