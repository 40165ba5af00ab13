import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyIcmpError } from './icmp-error.ts'

const cases = [
  ['time exceeded is a router on the way', 'IPv4', 'TCP', 11, 0, false, 'router'],
  ['time exceeded is a router on the way', 'IPv6', 'TCP', 3, 0, false, 'router'],
  ['fragments that did not come together say nothing', 'IPv4', 'UDP', 11, 1, false, null],
  ['R3: a closed port of the target is an arrival', 'IPv4', 'UDP', 3, 3, true, 'target'],
  ['R3: a closed port of the target is an arrival', 'IPv6', 'UDP', 1, 4, true, 'target'],
  ['a target that forbids us is an arrival', 'IPv4', 'UDP', 3, 13, true, 'target'],
  ['a target without SCTP is an arrival', 'IPv4', 'SCTP', 3, 2, true, 'target'],
  ['a target without SCTP is an arrival', 'IPv6', 'SCTP', 4, 1, true, 'target'],
  ['R4: a router that knows no host is the end', 'IPv4', 'UDP', 3, 1, false, 'unreachable'],
  ['R4: a router that knows no way is the end', 'IPv6', 'ICMP', 1, 0, false, 'unreachable'],
  ['R4: a router that forbids us is the end', 'IPv4', 'TCP', 3, 13, false, 'unreachable'],
  ['a closed port told by a router is the end', 'IPv4', 'UDP', 3, 3, false, 'unreachable'],
  ['TCP arrives by its own answers only', 'IPv4', 'TCP', 3, 3, true, 'unreachable'],
  ['a packet too big says nothing', 'IPv4', 'UDP', 3, 4, false, null],
  ['a packet too big says nothing', 'IPv6', 'UDP', 2, 0, false, null],
  ['a redirect says nothing', 'IPv4', 'UDP', 5, 1, false, null],
] as const

for (const [title, family, protocol, type, code, isFromTarget, expected] of cases) {
  test(`${title} (${protocol} over ${family})`, () => {
    assert.equal(classifyIcmpError({ family, protocol, type, code, isFromTarget }), expected)
  })
}
