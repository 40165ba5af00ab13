import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findEntries, markMatches } from './find-entries.ts'
import { paletteActions, paletteScreens } from './palette-entries.ts'

const namesFor = (text: string, mayWrite = true) =>
  findEntries([...paletteActions, ...paletteScreens], text, { mayWrite }).map(({ name }) => name)

test('names that begin as typed come first, then those that hold it, then those found by other words', () => {
  assert.deepEqual(namesFor('check'), ['Checks', 'New check'])
  assert.deepEqual(namesFor('password'), ['Security'])
  assert.deepEqual(namesFor('dash new'), ['New dashboard'])
  assert.deepEqual(namesFor('zzz'), [])
})

test('nothing typed shows everything, and who may only read is offered nothing to create', () => {
  assert.equal(namesFor('').length, paletteActions.length + paletteScreens.length)
  assert.deepEqual(namesFor('new check', false), [])
  assert.ok(namesFor('', false).includes('Keyboard shortcuts'))
})

test('every entry has an id of its own', () => {
  const ids = [...paletteActions, ...paletteScreens].map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('what was typed is marked wherever it is, in the case of the name', () => {
  assert.deepEqual(markMatches('Health check', 'CHE h'), [
    { part: 'H', isMatch: true },
    { part: 'ealt', isMatch: false },
    { part: 'h', isMatch: true },
    { part: ' ', isMatch: false },
    { part: 'che', isMatch: true },
    { part: 'ck', isMatch: false },
  ])
  assert.deepEqual(markMatches('Checks', ''), [{ part: 'Checks', isMatch: false }])
  // The small form of this letter is longer.
  assert.deepEqual(markMatches('İstanbul', 'st'), [{ part: 'İstanbul', isMatch: false }])
})
