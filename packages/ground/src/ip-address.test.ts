import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addressBytes, isInRange, parseRange } from './ip-address.ts'

suite('the bytes of an address:', () => {
  const zeros = (count: number) => Array.from({ length: count }, () => 0)
  const cases: readonly [text: string, bytes: readonly number[] | null][] = [
    ['192.0.2.1', [192, 0, 2, 1]],
    ['255.255.255.255', [255, 255, 255, 255]],
    ['::', zeros(16)],
    ['::1', [...zeros(15), 1]],
    ['2001:db8::1', [0x20, 0x01, 0x0d, 0xb8, ...zeros(11), 1]],
    ['2001:DB8:1:2:3:4:5:6', [0x20, 0x01, 0x0d, 0xb8, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6]],
    ['fe80::', [0xfe, 0x80, ...zeros(14)]],
    ['fe80::1%eth0', [0xfe, 0x80, ...zeros(13), 1]],
    ['::ffff:192.0.2.1', [...zeros(10), 0xff, 0xff, 192, 0, 2, 1]],
    ['64:ff9b::192.0.2.1', [0, 0x64, 0xff, 0x9b, ...zeros(8), 192, 0, 2, 1]],
    ['', null],
    ['localhost', null],
    ['192.0.2', null],
    ['192.0.2.256', null],
    ['192.0.2.01', null],
    ['0x7f000001', null],
    ['2001:db8::1::2', null],
    ['[::1]', null],
    ['192.0.2.1/24', null],
  ]
  for (const [text, bytes] of cases) {
    test(`"${text}"`, () => assert.deepEqual(addressBytes(text), bytes))
  }
})

suite('a range:', () => {
  const cases: readonly [text: string, prefix: number | null][] = [
    ['10.0.0.0/8', 8],
    ['0.0.0.0/0', 0],
    ['192.0.2.1', 32],
    ['192.0.2.1/32', 32],
    ['::1', 128],
    ['fd00::/8', 8],
    ['10.0.0.0/33', null],
    ['::/129', null],
    ['10.0.0.0/', null],
    ['10.0.0.0/-1', null],
    ['10.0.0.0/8/8', null],
    ['10.0.0.0/8.0', null],
    ['fe80::1%eth0', null],
    ['example.com', null],
    ['', null],
  ]
  for (const [text, prefix] of cases) {
    test(`"${text}" ${prefix === null ? 'is none' : `has a prefix of ${prefix}`}`, () => {
      assert.equal(parseRange(text)?.prefix ?? null, prefix)
    })
  }
})

suite('an address is in a range by the bits of its prefix alone:', () => {
  const cases: readonly [address: string, range: string, isInside: boolean][] = [
    ['10.255.255.255', '10.0.0.0/8', true],
    ['11.0.0.0', '10.0.0.0/8', false],
    // What follows the prefix may be anything.
    ['10.1.2.3', '10.9.9.9/8', true],
    ['172.16.0.0', '172.16.0.0/12', true],
    ['172.31.255.255', '172.16.0.0/12', true],
    ['172.32.0.0', '172.16.0.0/12', false],
    ['192.0.2.128', '192.0.2.129/31', true],
    ['192.0.2.130', '192.0.2.129/31', false],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.2', '192.0.2.1', false],
    ['203.0.113.7', '0.0.0.0/0', true],
    ['fdff::1', 'fc00::/7', true],
    ['fe00::1', 'fc00::/7', false],
    // The kinds are never mixed, not even by a range of everything.
    ['::1', '0.0.0.0/0', false],
    ['127.0.0.1', '::/0', false],
    ['::ffff:127.0.0.1', '127.0.0.0/8', false],
  ]
  for (const [address, range, isInside] of cases) {
    test(`${address} in ${range}`, () => {
      const [bytes, parsed] = [addressBytes(address), parseRange(range)]
      assert.ok(bytes !== null && parsed !== null)
      assert.equal(isInRange(bytes, parsed), isInside)
    })
  }
})
