import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMoment } from './read-moment.ts'

const at = Date.UTC(2026, 3, 1, 12)

for (const text of [
  String(at / 1000),
  String(at),
  '2026-04-01T12:00Z',
  '2026-04-01T12:00:00',
  '2026-04-01t12:00:00.000z',
  '2026-04-01T14:00:00+02:00',
  '2026-04-01T14:00:00+0200',
]) {
  test(`${text} is noon of the first of April`, () => assert.equal(readMoment(text), at))
}

for (const text of ['253402300799999', '9999-12-31T23:59:59.999Z']) {
  test(`${text} is the last moment`, () => assert.equal(readMoment(text), 253_402_300_799_999))
}

test('a date alone is its midnight in UTC', () => {
  assert.equal(readMoment('2026-04-01'), Date.UTC(2026, 3, 1))
})

for (const text of [
  '',
  'now',
  '-1',
  '1.5',
  '1e9',
  '2026-13-01',
  '2026-02-30',
  '2026-02-29T12:00Z',
  '2026-04-01T25:00Z',
  '9999999999999999',
  '253402300800000',
  '9999-12-31T23:59:59-01:00',
  'Wed',
]) {
  test(`${JSON.stringify(text)} is no moment`, () => assert.equal(readMoment(text), null))
}
