import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { daysForWeeks, moveDay, stateOfDay, weeksOf } from './calendar.ts'

suite('the calendar of availability', () => {
  test('has weeks from Monday to Sunday, with nothing before the first day and after today', () => {
    // 2026-11-13 is a Friday, 2026-11-17 a Tuesday.
    const days = ['13', '14', '15', '16', '17'].map((day) => ({ date: `2026-11-${day}` }))
    const weeks = weeksOf(days).map((week) => week.map((day) => day?.date.slice(-2) ?? null))
    assert.deepEqual(weeks, [
      [null, null, null, null, '13', '14', '15'],
      ['16', '17', null, null, null, null, null],
    ])
    assert.deepEqual(weeksOf([]), [])
  })

  test('begins with a Monday', () => {
    const tuesday = new Date(2026, 10, 17)
    assert.equal(daysForWeeks(13, tuesday), 12 * 7 + 2)
    assert.equal(daysForWeeks(1, new Date(2026, 10, 22)), 7)
  })

  test('a day that nobody saw is neither good nor bad', () => {
    assert.deepEqual(
      [null, 100, 99.99, 99, 98.9, 0].map((availability) => stateOfDay({ availability })),
      ['unseen', 'perfect', 'some-failed', 'some-failed', 'bad', 'bad'],
    )
  })

  test('keys move by days and weeks, and stop at the ends', () => {
    assert.deepEqual(
      ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'x'].map((key) =>
        moveDay(8, key, 20),
      ),
      [7, 9, 1, 15, 0, 19, null],
    )
    assert.deepEqual([moveDay(0, 'ArrowUp', 20), moveDay(18, 'ArrowRight', 20)], [0, 18])
  })
})
