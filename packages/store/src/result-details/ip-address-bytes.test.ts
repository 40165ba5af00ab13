import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBytes, addressText } from './ip-address-bytes.ts'

for (const [address, length] of [
  ['0.0.0.0', 4],
  ['127.0.0.1', 4],
  ['255.255.255.255', 4],
  ['::', 16],
  ['::1', 16],
  ['1::', 16],
  ['2001:db8::1', 16],
  ['2001:db8:1:2:3:4:5:6', 16],
  ['fe80::1:0:0:1', 16],
  ['1:0:0:2::3', 16],
  ['ff02::1:ff00:42', 16],
] as const) {
  test(`${address} is kept in ${length} bytes`, () => {
    const bytes = addressBytes(address)
    assert.equal(bytes?.length, length)
    assert.equal(addressText(bytes ?? new Uint8Array()), address)
  })
}

for (const text of [
  '',
  'edge1',
  '1.2.3',
  '01.2.3.4',
  'fe80::1%eth0',
  '::ffff:192.0.2.1',
  '2001:DB8::1',
  '2001:db8:0:0:0:0:0:1',
  '::00',
]) {
  test(`"${text}" would not come back as it is, and is not kept in bytes`, () => {
    assert.equal(addressBytes(text), null)
  })
}
