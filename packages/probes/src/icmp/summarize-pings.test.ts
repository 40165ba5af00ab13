import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ping } from '../icmp-engine/ping-run.ts'
import { summarizePings } from './summarize-pings.ts'

const reply = (sequence: number, rttMs: number): Ping => ({
  sequence,
  kind: 'reply',
  rttMs,
  ttl: 57,
  type: 0,
  code: 0,
})
const lost = (sequence: number): Ping => ({ sequence, kind: 'lost' })

const cases: { name: string; pings: Ping[]; loss: number; latency: (number | null)[] }[] = [
  {
    name: 'the deviation is that of a sample',
    pings: [reply(0, 10), reply(1, 14)],
    loss: 0,
    latency: [12, 10, 14, Math.sqrt(8)],
  },
  { name: 'I5: one reply deviates by nothing', pings: [reply(0, 10)], loss: 0, latency: [10, 10, 10, 0] },
  { name: 'a lost ping is not a zero', pings: [reply(0, 10), lost(1)], loss: 50, latency: [10, 10, 10, 0] },
  {
    name: 'I3: no reply, no number',
    pings: [lost(0), lost(1)],
    loss: 100,
    latency: [null, null, null, null],
  },
]
for (const { name, pings, loss, latency } of cases) {
  test(name, () => {
    const found = summarizePings(pings)
    assert.equal(found.packetLoss, loss)
    const { avg, min, max, stdDev } = found.latency
    assert.deepEqual([avg, min, max, stdDev], latency)
  })
}

test('I9: results are sorted by sequence, and only replies bear times', () => {
  const pings: Ping[] = [
    { sequence: 3, kind: 'refused', errno: 101, code: 'ENETUNREACH' },
    lost(2),
    { sequence: 1, kind: 'error', type: 3, code: 1 },
    reply(0, 12.011),
  ]
  assert.deepEqual(summarizePings(pings), {
    packetsSent: 4,
    packetsReceived: 1,
    packetLoss: 75,
    latency: { avg: 12.011, min: 12.011, max: 12.011, stdDev: 0 },
    pingResults: [
      { sequence: 0, type: 0, code: 0, success: true, rtt: 12.011, ttl: 57 },
      { sequence: 1, type: 3, code: 1, success: false },
      { sequence: 2, success: false },
      { sequence: 3, success: false },
    ],
  })
})
