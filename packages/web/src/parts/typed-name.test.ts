import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTypedName } from './typed-name.ts'

test('a name is confirmed as it is read on the screen, however many spaces it has', () => {
  assert.equal(isTypedName('Shop front', ' Shop  front\t'), true)
  assert.equal(isTypedName('Shop  front ', 'Shop  front'), true)
  assert.equal(isTypedName('Shopfront', 'Shop  front'), false)
  assert.equal(isTypedName('shop front', 'Shop front'), false)
})
