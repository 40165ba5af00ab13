import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ping } from '../icmp-engine/ping-run.ts'
import { parsePingOutput } from './parse-ping-output.ts'

const reply = (sequence: number, rttMs: number, ttl: number, type = 0): Ping => ({
  sequence,
  kind: 'reply',
  rttMs,
  ttl,
  type,
  code: 0,
})
const lost = (sequence: number): Ping => ({ sequence, kind: 'lost' })
const linux = { family: 'IPv4', firstNumber: 1, windowMs: 5000 } as const
const mac = { ...linux, firstNumber: 0 } as const

test('Linux: replies in any order, a duplicate, a loss and one that came too late', () => {
  const output = `PING 198.51.100.7 (198.51.100.7) 56(84) bytes of data.
64 bytes from 198.51.100.7: icmp_seq=2 ttl=57 time=12.0 ms
64 bytes from 198.51.100.7: icmp_seq=1 ttl=57 time=530 ms
64 bytes from 198.51.100.7: icmp_seq=2 ttl=57 time=12.4 ms (DUP!)
64 bytes from 198.51.100.7: icmp_seq=4 ttl=57 time=5200 ms

--- 198.51.100.7 ping statistics ---
4 packets transmitted, 3 received, +1 duplicates, 25% packet loss, time 1505ms
rtt min/avg/max/mdev = 12.000/271.000/530.000/259.000 ms
`
  assert.deepEqual(parsePingOutput(output, { ...linux, count: 4 }), [
    reply(0, 530, 57),
    reply(1, 12, 57),
    lost(2),
    lost(3),
  ])
})

test('Linux: ICMP errors by their words', () => {
  const output = `From 10.8.0.1 icmp_seq=1 Destination Host Unreachable
From 10.8.0.1 icmp_seq=2 Destination Net Unreachable
From 10.8.0.1 icmp_seq=3 Something that nobody has read yet
`
  assert.deepEqual(parsePingOutput(output, { ...linux, count: 3 }), [
    { sequence: 0, kind: 'error', type: 3, code: 1 },
    { sequence: 1, kind: 'error', type: 3, code: 0 },
    lost(2),
  ])
})

test('Linux, IPv6: replies and errors', () => {
  const output = `64 bytes from fd08::2: icmp_seq=1 ttl=64 time=0.031 ms
From fd08::1 icmp_seq=2 Destination unreachable: Address unreachable
From fd08::1 icmp_seq=3 Destination unreachable: No route
`
  assert.deepEqual(parsePingOutput(output, { ...linux, family: 'IPv6', count: 3 }), [
    reply(0, 0.031, 64, 129),
    { sequence: 1, kind: 'error', type: 1, code: 3 },
    { sequence: 2, kind: 'error', type: 1, code: 0 },
  ])
})

test('macOS counts from zero, and its ping6 has hop limits', () => {
  const output = `PING 127.0.0.1 (127.0.0.1): 56 data bytes
64 bytes from 127.0.0.1: icmp_seq=0 ttl=64 time=0.046 ms
Request timeout for icmp_seq 1
64 bytes from 127.0.0.1: icmp_seq=2 ttl=64 time=0.110 ms
`
  assert.deepEqual(parsePingOutput(output, { ...mac, count: 3 }), [
    reply(0, 0.046, 64),
    lost(1),
    reply(2, 0.11, 64),
  ])
  const output6 = '16 bytes from ::1, icmp_seq=0 hlim=64 time=0.046 ms\n'
  assert.deepEqual(parsePingOutput(output6, { ...mac, family: 'IPv6', count: 1 }), [reply(0, 0.046, 64, 129)])
})

test('no output at all: all lost', () => {
  assert.deepEqual(parsePingOutput('', { ...linux, count: 2 }), [lost(0), lost(1)])
})
