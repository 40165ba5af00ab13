import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressText, readSocketAddress, toSocketAddress } from './socket-address.ts'

const cases = [
  { address: '127.0.0.1', bytes: '7f000001' },
  { address: '255.254.0.9', bytes: 'fffe0009' },
  { address: '::', bytes: '00000000000000000000000000000000' },
  { address: '::1', bytes: '00000000000000000000000000000001' },
  { address: '1::', bytes: '00010000000000000000000000000000' },
  { address: '2001:DB8::8:800:200c:417a', bytes: '20010db80000000000080800200c417a' },
  { address: '1:2:3:4:5:6:7:8', bytes: '00010002000300040005000600070008' },
  { address: '64:ff9b::192.0.2.33', bytes: '0064ff9b0000000000000000c0000221' },
  { address: 'fe80::1%7', bytes: 'fe800000000000000000000000000001', scope: '07000000' },
]

for (const { address, bytes, scope = '00000000' } of cases) {
  test(`${address} becomes the bytes that the kernel expects`, () => {
    const isIpv4 = bytes.length === 8
    const words = toSocketAddress(address, isIpv4 ? 'IPv4' : 'IPv6')
    assert.ok(words)
    const hex = Buffer.from(words.buffer).toString('hex')
    // Family and port; IPv6 has a flow label before the address and the scope after it.
    if (isIpv4) assert.equal(hex.slice(0, 16), `02000000${bytes}`)
    else assert.equal(hex, `0a00000000000000${bytes}${scope}`)
  })
}

for (const [address, family] of [
  ['::1', 'IPv4'],
  ['127.0.0.1', 'IPv6'],
  ['example.net', 'IPv4'],
  ['', 'IPv6'],
  ['fe80::1%no-such-interface', 'IPv6'],
] as const) {
  test(`"${address}" is no ${family} address`, () => {
    assert.equal(toSocketAddress(address, family), null)
  })
}

for (const text of [
  '127.0.0.1',
  '::',
  '::1',
  '1::',
  '2001:db8::8:800:200c:417a',
  '1:2:3:4:5:6:7:8',
  '1:0:2::3:4',
]) {
  test(`${text} is read again from those bytes, in the shortest form`, () => {
    const words = toSocketAddress(text, text.includes(':') ? 'IPv6' : 'IPv4')
    assert.ok(words)
    assert.equal(readSocketAddress(new DataView(words.buffer), 0), text)
  })
}

test('one zero group is no run, the first of two equal runs is shortened, and other families have no text', () => {
  assert.equal(addressText(Buffer.from('00010000000200030004000500060007', 'hex')), '1:0:2:3:4:5:6:7')
  assert.equal(addressText(Buffer.from('00010000000000020003000000000004', 'hex')), '1::2:3:0:0:4')
  assert.equal(readSocketAddress(new DataView(new ArrayBuffer(28)), 0), null)
})
