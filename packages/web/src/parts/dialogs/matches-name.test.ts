import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesName } from './matches-name.ts'

test('a name is confirmed as it is read on the screen, however many spaces it has', () => {
  assert.equal(matchesName('Shop front', ' Shop  front\t'), true)
  assert.equal(matchesName('Shop  front ', 'Shop  front'), true)
  assert.equal(matchesName('Shopfront', 'Shop  front'), false)
  assert.equal(matchesName('shop front', 'Shop front'), false)
})
