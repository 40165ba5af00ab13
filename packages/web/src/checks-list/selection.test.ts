import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toggleRow, emptySelection, togglePage } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

test('a click marks a row, another one unmarks it', () => {
  const once = toggleRow(emptySelection, 'b', order, false)
  assert.deepEqual([...once.ids], ['b'])
  assert.equal(toggleRow(once, 'b', order, false).ids.size, 0)
})

test('with shift, a range is marked, in either direction', () => {
  assert.deepEqual(
    [...toggleRow(toggleRow(emptySelection, 'b', order, false), 'd', order, true).ids].toSorted(),
    ['b', 'c', 'd'],
  )
  assert.deepEqual(
    [...toggleRow(toggleRow(emptySelection, 'd', order, false), 'b', order, true).ids].toSorted(),
    ['b', 'c', 'd'],
  )
})

test('with shift on a marked row, a range is unmarked', () => {
  const all = togglePage(emptySelection, order)
  const after = toggleRow(toggleRow(all, 'b', order, false), 'd', order, true)
  assert.deepEqual([...after.ids], ['a', 'e'])
})

test('with shift and no click before, one row is marked', () => {
  assert.deepEqual([...toggleRow(emptySelection, 'c', order, true).ids], ['c'])
})

test('all rows of a page are marked, then unmarked; other pages keep theirs', () => {
  const elsewhere = toggleRow(emptySelection, 'z', ['z'], false)
  const all = togglePage(elsewhere, order)
  assert.equal(all.ids.size, 6)
  assert.deepEqual([...togglePage(all, order).ids], ['z'])
})
