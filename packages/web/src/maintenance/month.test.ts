import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readMonth, sheetOf, stepMonth, weeksOf, writeMonth } from './month.ts'

suite('the sheet of a month', () => {
  test('has whole weeks from Monday, with the days around the month', () => {
    const weeks = weeksOf({ year: 2027, month: 1 })
    assert.deepEqual(
      weeks.map((week) => week.length),
      [7, 7, 7, 7],
    )
    const june = weeksOf({ year: 2027, month: 5 })
    assert.equal(june.length, 5)
    assert.equal(june[0]?.[0]?.isInMonth, false)
    assert.equal(june.flat().filter(({ isInMonth }) => isInMonth).length, 30)
  })

  test('has days that follow each other without a gap', () => {
    const days = weeksOf({ year: 2027, month: 2 }).flat()
    for (const [index, day] of days.entries())
      assert.equal(days[index + 1]?.startsAt ?? day.endsAt, day.endsAt)
    assert.deepEqual(sheetOf([days]), { fromAt: days[0]?.startsAt, toAt: days.at(-1)?.endsAt })
  })

  test('is found by its name in the address, and by steps across the year', () => {
    assert.deepEqual(readMonth('2027-12', 0), { year: 2027, month: 11 })
    assert.equal(writeMonth(stepMonth({ year: 2027, month: 11 }, 1)), '2028-01')
    assert.equal(writeMonth(stepMonth({ year: 2027, month: 0 }, -1)), '2026-12')
  })
})
