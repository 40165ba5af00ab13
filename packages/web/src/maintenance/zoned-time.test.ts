import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fromInput, momentOf, toInput, wallTimeAt } from './zoned-time.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
]

suite('a time on a wall clock', () => {
  test('means the moment that the calendar of the server finds, changes of clocks included', () => {
    for (const zone of zones) {
      for (let hours = 0; hours < 366 * 24; hours += 1) {
        const plain = Temporal.PlainDateTime.from('2027-01-01T00:30').add({ hours })
        const { year, month, day, hour, minute, second } = plain
        const expected = plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
        const actual = momentOf({ year, month, day, hour, minute, second }, zone)
        assert.equal(actual, expected, `${plain.toString()} in ${zone}`)
      }
    }
  })

  test('is what the clocks of the zone show', () => {
    const at = Date.parse('2027-06-03T00:15:07Z')
    const wallTime = { year: 2027, month: 6, day: 3, hour: 2, minute: 15, second: 7 }
    assert.deepEqual(wallTimeAt(at, 'Europe/Berlin'), wallTime)
  })

  test('goes into an input and comes back as the same moment', () => {
    const at = Date.parse('2027-12-31T23:45:00Z')
    assert.equal(toInput(at, 'Asia/Kolkata'), '2028-01-01T05:15')
    assert.equal(fromInput('2028-01-01T05:15', 'Asia/Kolkata'), at)
    assert.equal(fromInput('', 'UTC'), null)
  })
})
