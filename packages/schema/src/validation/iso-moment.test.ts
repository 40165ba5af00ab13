import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIsoMoment } from './iso-moment.ts'
import { isTimezone } from './timezone.ts'

for (const [text, at] of [
  ['2026-03-01T02:00:00.000Z', Date.UTC(2026, 2, 1, 2)],
  ['2026-03-01T02:00:00+02:00', Date.UTC(2026, 2, 1)],
  ['2026-03-01t02:00z', Date.UTC(2026, 2, 1, 2)],
  ['2026-03-01', Date.UTC(2026, 2, 1)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
] as const) {
  test(`${text} is a moment`, () => assert.equal(readIsoMoment(text), at))
}

for (const text of [
  '',
  'tomorrow',
  '2026-02-30',
  '2023-02-29T00:00:00Z',
  '2026-13-01',
  '2026-03-01T02:00:00',
  '2026-03-01T25:00:00Z',
  '2026-03-01 02:00:00Z',
  '1772330400',
  '+010000-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '0001-01-01T00:00:00Z',
  '2026-03-01T02:00:00Z[Europe/Paris]',
]) {
  test(`"${text}" is no moment`, () => assert.equal(readIsoMoment(text), null))
}

test('a date is its beginning in the zone', () => {
  assert.equal(readIsoMoment('2026-07-01', 'Europe/Paris'), Date.UTC(2026, 5, 30, 22))
  assert.equal(readIsoMoment('2026-07-01', 'America/New_York'), Date.UTC(2026, 6, 1, 4))
})

for (const name of [
  'Europe/Paris',
  'UTC',
  'america/new_york',
  'Etc/GMT+5',
  'Australia/Lord_Howe',
  'US/Eastern',
]) {
  test(`${name} is a time zone`, () => assert.ok(isTimezone(name)))
}

for (const name of [
  '',
  '+02:00',
  '-05',
  '+0200',
  'Z',
  'GMT+2',
  'Europe/Atlantis',
  'Europe/Paris ',
  'UTC\n',
  'SystemV/EST5',
  '2026-01-01T00:00[Europe/Paris]',
]) {
  test(`${JSON.stringify(name)} is no time zone`, () => assert.ok(!isTimezone(name)))
}
