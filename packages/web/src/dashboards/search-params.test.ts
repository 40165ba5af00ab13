import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readBadgeSearch, readPagedSearch } from './search-params.ts'

suite('what makes no sense in an address is left out:', () => {
  test('a page', () => {
    assert.deepEqual(readPagedSearch({ page: 3 }), { page: 3 })
    assert.deepEqual(readPagedSearch({ page: -1 }), {})
  })

  test('a badge, which is of a check or of a group', () => {
    const check = '01a1e0c0-1145-7bb0-82c6-2e14c1d56fb8'
    assert.deepEqual(readBadgeSearch({ check, group: 1, style: 'flat-square' }), {
      check,
      style: 'flat-square',
    })
    assert.deepEqual(readBadgeSearch({ check: 'x', group: 2, theme: 'a"b', responseTime: true }), {
      group: 2,
      responseTime: true,
    })
  })
})
