import { hourMs } from '@sonde/ground/durations.ts'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CheckOverview, CheckOverviewRow, LastResult } from '../resources/check-overview.ts'
import { inStableOrder, movedIn, patchOverview } from './live-patch.ts'

const dayAt = Date.parse('2026-11-15T00:00:00.000Z')
const isoAt = (hours: number) => new Date(dayAt + hours * hourMs).toISOString()

function rowOf(id: string, lastResult: LastResult | null = null): CheckOverviewRow {
  return {
    id,
    name: id,
    checkType: 'ICMP',
    target: '127.0.0.1',
    tags: [],
    activated: true,
    muted: false,
    group: null,
    periodSeconds: 60,
    status: 'PASSING',
    statusSince: isoAt(1),
    lastResult,
    problem: null,
    noVerdict: null,
    heartbeat: null,
    maintenance: null,
    hours: Array.from({ length: 24 }, (_, index) => ({
      startsAt: isoAt(index),
      passed: 1,
      degraded: 0,
      failed: 0,
      withheld: 0,
    })),
    availability: 100,
    coverage: 1,
    p50: 1,
    p95: 2,
    responseTimes: null,
    createdAt: isoAt(0),
  }
}

const overviewOf = (...checks: CheckOverviewRow[]): CheckOverview => ({
  checks,
  total: checks.length,
  counts: { FAILING: 0, DEGRADED: 0, NO_DATA: 0, PASSING: checks.length, PAUSED: 0 },
  mutedCount: 0,
})

const failure = (hours: number, location = 'eu-west-1'): LastResult => ({
  at: isoAt(hours),
  location,
  responseTime: null,
  verdict: 'FAILED',
})

suite('a live result', () => {
  test('the first ping of a heartbeat ends the wait for it and starts the timer; a missed one does not', () => {
    const waiting = { lastPingAt: null, expectedAt: null, alertAt: null, alertAfterSeconds: 3600 }
    const before: CheckOverviewRow = { ...rowOf('a'), checkType: 'HEARTBEAT', heartbeat: waiting }
    const heartbeatAfter = (verdict: LastResult['verdict']) => {
      const lastResult: LastResult = { at: isoAt(23), location: null, responseTime: null, verdict }
      return patchOverview(overviewOf(before), [{ id: 'a', status: 'PASSING', lastResult }]).checks[0]
        ?.heartbeat
    }
    assert.deepEqual(heartbeatAfter('PASSED'), { ...waiting, lastPingAt: isoAt(23), alertAt: isoAt(24) })
    assert.deepEqual(heartbeatAfter('FAILED'), waiting)
  })

  test('a paused check stays paused when a run that was under way ends', () => {
    const pausedRow: CheckOverviewRow = {
      ...rowOf('a'),
      activated: false,
      status: 'PAUSED',
      statusSince: null,
    }
    const lastResult = {
      at: isoAt(23),
      location: 'eu-west-1',
      responseTime: null,
      verdict: 'FAILED',
    } as const
    const event = { id: 'a', status: 'FAILING', statusSince: isoAt(23), lastResult } as const
    const [row] = patchOverview(overviewOf(pausedRow), [event]).checks
    assert.deepEqual([row?.status, row?.statusSince, row?.lastResult], ['PAUSED', null, lastResult])
  })

  test('changes its row and leaves the others the same objects', () => {
    const before = overviewOf(rowOf('a'), rowOf('b'))
    const after = patchOverview(before, [
      { id: 'b', status: 'FAILING', statusSince: isoAt(23.5), lastResult: failure(23.5) },
    ])
    assert.equal(after.checks[0], before.checks[0])
    const row = after.checks[1]
    assert.equal(row?.status, 'FAILING')
    assert.equal(row?.statusSince, isoAt(23.5))
    assert.deepEqual(row?.lastResult, failure(23.5))
    assert.deepEqual(row?.hours.at(-1), {
      startsAt: isoAt(23),
      passed: 1,
      degraded: 0,
      failed: 1,
      withheld: 0,
    })
    assert.equal(before.checks[1]?.hours.at(-1)?.failed, 0)
  })

  test('of a check that is not shown changes nothing', () => {
    const before = overviewOf(rowOf('a'))
    assert.equal(patchOverview(before, [{ id: 'z', status: 'FAILING', lastResult: null }]), before)
  })

  test('without a change of status keeps since when it holds', () => {
    const after = patchOverview(overviewOf(rowOf('a')), [
      { id: 'a', status: 'PASSING', lastResult: failure(23.5) },
    ])
    assert.equal(after.checks[0]?.statusSince, isoAt(1))
  })

  test('that was read already is not counted twice', () => {
    const after = patchOverview(overviewOf(rowOf('a', failure(23.5))), [
      { id: 'a', status: 'FAILING', lastResult: failure(23.5) },
    ])
    assert.equal(after.checks[0]?.hours.at(-1)?.failed, 0)
  })

  test('that ends after a later one counts and is not shown as the last', () => {
    const current = failure(23.5, 'eu-west-2')
    const after = patchOverview(overviewOf(rowOf('a', current)), [
      { id: 'a', status: 'FAILING', lastResult: failure(23.4) },
    ])
    assert.deepEqual(after.checks[0]?.lastResult, current)
    assert.equal(after.checks[0]?.hours.at(-1)?.failed, 1)
  })

  test('of a new hour moves the bar on', () => {
    const after = patchOverview(overviewOf(rowOf('a')), [
      { id: 'a', status: 'FAILING', lastResult: failure(25.1) },
    ])
    const hours = after.checks[0]?.hours ?? []
    assert.equal(hours.length, 24)
    assert.equal(hours[0]?.startsAt, isoAt(2))
    assert.deepEqual(hours.at(-2), { startsAt: isoAt(24), passed: 0, degraded: 0, failed: 0, withheld: 0 })
    assert.deepEqual(hours.at(-1), { startsAt: isoAt(25), passed: 0, degraded: 0, failed: 1, withheld: 0 })
  })

  test('is one of several for the same check', () => {
    const events = [23.1, 23.2, 23.3].map((hours) => ({
      id: 'a',
      status: 'FAILING' as const,
      lastResult: failure(hours),
    }))
    assert.equal(patchOverview(overviewOf(rowOf('a')), events).checks[0]?.hours.at(-1)?.failed, 3)
  })
})

test('rows keep their places and new ones come after them', () => {
  const rows = ['new', 'c', 'a'].map((id) => ({ id }))
  assert.deepEqual(
    inStableOrder(rows, ['a', 'b', 'c']).map(({ id }) => id),
    ['a', 'c', 'new'],
  )
})

test('a check that changes moves rows only where it can be', () => {
  const checks = [{ id: 'a' }, { id: 'b' }]
  const ids = ['b', 'x']
  assert.deepEqual(movedIn({ checks, total: 2 }, ids, { isClosed: false }), ids)
  assert.deepEqual(movedIn({ checks, total: 2 }, ids, { isClosed: true }), ['b'])
  assert.deepEqual(movedIn({ checks: [{ id: 'b' }], total: 1 }, ids, { isClosed: true }), [])
  // It may be one of those that are not shown.
  assert.deepEqual(movedIn({ checks, total: 3 }, ids, { isClosed: true }), ids)
})
