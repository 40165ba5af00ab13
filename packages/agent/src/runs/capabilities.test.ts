import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCapabilities } from './capabilities.ts'

test('every missing right is announced, whoever needs it', () => {
  const icmp = {
    ipv4: 'none',
    ipv6: 'datagram',
    kernelTimestamps: true,
    missing: ['ICMP over IPv4: x'],
  } as const
  const traceroute = { isSupported: true, hasRawSockets: false, missing: ['TCP and SCTP traceroute: y'] }
  const { ipv6: _ofThisMachine, ...found } = findCapabilities(
    { ...icmp, missing: [...icmp.missing] },
    traceroute,
  )
  assert.deepEqual(found, {
    icmp: 'datagram',
    rawSockets: false,
    missing: ['ICMP over IPv4: x', 'TCP and SCTP traceroute: y'],
  })
})
