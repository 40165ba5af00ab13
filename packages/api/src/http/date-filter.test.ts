import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { readBoundedWindow, readWindow } from './date-filter.ts'
import { HttpRefusal } from './refusal.ts'

const now = Date.UTC(2026, 3, 1, 12)
const bounded = (query: { from?: string; to?: string }) =>
  readBoundedWindow(query, { widestMs: 6 * hourMs, now })

test('an open window stays open', () => {
  assert.deepEqual(readWindow({}), {})
  assert.deepEqual(readWindow({ from: '1' }), { from: 1_000 })
})

test('a bounded window without ends is the last one', () => {
  assert.deepEqual(bounded({}), { from: now - 6 * hourMs, to: now })
})

test('a bounded window with one end has the other as far away as may be', () => {
  assert.deepEqual(bounded({ to: String(now - hourMs) }), { from: now - 7 * hourMs, to: now - hourMs })
  assert.deepEqual(bounded({ from: String(now) }), { from: now, to: now + 6 * hourMs })
})

test('a window of the greatest width is allowed, and a wider one is not', () => {
  const from = String(now - 6 * hourMs)
  assert.deepEqual(bounded({ from, to: String(now) }), { from: Number(from), to: now })
  assert.throws(() => bounded({ from, to: String(now + 1) }), /at most 6 hours before to/)
})

test('a window that ends before it begins is refused, and one mistake does not hide the other', () => {
  assert.throws(() => readWindow({ from: '2', to: '1' }), /from must be before to/)
  assert.throws(() => readWindow({ from: '2', to: '2' }), HttpRefusal)
  assert.throws(() => readWindow({ from: 'x', to: 'y' }), /from must be .*; to must be /)
})
