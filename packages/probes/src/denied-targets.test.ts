import assert from 'node:assert/strict'
import { isIP, isIPv6 } from 'node:net'
import { suite, test } from 'node:test'
import { denyTargets } from './denied-targets.ts'
import type { ResolveName } from './resolve-name.ts'

/** Every name means itself: nobody is asked and nothing is dialled. */
const itself: ResolveName = async (address, family) => ({ kind: 'resolved', address, family, durationMs: 0 })

async function isDenied(address: string, ranges: readonly string[], metadata = false): Promise<boolean> {
  const resolution = await denyTargets(itself, { ranges, metadata })(
    address,
    isIPv6(address) ? 'IPv6' : 'IPv4',
  )
  if (resolution.kind === 'resolved') return false
  assert.deepEqual(resolution.error, {
    code: 'EACCES',
    message: `Target ${address} is not allowed at this location`,
    hostname: address,
    ...(isIP(address) === 0 ? {} : { address }),
  })
  return true
}

suite('a denied target is refused however it is written', () => {
  const cases: [string, readonly string[]][] = [
    [
      '127.0.0.0/8',
      ['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:7f00:0001'],
    ],
    ['127.0.0.0/8', ['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0', '::ffff:0:0']],
    ['::1', ['::1', '0:0:0:0:0:0:0:1', '::1%lo', '0.0.0.0', '::', '::%lo', '::ffff:0.0.0.0']],
    ['10.0.0.0/8', ['::10.1.2.3', '::a01:203', '::ffff:10.1.2.3%eth0']],
    [
      '10.0.0.0/8',
      ['64:ff9b::10.1.2.3', '64:ff9b::a01:203', '64:ff9b:1::a01:203', '2002:a01:203::', '2002:a01:203:5::9'],
    ],
    ['0.0.0.0', ['0.0.0.0', '::', '::ffff:0.0.0.0']],
    ['fd00:ec2::254', ['fd00:ec2::254', 'fd00:ec2:0::254', 'fd00:ec2::254%1']],
    ['fe80::/10', ['fe80::1%eth0']],
  ]
  for (const [range, addresses] of cases) {
    for (const address of addresses) {
      test(`${address} in ${range}`, async () => assert.equal(await isDenied(address, [range]), true))
    }
  }
})

suite('other addresses are let through', () => {
  const cases: [string, readonly string[]][] = [
    ['127.0.0.0/8', ['128.0.0.1', '::1', '::ffff:128.0.0.1', '2001:db8::7f00:1', 'fd00::ffff:7f00:1']],
    ['10.0.0.0/8', ['0.0.0.0', '::', '64:ff9c::a01:203', '2001:a01:203::', '2002:b01:203::a01:203']],
    ['0.0.0.1', ['::1', '127.0.0.1']],
    ['::1', ['127.0.0.1', '::2', '::ffff:0.0.0.1']],
  ]
  for (const [range, addresses] of cases) {
    for (const address of addresses) {
      test(`${address} beside ${range}`, async () => assert.equal(await isDenied(address, [range]), false))
    }
  }

  test('without ranges nothing is looked at', async () => {
    assert.equal(denyTargets(itself, { ranges: [], metadata: false }), itself)
  })
})

suite('the metadata services of clouds', () => {
  const targets = [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.0.23',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fe80::a9fe:a9fe%eth0',
    'fe80::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '100.100.100.200',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '192.0.0.192',
    'metadata.google.internal',
    'Metadata.Google.Internal.',
    'metadata.goog',
    'instance-data',
    'instance-data.ec2.internal',
  ]
  for (const target of targets) {
    test(`${target} is denied at a data center, and not on a network of one's own`, async () => {
      assert.equal(await isDenied(target, [], true), true)
      assert.equal(await isDenied(target, [], false), false)
    })
  }

  test('their neighbours are targets like any other', async () => {
    for (const target of [
      '169.253.255.255',
      '169.255.0.1',
      '100.100.100.201',
      '168.63.129.17',
      '192.0.0.191',
      'fd00:ec2::253',
      'fec0::1',
      'metadata.example.com',
      'my-instance-data',
    ]) {
      assert.equal(await isDenied(target, [], true), false, target)
    }
  })
})
