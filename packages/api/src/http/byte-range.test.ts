import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRange } from './byte-range.ts'

const cases: [header: string | undefined, bytes: number, range: ReturnType<typeof readRange>][] = [
  [undefined, 100, null],
  ['bytes=0-0', 100, { start: 0, end: 0 }],
  ['bytes=10-19', 100, { start: 10, end: 19 }],
  ['bytes=90-', 100, { start: 90, end: 99 }],
  ['bytes=90-1000', 100, { start: 90, end: 99 }],
  ['bytes=-10', 100, { start: 90, end: 99 }],
  ['bytes=-1000', 100, { start: 0, end: 99 }],
  ['bytes=100-', 100, 'unsatisfiable'],
  ['bytes=-0', 100, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=20-10', 100, null],
  ['bytes=0-1,5-6', 100, null],
  ['bytes=-', 100, null],
  ['lines=0-1', 100, null],
]
for (const [header, bytes, range] of cases) {
  test(`${String(header)} of ${bytes} bytes`, () => assert.deepEqual(readRange(header, bytes), range))
}
