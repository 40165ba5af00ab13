import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBan } from './distrusted-authorities.ts'

test('a banned authority is known by the beginning of its name, whole words only', () => {
  const cases = [
    ['DigiNotar Root CA', true],
    ['StartCom Ltd.', true],
    ['startcom certification authority', true],
    ['StartCommerce CA', false],
    ['My DigiNotar', false],
    ['GeoTrust TLS RSA CA G1', false],
    ['Test Root', false],
  ] as const
  for (const [name, isBanned] of cases) assert.equal(findBan(['x', name]), isBanned ? name : null, name)
})
