import { hourMs } from '@sonde/ground/durations.ts'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { blocksOf, describeHour, describeHours, kindOfHour } from './hours.ts'

const formatHour = (at: number) => `${new Date(at).toISOString().slice(11, 13)}:00`
const hourOf = (
  index: number,
  counts: Partial<Record<'passed' | 'degraded' | 'failed' | 'withheld', number>> = {},
) => ({
  startsAt: new Date(index * hourMs).toISOString(),
  passed: 0,
  degraded: 0,
  failed: 0,
  withheld: 0,
  ...counts,
})

suite('an hour is shown by the worst that it has seen:', () => {
  const cases = [
    ['failed', { passed: 50, degraded: 3, failed: 1 }],
    ['degraded', { passed: 50, degraded: 1 }],
    ['passed', { passed: 1, withheld: 9 }],
    ['withheld', { withheld: 2 }],
    ['none', {}],
  ] as const
  for (const [kind, counts] of cases) test(kind, () => assert.equal(kindOfHour(hourOf(0, counts)), kind))
})

test('an hour is told with its counts', () => {
  assert.equal(describeHour(hourOf(14, { passed: 58, failed: 2 }), formatHour), '14:00: 58 passed, 2 failed')
  assert.equal(describeHour(hourOf(2), formatHour), '02:00: no results')
})

suite('a day is told in one sentence:', () => {
  const day = (
    kinds: Readonly<Record<number, Parameters<typeof hourOf>[1]>>,
    rest: Parameters<typeof hourOf>[1] = { passed: 6 },
  ) =>
    describeHours(
      Array.from({ length: 24 }, (_, index) => hourOf(index, kinds[index] ?? rest)),
      formatHour,
    )
  test('a good one', () => assert.equal(day({}), '24 hours: all passed'))
  test('failures, with the last of them', () => {
    assert.equal(
      day({ 3: { failed: 1 }, 14: { failed: 2, passed: 1 } }),
      '24 hours: 2 with failures, last at 14:00',
    )
  })
  test('hours that nobody judged are not passed over', () => {
    assert.equal(
      day({ 1: { degraded: 1 }, 2: {}, 3: { withheld: 4 } }),
      '24 hours: 1 degraded, 2 without verdicts',
    )
  })
  test('hours without verdicts have not passed', () =>
    assert.equal(day({ 5: { passed: 6 } }, {}), '24 hours: 1 passed, 23 without verdicts'))
  test('a day without any verdict is not a good one', () =>
    assert.equal(day({}, {}), '24 hours: no verdicts'))
})

test('equal hours side by side are one block', () => {
  assert.deepEqual(blocksOf([]), [])
  assert.deepEqual(blocksOf(['none', 'passed', 'passed', 'failed', 'passed']), [
    { kind: 'none', from: 0, to: 1 },
    { kind: 'passed', from: 1, to: 3 },
    { kind: 'failed', from: 3, to: 4 },
    { kind: 'passed', from: 4, to: 5 },
  ])
})
