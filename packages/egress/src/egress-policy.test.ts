import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from './egress-policy.ts'
import { parseRange } from '@sonde/ground/ip-address.ts'

const byDefault = createEgressPolicy({ reach: 'all', allow: [] })
const isPublic = createEgressPolicy({
  reach: 'public',
  allow: ['10.1.0.0/16', 'fd12::/16', '127.0.0.1', '169.254.0.0/16'],
})

const cases: readonly [address: string, byDefault: boolean, isPublic: boolean][] = [
  ['93.184.216.34', true, true],
  ['2606:4700::1111', true, true],
  ['::ffff:93.184.216.34', true, true],
  // Refused whatever the settings, also when an operator lists it.
  ['169.254.169.254', false, false],
  ['169.254.0.1', false, false],
  ['::ffff:169.254.169.254', false, false],
  ['::ffff:a9fe:a9fe', false, false],
  ['::169.254.169.254', false, false],
  ['::ffff:0:169.254.169.254', false, false],
  ['64:ff9b::a9fe:a9fe', false, false],
  ['64:ff9b:1:a9fe:a9:fe00::', false, false],
  ['64:ff9b:1::a9fe:a9fe', false, false],
  ['2002:a9fe:a9fe::1', false, false],
  ['fe80::1', false, false],
  ['fe80::1%eth0', false, false],
  ['febf:ffff::1', false, false],
  ['fd00:ec2::254', false, false],
  ['fd20:ce::254', false, false],
  ['100.100.100.200', false, false],
  ['168.63.129.16', false, false],
  ['::ffff:168.63.129.16', false, false],
  ['192.0.0.192', false, false],
  ['0.0.0.0', false, false],
  ['0.1.2.3', false, false],
  ['::', false, false],
  ['::ffff:0.0.0.0', false, false],
  ['224.0.0.1', false, false],
  ['239.255.255.255', false, false],
  ['255.255.255.255', false, false],
  ['ff02::1', false, false],
  ['not an address', false, false],
  // Internal: only the public reach refuses it.
  ['127.0.0.2', true, false],
  ['::1', true, false],
  ['::ffff:127.0.0.2', true, false],
  ['10.0.0.5', true, false],
  ['172.16.0.1', true, false],
  ['172.31.255.255', true, false],
  ['172.32.0.1', true, true],
  ['192.168.1.1', true, false],
  ['100.64.0.1', true, false],
  ['100.127.255.255', true, false],
  ['100.128.0.1', true, true],
  ['198.18.0.1', true, false],
  ['240.0.0.1', true, false],
  ['fc00::1', true, false],
  ['fd00:ec2::253', true, false],
  ['64:ff9b::a00:5', true, false],
  ['64:ff9b:1::a00:5', true, false],
  ['64:ff9b:1:a00:0:500::', true, false],
  ['64:ff9b:1::808:808', true, false],
  ['2002:a00:5::1', true, false],
  ['192.0.2.1', true, false],
  ['192.88.99.1', true, false],
  ['198.51.100.1', true, false],
  ['203.0.113.255', true, false],
  ['::ffff:203.0.113.1', true, false],
  ['100::1', true, false],
  ['100:0:0:1::1', true, false],
  ['2001::1', true, false],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', true, false],
  ['2001:2::1', true, false],
  ['2001:200::1', true, true],
  ['2001:db8::1', true, false],
  ['3fff::1', true, false],
  ['5f00::1', true, false],
  // Internal, and listed.
  ['127.0.0.1', true, true],
  ['10.1.2.3', true, true],
  ['::ffff:10.1.2.3', true, true],
  ['fd12::5', true, true],
]

for (const [address, expectedByDefault, expectedPublic] of cases) {
  test(`${address}: ${expectedByDefault ? 'allowed' : 'refused'} by default, ${expectedPublic ? 'allowed' : 'refused'} when public`, () => {
    assert.deepEqual([byDefault(address), isPublic(address)], [expectedByDefault, expectedPublic])
  })
}

test('a range is an address with a prefix that fits it', () => {
  const good = ['10.0.0.0/8', '10.0.0.1', '::/0', 'fd00::/8', '::ffff:10.0.0.0/104']
  const bad = [
    '',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    '10.0.0.0/8/8',
    'fe80::1%eth0',
    '::/129',
    'host',
    '10.0.0.0/-1',
  ]
  assert.deepEqual(
    good.filter((text) => parseRange(text) === null),
    [],
  )
  assert.deepEqual(
    bad.filter((text) => parseRange(text) !== null),
    [],
  )
})
