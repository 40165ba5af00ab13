import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { restShareFor } from './day-stats-pace.ts'

const now = Date.UTC(2026, 0, 1)

for (const [name, wantedAt, share] of [
  ['nobody has ever sorted by them', null, 199],
  ['somebody does now', now, 19],
  ['somebody did within the last hour', now - 59 * minuteMs, 19],
  ['nobody did for an hour', now - 60 * minuteMs, 199],
  ['the clock was set back by a little since', now + minuteMs, 19],
  ['the clock was set back by a day since', now + 24 * 60 * minuteMs, 199],
] as const) {
  test(`how long the job of day stats rests when ${name}`, () => {
    assert.equal(restShareFor(wantedAt, now), share)
  })
}
