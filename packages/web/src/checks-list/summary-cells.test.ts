import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { summaryCells } from './summary-cells.ts'

const now = Date.UTC(2026, 10, 16, 2, 0)
const iso = (at: number) => new Date(at).toISOString()
const formatTime = (at: number) => new Date(at).toISOString().slice(11, 16)

const quiet = {
  problems: { failing: 0, degraded: 0 },
  alerts: { raised: 0, failedDeliveries: 0, openDeliveries: 0, unnotified: 0 },
  coverage: { due: 0, covered: 0, until: null },
  certificates: { expired: 0, expiring: 0, next: null },
  maintenance: { running: 0, current: null, next: null },
  agents: { connected: 0, missing: 0, firstMissing: null },
}

function wordsOf(changes: Partial<Parameters<typeof summaryCells>[0]>) {
  const cells = summaryCells({ ...quiet, ...changes }, now, formatTime)
  return new Map(cells.map(({ name, value, detail, tone }) => [name, `${value} | ${detail} | ${tone}`]))
}

test('healthy is quiet: nothing is coloured, and what is not known is no number', () => {
  assert.deepEqual(
    [...wordsOf({})],
    [
      ['problems', 'None | no check is failing | none'],
      ['alerts', '0 | nothing to deliver | none'],
      ['coverage', '– | no full hour yet | none'],
      ['certificates', 'None expiring | within 30 days | none'],
      ['maintenance', 'None planned | none in progress | none'],
      ['agents', 'None | this server runs the checks | none'],
    ],
  )
})

test('what somebody has to act on is said with its number and coloured', () => {
  const next = {
    checkId: 'x',
    checkName: 'Shop',
    domain: 'shop.example',
    expiresAt: iso(now + 5 * dayMs + 1),
  }
  const cells = wordsOf({
    problems: { failing: 4, degraded: 2 },
    alerts: { raised: 18, failedDeliveries: 1, openDeliveries: 4, unnotified: 2 },
    coverage: { due: 1000, covered: 929, until: iso(now) },
    certificates: { expired: 0, expiring: 3, next },
    agents: {
      connected: 7,
      missing: 1,
      firstMissing: { name: 'lisbon-2', location: 'lisbon', lastSeenAt: iso(now - 14 * minuteMs) },
    },
  })
  assert.equal(cells.get('problems'), '4 failing | 2 degraded | bad')
  assert.equal(cells.get('alerts'), '18 | 1 delivery failed | bad')
  assert.equal(cells.get('coverage'), '92.9 % | 71 of 1,000 runs missed | warn')
  assert.equal(cells.get('certificates'), 'Expires in 5 days | shop.example and 2 others | warn')
  assert.equal(cells.get('agents'), '7 of 8 connected | lisbon-2 missing for 14 min | bad')
})

test('alerts are delivered only when none waits for its receiver and none notified nobody', () => {
  const alerts = (openDeliveries: number, unnotified: number) =>
    wordsOf({ alerts: { raised: 8, failedDeliveries: 0, openDeliveries, unnotified } }).get('alerts')
  assert.equal(alerts(1, 3), '8 | 1 not yet delivered | warn')
  assert.equal(alerts(0, 3), '8 | 3 notified nobody | warn')
  assert.equal(alerts(0, 0), '8 | all delivered | none')
})

test('a certificate of next month is named and not coloured; one that has ended is', () => {
  const of = (at: number) => ({ checkId: 'x', checkName: 'Shop', domain: null, expiresAt: iso(at) })
  const certificates = (expired: number, at: number) =>
    wordsOf({ certificates: { expired, expiring: 1 - expired, next: of(at) } }).get('certificates')
  assert.equal(certificates(0, now + 20 * dayMs), 'Expires in 20 days | Shop | none')
  assert.equal(certificates(0, now + dayMs), 'Expires in 1 day | Shop | warn')
  assert.equal(certificates(0, now + minuteMs), 'Expires today | Shop | warn')
  assert.equal(certificates(1, now - dayMs), '1 expired | Shop | bad')
})

test('maintenance in force comes before what is planned', () => {
  const planned = { windowId: 1, name: 'Upgrade', startsAt: iso(now), endsAt: iso(now + 120 * minuteMs) }
  const of = (running: number, current: typeof planned | null) =>
    wordsOf({ maintenance: { running, current, next: planned } }).get('maintenance')
  assert.equal(of(0, null), '02:00 | Upgrade | none')
  assert.equal(of(2, planned), 'In progress | until 04:00: Upgrade and 1 other | none')
})
