import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clicked, nothingSelected, pageClicked } from './selection.ts'

const shown = ['a', 'b', 'c', 'd', 'e']

test('a click marks a row, another one unmarks it', () => {
  const once = clicked(nothingSelected, 'b', shown, false)
  assert.deepEqual([...once.ids], ['b'])
  assert.equal(clicked(once, 'b', shown, false).ids.size, 0)
})

test('with shift, a range is marked, in either direction', () => {
  assert.deepEqual(
    [...clicked(clicked(nothingSelected, 'b', shown, false), 'd', shown, true).ids].toSorted(),
    ['b', 'c', 'd'],
  )
  assert.deepEqual(
    [...clicked(clicked(nothingSelected, 'd', shown, false), 'b', shown, true).ids].toSorted(),
    ['b', 'c', 'd'],
  )
})

test('with shift on a marked row, a range is unmarked', () => {
  const all = pageClicked(nothingSelected, shown)
  const after = clicked(clicked(all, 'b', shown, false), 'd', shown, true)
  assert.deepEqual([...after.ids], ['a', 'e'])
})

test('with shift and no click before, one row is marked', () => {
  assert.deepEqual([...clicked(nothingSelected, 'c', shown, true).ids], ['c'])
})

test('all rows of a page are marked, then unmarked; other pages keep theirs', () => {
  const elsewhere = clicked(nothingSelected, 'z', ['z'], false)
  const all = pageClicked(elsewhere, shown)
  assert.equal(all.ids.size, 6)
  assert.deepEqual([...pageClicked(all, shown).ids], ['z'])
})
