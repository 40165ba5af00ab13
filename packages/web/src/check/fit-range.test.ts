import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { fitPreset } from './fit-range.ts'

const now = Date.UTC(2026, 10, 16, 12)
const before = (ms: number) => now - ms

const cases = [
  { name: 'no run yet', firstAt: null, lastAt: null, isFailing: false, preset: '1h' },
  { name: 'made ten minutes ago', firstAt: 10 * minuteMs, lastAt: 0, isFailing: false, preset: '1h' },
  { name: 'made two hours ago', firstAt: 2 * hourMs, lastAt: 0, isFailing: false, preset: '3h' },
  { name: 'made five hours ago', firstAt: 5 * hourMs, lastAt: 0, isFailing: false, preset: '24h' },
  { name: 'running for a year', firstAt: 365 * dayMs, lastAt: minuteMs, isFailing: false, preset: '24h' },
  { name: 'failing', firstAt: 365 * dayMs, lastAt: minuteMs, isFailing: true, preset: '3h' },
  { name: 'new, and failing', firstAt: 20 * minuteMs, lastAt: 0, isFailing: true, preset: '1h' },
  { name: 'paused for three days', firstAt: 90 * dayMs, lastAt: 3 * dayMs, isFailing: false, preset: '7d' },
  { name: 'paused for a year', firstAt: 500 * dayMs, lastAt: 365 * dayMs, isFailing: false, preset: '90d' },
] as const

suite('the range that a check opens with:', () => {
  for (const { name, firstAt, lastAt, isFailing, preset } of cases) {
    test(name, () => {
      const extent = {
        firstAt: firstAt === null ? null : before(firstAt),
        lastAt: lastAt === null ? null : before(lastAt),
      }
      assert.equal(fitPreset(extent, isFailing, now), preset)
    })
  }
})
