import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  beginsWithData,
  intervalFor,
  presets,
  rangeBetween,
  spanFor,
  windowBefore,
  windowOf,
  zoomAround,
} from './range.ts'

const hourMs = 60 * 60_000
const now = Date.UTC(2026, 10, 15, 18, 4, 5)

suite('the time that a check is looked at', () => {
  test('a preset ends with the running minute', () => {
    const { from, to } = windowOf({ preset: '3h' }, now)
    assert.deepEqual([to, to - from], [Date.UTC(2026, 10, 15, 18, 5), 3 * hourMs])
  })

  test('a preset does not begin before the first run, and is never too short to be seen', () => {
    const firstAt = Date.UTC(2026, 10, 15, 17, 50, 20)
    const to = Date.UTC(2026, 10, 15, 18, 5)
    const fitted = { preset: '24h', since: firstAt } as const
    assert.deepEqual(windowOf(fitted, now), { from: Date.UTC(2026, 10, 15, 17, 50), to })
    assert.equal(beginsWithData(fitted, now), true)
    assert.deepEqual(windowOf({ preset: '24h', since: now - 1000 }, now), { from: to - 5 * 60_000, to })
    const long = { preset: '1h', since: now - 30 * hourMs } as const
    assert.deepEqual(windowOf(long, now), windowOf({ preset: '1h' }, now))
    assert.equal(beginsWithData(long, now), false)
  })

  test('a chosen range stays as it is', () => {
    assert.deepEqual(windowOf({ from: 1, to: 2 }, now), { from: 1, to: 2 })
  })

  test('the time before is as long and ends where it begins', () => {
    const { from } = windowOf({ preset: '3h' }, now)
    assert.deepEqual(windowBefore({ preset: '3h' }, now), { from: from - 3 * hourMs, to: from })
    assert.deepEqual(windowBefore({ from: 30, to: 40 }, now), { from: 20, to: 30 })
  })

  test('every preset fits in one answer', () => {
    for (const preset of presets) {
      const window = windowOf({ preset }, now)
      const points = (window.to - window.from) / (intervalFor(window) * 60_000)
      assert.ok(points <= 100 && points >= 24, `${preset}: ${points}`)
    }
  })

  test('no point is closer to the next than two runs', () => {
    assert.equal(intervalFor(windowOf({ preset: '1h' }, now), 10), 10)
  })

  test('beyond a day, verdicts are counted in whole hours', () => {
    assert.equal(spanFor({ from: 0, to: 36 * hourMs }), 60)
    assert.equal(spanFor({ from: 0, to: 24 * hourMs }), 15)
    for (const preset of ['7d', '30d', '90d'] as const) {
      assert.equal(spanFor(windowOf({ preset }, now)) % 60, 0)
    }
  })

  test('a range that is marked backwards, or too short, is made one', () => {
    assert.deepEqual(rangeBetween(2 * hourMs, hourMs), { from: hourMs, to: 2 * hourMs })
    const { from, to } = rangeBetween(now, now)
    assert.deepEqual([to - from, (to + from) / 2], [5 * 60_000, now])
  })

  test('zooming in and out again leads back', () => {
    const window = { from: now - 4 * hourMs, to: now }
    const middle = now - 2 * hourMs
    assert.deepEqual(zoomAround(middle, zoomAround(middle, window, 0.5), 2), window)
  })
})
