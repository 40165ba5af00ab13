import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readAlertsSearch, readDeliveriesSearch, spanOf, stepTo } from './search-params.ts'

const now = Date.parse('2026-11-15T12:00:00.000Z')
const hour = 3_600_000

suite('the address of the alert history', () => {
  test('keeps what it understands and drops the rest', () => {
    const checkId = '0198c0de-0000-7000-8000-000000000001'
    const raw = { to: '2026-11-15T06:00:00Z', page: 3, checkId, kind: 'failure', more: 1 }
    const read = { to: '2026-11-15T06:00:00.000Z', page: 3, checkId, kind: 'failure' }
    assert.deepEqual(readAlertsSearch(raw), read)
    assert.deepEqual(readAlertsSearch({ to: 'soon', page: -1, checkId: 'x', kind: 'loud' }), {})
    assert.deepEqual(readDeliveriesSearch({ failures: true, channelId: 7 }), { failures: true, channelId: 7 })
    assert.deepEqual(readDeliveriesSearch({ failures: 'no', channelId: 1.5 }), {})
  })

  test('leaves the first page out', () => {
    assert.deepEqual(readAlertsSearch({ page: 1 }), {})
  })

  test('means now when it names no end', () => {
    assert.deepEqual(spanOf(undefined, hour, now), { fromAt: now - hour, toAt: now })
  })

  test('steps to the past, and back no further than now', () => {
    const before = stepTo(undefined, -6 * hour, now)
    assert.equal(before, '2026-11-15T06:00:00.000Z')
    assert.equal(stepTo(before, 3 * hour, now), '2026-11-15T09:00:00.000Z')
    assert.equal(stepTo(before, 6 * hour, now), undefined)
  })
})
