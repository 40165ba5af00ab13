import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPaletteKey, keyHelp, plainKey, screenKeys, screenOfKey, stepIn } from './keys.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false }

test('Ctrl+K and Cmd+K open the palette, also with caps lock, and nothing else does', () => {
  assert.equal(isPaletteKey({ ...none, key: 'k', ctrlKey: true }), true)
  assert.equal(isPaletteKey({ ...none, key: 'K', metaKey: true }), true)
  assert.equal(isPaletteKey({ ...none, key: 'k' }), false)
  assert.equal(isPaletteKey({ key: 'k', ctrlKey: true, metaKey: false, altKey: true }), false)
})

test('a letter with Ctrl, Cmd or Alt belongs to the browser, and a named key is no letter', () => {
  assert.equal(plainKey({ ...none, key: 'r' }), 'r')
  assert.equal(plainKey({ ...none, key: '?' }), '?')
  assert.equal(plainKey({ ...none, key: 'r', ctrlKey: true }), null)
  assert.equal(plainKey({ ...none, key: 'p', metaKey: true }), null)
  assert.equal(plainKey({ ...none, key: 'e', altKey: true }), null)
  assert.equal(plainKey({ ...none, key: 'Enter' }), null)
})

test('a step stays in the list, and begins at the end it comes from', () => {
  assert.deepEqual([stepIn(0, -1, 1), stepIn(3, -1, 1), stepIn(3, -1, -1)], [-1, 0, 2])
  assert.deepEqual([stepIn(3, 1, 1), stepIn(3, 2, 1), stepIn(3, 0, -1)], [2, 2, 0])
})

test('every way by G is in the list of keys, and every one that is listed leads somewhere', () => {
  const listed = keyHelp.flatMap(({ keys }) =>
    keys.flatMap(([key]) => (key.startsWith('G then ') ? [key.slice(7)] : [])),
  )
  assert.deepEqual(listed.map((key) => key.toLowerCase()).toSorted(), Object.keys(screenKeys).toSorted())
  assert.ok(listed.every((key) => screenOfKey(key) !== null))
  assert.equal(screenOfKey('z'), null)
})
