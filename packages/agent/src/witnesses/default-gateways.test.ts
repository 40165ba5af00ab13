import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIpv4Gateways, parseIpv6Gateways } from './default-gateways.ts'

test('default gateways are found in the routing table of IPv4', () => {
  const table = [
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT',
    'eth0\t00000000\t0101A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0',
    'eth0\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0',
    'wg0\t00000000\t00000000\t0001\t0\t0\t0\t00000000\t0\t0\t0',
    '',
  ].join('\n')
  assert.deepEqual(parseIpv4Gateways(table), ['192.168.1.1'])
})

test('default gateways are found in the routing table of IPv6, with the device of a link-local one', () => {
  const zero = '0'.repeat(32)
  const table = [
    `20010db8000000000000000000000000 40 ${zero} 00 ${zero} 00000100 00000001 00000000 00000001     eth0`,
    `${zero} 00 ${zero} 00 fe800000000000000000000000000001 00000400 00000002 00000000 00000003     eth0`,
    `${zero} 00 ${zero} 00 20010db8000000000000000000000001 00000400 00000002 00000000 00000003     eth1`,
    `${zero} 00 ${zero} 00 ${zero} ffffffff 00000001 00000000 00200200       lo`,
  ].join('\n')
  assert.deepEqual(parseIpv6Gateways(table), [
    'fe80:0000:0000:0000:0000:0000:0000:0001%eth0',
    '2001:0db8:0000:0000:0000:0000:0000:0001',
  ])
})
