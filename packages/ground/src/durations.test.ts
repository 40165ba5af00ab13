import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs, secondMs } from './durations.ts'

test('the units are those of the Unix epoch', () => {
  const start = Date.UTC(2026, 0, 31, 23, 59, 59)
  assert.equal(new Date(start + secondMs).toISOString(), '2026-02-01T00:00:00.000Z')
  assert.equal(new Date(start + minuteMs).toISOString(), '2026-02-01T00:00:59.000Z')
  assert.equal(new Date(start + hourMs).toISOString(), '2026-02-01T00:59:59.000Z')
  assert.equal(new Date(start + dayMs).toISOString(), '2026-02-01T23:59:59.000Z')
})
