import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGroupsSearch } from './search-params.ts'

test('the address of the list of groups is read', () => {
  assert.deepEqual(readGroupsSearch({ search: 'shop', page: 2 }), { search: 'shop', page: 2 })
  assert.deepEqual(readGroupsSearch({ search: 42 }), { search: '42' })
})

test('what says nothing, or nothing that is understood, is left out', () => {
  assert.deepEqual(readGroupsSearch({ search: '', page: 1, colour: 'red' }), {})
  assert.deepEqual(readGroupsSearch({ page: 0 }), {})
  assert.deepEqual(readGroupsSearch({ page: '2' }), {})
})
